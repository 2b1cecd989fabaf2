/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/lineup.  The order expected is that of the report in
 * INTERFACE: start, then key by key, file by file, size by size, and in each
 * the operations as their table has them. */
#include "bench/lineup.h"

#include "base/text.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"one", "two"};

struct stage {
    struct plan plan;
    struct run run;
};

static void stage_init(struct stage *stage, size_t keys, size_t fixtures)
{
    memset(stage, 0, sizeof *stage);
    assert_int_equal(plan_init(&stage->plan), 0);
    run_init(&stage->run);
    run_add_engine(&stage->run)->name = strdup("gpg");
    for (size_t i = 0; i < keys; i++)
        run_add_key(&stage->run)->name = strdup(names[i]);
    for (size_t i = 0; i < fixtures; i++) {
        struct run_fixture *fixture = run_add_fixture(&stage->run);
        fixture->name = strdup(names[i]);
        fixture->size_bytes = 10 * ((int64_t)i + 1);
    }
}

static void stage_release(struct stage *stage)
{
    run_release(&stage->run);
    plan_release(&stage->plan);
}

static void set_only(struct stage *stage, enum operation a, enum operation b)
{
    memset(stage->plan.operations, 0, sizeof stage->plan.operations);
    stage->plan.operations[a] = true;
    stage->plan.operations[b] = true;
}

static void assert_cells(const struct stage *stage, const char *const *expected,
                         size_t count)
{
    assert_int_equal(stage->run.series_count, count);
    for (size_t i = 0; i < count; i++) {
        struct text name = {.bytes = NULL};
        cell_name(&stage->run, &stage->run.series[i].cell, &name);
        assert_string_equal(text_string(&name), expected[i]);
        text_release(&name);
    }
}

static void cells_stand_in_the_order_of_the_report(void **state)
{
    static const struct lineup_key keys[] = {{false, true}, {false, true}};
    static const char *const expected[] = {
        "gpg/one/sign/one/x1",  "gpg/one/decrypt/one/x1",
        "gpg/one/sign/one/x20", "gpg/one/decrypt/one/x20",
        "gpg/one/sign/two/x1",  "gpg/one/decrypt/two/x1",
        "gpg/one/sign/two/x20", "gpg/one/decrypt/two/x20",
        "gpg/two/sign/one/x1",  "gpg/two/decrypt/one/x1",
        "gpg/two/sign/one/x20", "gpg/two/decrypt/one/x20",
        "gpg/two/sign/two/x1",  "gpg/two/decrypt/two/x1",
        "gpg/two/sign/two/x20", "gpg/two/decrypt/two/x20",
    };
    struct stage stage;
    (void)state;

    stage_init(&stage, 2, 2);
    set_only(&stage, OPERATION_SIGN, OPERATION_DECRYPT);
    assert_int_equal(lineup_add(&stage.plan, keys, &stage.run), 0);
    assert_cells(&stage, expected, sizeof expected / sizeof expected[0]);
    stage_release(&stage);
}

static void start_comes_first_and_once(void **state)
{
    static const struct lineup_key keys[] = {{false, true}, {false, true}};
    static const char *const expected[] = {
        "gpg/-/start/-/x1", "gpg/one/verify/one/x1", "gpg/one/verify/one/x20",
        "gpg/two/verify/one/x1", "gpg/two/verify/one/x20"};
    struct stage stage;
    (void)state;

    stage_init(&stage, 2, 1);
    set_only(&stage, OPERATION_START, OPERATION_VERIFY);
    assert_int_equal(lineup_add(&stage.plan, keys, &stage.run), 0);
    assert_cells(&stage, expected, sizeof expected / sizeof expected[0]);
    stage_release(&stage);
}

