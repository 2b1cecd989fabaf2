/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/clock. */
#include "bench/clock.h"

#include "offspring.h"

#include "close.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>

/* A look of our own lies between two of its. */
static void it_is_the_machines_monotonic_clock(void **state)
{
    struct timespec now;
    (void)state;

    const int64_t before_ns = clock_now_ns(&clock_monotonic);
    assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &now), 0);
    const int64_t after_ns = clock_now_ns(&clock_monotonic);
    const int64_t now_ns = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    assert_true(before_ns <= now_ns);
    assert_true(now_ns <= after_ns);
}

/* 1 ns with high-resolution timers; a jiffy of 10 ms at worst. */
static void its_resolution_is_between_a_nanosecond_and_a_jiffy(void **state)
{
    (void)state;
    assert_in_range(clock_resolution_ns(), 1, 10 * NS_PER_MS);
}

static void a_sleep_is_no_shorter_than_asked_for(void **state)
{
    (void)state;
    const int64_t start_ns = clock_now_ns(&clock_monotonic);
    clock_sleep_ns(3 * NS_PER_MS);
    assert_true(clock_now_ns(&clock_monotonic) - start_ns >= 3 * NS_PER_MS);
}

static void on_alarm(int number)
{
    (void)number;
}

/* nanosleep(2) refuses a second or more of nanoseconds, and then would not
 * wait for the signal. */
static void a_sleep_of_more_than_a_second_lasts_until_a_signal(void **state)
{
    const struct itimerval soon = {{0, 0}, {0, 5000}};
    (void)state;

    const int64_t start_ns = clock_now_ns(&clock_monotonic);
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &soon, NULL);
    clock_sleep_ns(NS_PER_S + NS_PER_MS);
    assert_true(clock_now_ns(&clock_monotonic) - start_ns >= 5 * NS_PER_MS);
    signal(SIGALRM, SIG_DFL);
}

static void work_is_cpu_time_and_sleep_is_none(void **state)
{
    (void)state;
    const int64_t start_ns = clock_own_cpu_ns();
    offspring_burn(2 * NS_PER_MS);
    const int64_t worked_ns = clock_own_cpu_ns();
    assert_true(worked_ns - start_ns >= 2 * NS_PER_MS);
    clock_sleep_ns(50 * NS_PER_MS);
    assert_true(clock_own_cpu_ns() - worked_ns < 50 * NS_PER_MS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_machines_monotonic_clock),
        cmocka_unit_test(its_resolution_is_between_a_nanosecond_and_a_jiffy),
        cmocka_unit_test(a_sleep_is_no_shorter_than_asked_for),
        cmocka_unit_test(a_sleep_of_more_than_a_second_lasts_until_a_signal),
        cmocka_unit_test(work_is_cpu_time_and_sleep_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
