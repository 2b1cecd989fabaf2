/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/shelf, without digests. */
#include "bench/shelf.h"

#include "scratch.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct bay {
    struct plan plan;
    struct run run;
    struct shelf shelf;
    struct fault fault;
};

static gpg_error_t put(struct bay *bay, const char *const *files, size_t count)
{
    memset(bay, 0, sizeof *bay);
    assert_int_equal(plan_init(&bay->plan), 0);
    run_init(&bay->run);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(plan_list_add(&bay->plan.files, files[i]), 0);
    return shelf_init(&bay->shelf, &bay->plan, &bay->run, &bay->fault);
}

static void bay_release(struct bay *bay)
{
    shelf_release(&bay->shelf);
    fault_release(&bay->fault);
    run_release(&bay->run);
    plan_release(&bay->plan);
}

static void without_a_file_it_is_the_one_we_ship(void **state)
{
    struct bay bay;
    struct stat about;
    (void)state;

    assert_int_equal(stat(TESTS_DIR "/../fixtures/COPYING", &about), 0);
    assert_int_equal(put(&bay, NULL, 0), 0);
    assert_int_equal(bay.shelf.count, 1);
    assert_string_equal(bay.run.fixtures[0].name, "COPYING");
    assert_int_equal(bay.run.fixtures[0].size_bytes, about.st_size);
    bay_release(&bay);
}

static void a_second_file_of_the_same_name_gets_a_number(void **state)
{
    static const char *const files[] = {"file", "a/file", "b/other", "./file"};
    static const char *const expected[] = {"file", "file#2", "other", "file#3"};
    static const int64_t sizes[] = {1, 2, 3, 1};
    struct bay bay;
    (void)state;

    assert_int_equal(mkdir("a", 0700), 0);
    assert_int_equal(mkdir("b", 0700), 0);
    scratch_write("file", "1");
    scratch_write("a/file", "22");
    scratch_write("b/other", "333");
    assert_int_equal(put(&bay, files, 4), 0);
    assert_int_equal(bay.shelf.count, 4);
    assert_int_equal(bay.run.fixture_count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(bay.run.fixtures[i].name, expected[i]);
        assert_int_equal(bay.run.fixtures[i].size_bytes, sizes[i]);
    }
    bay_release(&bay);
}

static void a_file_that_cannot_be_used_is_named(void **state)
{
    static const char *const missing[] = {"file", "missing"};
    static const char *const directory[] = {"file", "."};
    struct bay bay;
    (void)state;

    scratch_write("file", "1");
    assert_true(put(&bay, missing, 2) != 0);
    assert_int_equal(bay.fault.what, FAULT_UNREADABLE);
    assert_string_equal(bay.fault.thing, "missing");
    bay_release(&bay);
    assert_true(put(&bay, directory, 2) != 0);
    assert_int_equal(bay.fault.what, FAULT_NOT_A_FILE);
    assert_string_equal(bay.fault.thing, ".");
    bay_release(&bay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_file_it_is_the_one_we_ship),
        scratch_test(a_second_file_of_the_same_name_gets_a_number),
        scratch_test(a_file_that_cannot_be_used_is_named),
    };
    setenv("PGPBENCH_DATADIR", TESTS_DIR "/..", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