static void a_key_that_is_made_has_one_cell_for_that(void **state)
{
    static const struct lineup_key keys[] = {{false, true}, {true, false}};
    static const struct lineup_key both[] = {{true, true}};
    static const char *const beside[] = {
        "gpg/one/sign/one/x1", "gpg/one/sign/one/x20", "gpg/two/generate/-/x1"};
    static const char *const alone[] = {
        "gpg/one/generate/-/x1", "gpg/one/sign/one/x1", "gpg/one/sign/one/x20"};
    struct stage stage;
    (void)state;

    stage_init(&stage, 2, 1);
    set_only(&stage, OPERATION_GENERATE, OPERATION_SIGN);
    assert_int_equal(lineup_add(&stage.plan, keys, &stage.run), 0);
    assert_cells(&stage, beside, 3);
    assert_int_equal(stage.run.series[2].input_bytes, -1);
    stage_release(&stage);
    stage_init(&stage, 1, 1);
    set_only(&stage, OPERATION_GENERATE, OPERATION_SIGN);
    assert_int_equal(lineup_add(&stage.plan, both, &stage.run), 0);
    assert_cells(&stage, alone, 3);
    stage_release(&stage);
}

static void input_is_the_file_so_many_times(void **state)
{
    static const struct lineup_key keys[] = {{false, true}};
    struct stage stage;
    (void)state;

    stage_init(&stage, 1, 2);
    set_only(&stage, OPERATION_START, OPERATION_SIGN);
    assert_int_equal(lineup_add(&stage.plan, keys, &stage.run), 0);
    assert_int_equal(stage.run.series_count, 5);
    assert_int_equal(stage.run.series[0].input_bytes, -1);
    assert_int_equal(stage.run.series[1].input_bytes, 10);
    assert_int_equal(stage.run.series[2].input_bytes, 200);
    assert_int_equal(stage.run.series[3].input_bytes, 20);
    assert_int_equal(stage.run.series[4].input_bytes, 400);
    stage_release(&stage);
}

/* INT64_MAX / 20 is 461168601842738790 and a rest. */
static void a_size_that_no_file_has_is_refused(void **state)
{
    static const struct lineup_key keys[] = {{false, true}};
    struct stage stage;
    (void)state;

    stage_init(&stage, 1, 1);
    stage.run.fixtures[0].size_bytes = 461168601842738790;
    assert_int_equal(lineup_add(&stage.plan, keys, &stage.run), 0);
    stage_release(&stage);
    stage_init(&stage, 1, 1);
    stage.run.fixtures[0].size_bytes = 461168601842738791;
    assert_int_equal(gpg_err_code(lineup_add(&stage.plan, keys, &stage.run)),
                     GPG_ERR_TOO_LARGE);
    stage_release(&stage);
}

static void assert_cache(const char *data, const char *cache,
                         enum cache_state expected)
{
    static const struct lineup_key keys[] = {{false, true}};
    struct stage stage;

    stage_init(&stage, 1, 1);
    free(stage.plan.settings.data);
    free(stage.plan.settings.cache);
    stage.plan.settings.data = strdup(data);
    stage.plan.settings.cache = strdup(cache);
    set_only(&stage, OPERATION_START, OPERATION_SIGN);
    assert_int_equal(lineup_add(&stage.plan, keys, &stage.run), 0);
    assert_int_equal(stage.run.series[0].cache, CACHE_NONE);
    assert_int_equal(stage.run.series[1].cache, expected);
    stage_release(&stage);
}

static void what_is_in_memory_has_no_cache(void **state)
{
    (void)state;
    assert_cache("file", "cold", CACHE_COLD);
    assert_cache("file", "warm", CACHE_WARM);
    assert_cache("memory", "cold", CACHE_NONE);
    assert_cache("memory", "warm", CACHE_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_stand_in_the_order_of_the_report),
        cmocka_unit_test(start_comes_first_and_once),
        cmocka_unit_test(a_key_that_is_made_has_one_cell_for_that),
        cmocka_unit_test(input_is_the_file_so_many_times),
        cmocka_unit_test(a_size_that_no_file_has_is_refused),
        cmocka_unit_test(what_is_in_memory_has_no_cache),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
