/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of cli/append. */
#include "cli/append.h"

#include "close.h"
#include "full_run.h"
#include "scratch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static gpg_error_t add_run(const char *path, struct fault *fault)
{
    struct append append;
    struct run run;

    memset(fault, 0, sizeof *fault);
    full_run_init(&run);
    gpg_error_t err = append_open(&append, path, fault);
    if (!err)
        err = append_add(&append, &run, fault);
    append_release(&append);
    run_release(&run);
    return err;
}

static size_t count_lines(const char *path)
{
    FILE *stream = fopen(path, "r");
    size_t count = 0;

    assert_non_null(stream);
    for (int c; (c = getc(stream)) != EOF;)
        count += c == '\n';
    fclose(stream);
    return count;
}

static void each_run_is_a_line(void **state)
{
    struct fault fault;
    (void)state;

    for (size_t i = 1; i <= 3; i++) {
        assert_int_equal(add_run("runs", &fault), 0);
        assert_int_equal(count_lines("runs"), i);
    }
}

static void a_line_that_was_not_ended_takes_none_in(void **state)
{
    struct fault fault;
    struct stat about;
    (void)state;

    assert_int_equal(add_run("runs", &fault), 0);
    assert_int_equal(stat("runs", &about), 0);
    assert_int_equal(truncate("runs", about.st_size - 1), 0);
    assert_int_equal(add_run("runs", &fault), 0);
    assert_int_equal(count_lines("runs"), 2);
}

static void what_is_no_file_of_runs_is_left_alone(void **state)
{
    static const char *const others[] = {
        "some words\n", "{\"schema\": \"pgpbench-run\",\n \"version\": 1}\n",
        "[]\n", "{"};
    struct fault fault;
    (void)state;

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        scratch_write("file", others[i]);
        assert_int_not_equal(add_run("file", &fault), 0);
        assert_int_equal(fault.what, FAULT_BAD_FILE);
        fault_release(&fault);
        char bytes[100] = "";
        FILE *stream = fopen("file", "r");
        assert_non_null(stream);
        assert_int_equal(fread(bytes, 1, sizeof bytes - 1, stream),
                         strlen(others[i]));
        fclose(stream);
        assert_string_equal(bytes, others[i]);
    }
    assert_int_equal(mkdir("directory", 0700), 0);
    assert_int_not_equal(add_run("directory", &fault), 0);
    assert_int_equal(fault.what, FAULT_NOT_A_FILE);
    fault_release(&fault);
    assert_int_not_equal(add_run("/dev/full", &fault), 0);
    fault_release(&fault);
}

static void an_empty_file_is_one_of_no_runs_yet(void **state)
{
    struct fault fault;
    (void)state;

    scratch_write("file", "");
    assert_int_equal(add_run("file", &fault), 0);
    assert_int_equal(count_lines("file"), 1);
}

static void where_nothing_is_added_no_file_is_left(void **state)
{
    struct append append;
    struct fault fault = {.what = FAULT_NONE};
    (void)state;

    assert_int_equal(append_open(&append, "runs", &fault), 0);
    append_release(&append);
    assert_int_equal(scratch_count("."), 0);
    assert_int_equal(append_open(&append, NULL, &fault), 0);
    append_release(&append);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(each_run_is_a_line),
        scratch_test(a_line_that_was_not_ended_takes_none_in),
        scratch_test(what_is_no_file_of_runs_is_left_alone),
        scratch_test(an_empty_file_is_one_of_no_runs_yet),
        scratch_test(where_nothing_is_added_no_file_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
