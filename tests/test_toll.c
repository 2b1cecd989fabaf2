/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/toll, with the probe itself and with programs that do
 * nothing.  How much it costs is not tested. */
#include "bench/toll.h"

#include "bench/children.h"

#include "scratch.h"

#include "close.h"

#include <gnu/lib-names.h>
#include <string.h>

struct stage {
    struct children children;
    struct guard guard;
    struct watch watch;
    struct toll toll;
};

static void stage_init(struct stage *stage, const char *library)
{
    memset(stage, 0, sizeof *stage);
    children_adopt(&stage->children);
    assert_int_equal(guard_start(&stage->guard, &stage->children), 0);
    assert_int_equal(watch_init(&stage->watch, library, "."), 0);
}

static void stage_release(struct stage *stage)
{
    watch_release(&stage->watch);
    guard_stop(&stage->guard);
    assert_int_equal(scratch_count("."), 0);
}

static void assert_told(const struct toll *toll)
{
    assert_true(toll->plain_ns > 0);
    if (!toll->has_interval)
        return;
    assert_true(toll->interval.low <= toll->ns);
    assert_true(toll->ns <= toll->interval.high);
}

static gpg_error_t of_call(struct stage *stage)
{
    return gpg_err_code(
        toll_of_call(&stage->watch, ".", &stage->guard, 100, &stage->toll));
}

static gpg_error_t of_process(struct stage *stage, const char *program)
{
    const char *const argv[] = {program, NULL};
    const struct command command = {argv, NULL, 100};
    return gpg_err_code(
        toll_of_process(&stage->watch, &command, &stage->guard, &stage->toll));
}

static void a_call_is_timed_in_pairs_with_libcs(void **state)
{
    struct stage stage;
    (void)state;
    stage_init(&stage, PROBE);
    assert_int_equal(of_call(&stage), 0);
    assert_int_equal(stage.toll.pairs, TOLL_PAIRS);
    assert_true(stage.toll.has_interval);
    assert_told(&stage.toll);
    stage_release(&stage);
}

static void what_is_no_probe_costs_no_call(void **state)
{
    /* The second has such functions, but they book nothing. */
    static const char *const libraries[] = {"/no-such-library.so", LIBC_SO};
    (void)state;
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
        struct stage stage;
        stage_init(&stage, libraries[i]);
        assert_int_equal(of_call(&stage), GPG_ERR_NOT_SUPPORTED);
        assert_int_equal(stage.toll.pairs, 0);
        stage_release(&stage);
    }
}

static void a_directory_that_is_not_watched_costs_nothing(void **state)
{
    struct stage stage;
    (void)state;
    stage_init(&stage, PROBE);
    strcpy(stage.watch.ledger->directories[0], "/elsewhere");
    assert_int_equal(of_call(&stage), GPG_ERR_NOT_SUPPORTED);
    stage_release(&stage);
}

static void where_nothing_can_be_written_that_is_said(void **state)
{
    struct stage stage;
    (void)state;
    stage_init(&stage, PROBE);
    assert_int_equal(gpg_err_code(toll_of_call(&stage.watch, "absent",
                                               &stage.guard, 100, &stage.toll)),
                     GPG_ERR_ENOENT);
    stage_release(&stage);
}

static void a_process_is_timed_in_pairs_for_a_second(void **state)
{
    struct stage stage;
    (void)state;
    stage_init(&stage, PROBE);
    assert_int_equal(of_process(&stage, "/bin/true"), 0);
    assert_in_range(stage.toll.pairs, 1, TOLL_PAIRS);
    assert_told(&stage.toll);
    stage_release(&stage);
}

static void a_process_that_is_not_watched_or_fails_is_not_told(void **state)
{
    static const char *const programs[] = {PROBE_STATIC, "/bin/false"};
    (void)state;
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        struct stage stage;
        stage_init(&stage, PROBE);
        assert_int_equal(of_process(&stage, programs[i]),
                         GPG_ERR_NOT_SUPPORTED);
        stage_release(&stage);
    }
}

static void a_cost_within_the_noise_does_not_show(void **state)
{
    struct toll toll = {.pairs = 9, .ns = 3, .interval = {1, 5}};
    (void)state;
    assert_false(toll_shows(&toll));
    toll.has_interval = true;
    assert_true(toll_shows(&toll));
    toll.interval.low = -1;
    assert_false(toll_shows(&toll));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(a_call_is_timed_in_pairs_with_libcs),
        scratch_test(what_is_no_probe_costs_no_call),
        scratch_test(a_directory_that_is_not_watched_costs_nothing),
        scratch_test(where_nothing_can_be_written_that_is_said),
        scratch_test(a_process_is_timed_in_pairs_for_a_second),
        scratch_test(a_process_that_is_not_watched_or_fails_is_not_told),
        cmocka_unit_test(a_cost_within_the_noise_does_not_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
