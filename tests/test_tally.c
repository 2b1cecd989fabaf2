/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/tally: sums by the clock, and parts of remembered calls,
 * whose times are worked out by hand. */
#include "bench/tally.h"

#include "bench/clock.h"

#include "close.h"

#include <errno.h>
#include <string.h>

/* COUNT calls of 10 ns, at 100, 200, 300 … */
static void remember(struct tally *tally, int64_t count)
{
    memset(tally, 0, sizeof *tally);
    for (int64_t i = 0; i < count; i++) {
        const struct tally_call call = {100 * (i + 1), 100 * (i + 1) + 10};
        if (i < TALLY_REMEMBERED)
            tally->first[i] = call;
        tally->last[i % TALLY_REMEMBERED] = call;
        tally->calls++;
    }
}

static void calls_are_summed_by_kind(void **state)
{
    struct tally tally = {.calls = 0};
    (void)state;

    const int64_t before_ns = clock_now_ns(&clock_monotonic);
    tally_end(&tally, TALLY_READ, tally_begin(&tally), 7);
    tally_end(&tally, TALLY_READ, tally_begin(&tally), 5);
    tally_end(&tally, TALLY_SYNC, tally_begin(&tally), 0);
    const int64_t after_ns = clock_now_ns(&clock_monotonic);
    assert_int_equal(tally.calls, 3);
    assert_int_equal(tally.bytes[TALLY_READ], 12);
    assert_int_equal(tally.bytes[TALLY_WRITE], 0);
    assert_int_equal(tally.ns[TALLY_WRITE], 0);
    assert_int_equal(tally_ns(&tally),
                     tally.ns[TALLY_READ] + tally.ns[TALLY_SYNC]);
    assert_in_range(tally_ns(&tally), 0, after_ns - before_ns);
}

static void a_call_that_failed_takes_time_but_moves_nothing(void **state)
{
    struct tally tally = {.calls = 0};
    (void)state;

    const int64_t start_ns = tally_begin(&tally);
    clock_sleep_ns(NS_PER_MS);
    errno = ENOSPC;
    tally_end(&tally, TALLY_WRITE, start_ns, -1);
    assert_int_equal(errno, ENOSPC);
    assert_int_equal(tally.bytes[TALLY_WRITE], 0);
    assert_true(tally.ns[TALLY_WRITE] >= NS_PER_MS);
}

static void nobody_counts_without_a_tally(void **state)
{
    (void)state;

    assert_int_equal(tally_begin(NULL), 0);
    tally_end(NULL, TALLY_READ, 0, 1);
}

static void what_lies_before_a_moment_is_told_to_the_nanosecond(void **state)
{
    struct tally tally;
    (void)state;

    remember(&tally, 5);
    assert_int_equal(tally_before_ns(&tally, 50), 0);
    assert_int_equal(tally_before_ns(&tally, 104), 4);
    assert_int_equal(tally_before_ns(&tally, 150), 10);
    assert_int_equal(tally_before_ns(&tally, 203), 13);
    assert_int_equal(tally_before_ns(&tally, 9999), 50);
}

static void what_lies_after_a_moment_is_told_to_the_nanosecond(void **state)
{
    struct tally tally;
    (void)state;

    remember(&tally, 5);
    assert_int_equal(tally_after_ns(&tally, 9999), 0);
    assert_int_equal(tally_after_ns(&tally, 504), 6);
    assert_int_equal(tally_after_ns(&tally, 450), 10);
    assert_int_equal(tally_after_ns(&tally, 0), 50);
}

static void of_many_calls_the_first_and_the_last_are_known(void **state)
{
    struct tally tally;
    (void)state;

    remember(&tally, 1000);
    assert_int_equal(tally_before_ns(&tally, 350), 30);
    assert_int_equal(tally_after_ns(&tally, 99750), 30);
    /* More are not remembered than that. */
    assert_int_equal(tally_before_ns(&tally, 60000), 10 * TALLY_REMEMBERED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_are_summed_by_kind),
        cmocka_unit_test(a_call_that_failed_takes_time_but_moves_nothing),
        cmocka_unit_test(nobody_counts_without_a_tally),
        cmocka_unit_test(what_lies_before_a_moment_is_told_to_the_nanosecond),
        cmocka_unit_test(what_lies_after_a_moment_is_told_to_the_nanosecond),
        cmocka_unit_test(of_many_calls_the_first_and_the_last_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
