/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/gauge, with clocks whose steps are known. */
#include "bench/gauge.h"

#include "close.h"

/* A clock that goes on by STEP_NS at each EVERY-th reading. */
struct stepper {
    int64_t now_ns;
    int64_t step_ns;
    int every;
    int readings;
};

static int64_t step(void *state)
{
    struct stepper *stepper = state;
    if (++stepper->readings % stepper->every == 0)
        stepper->now_ns += stepper->step_ns;
    return stepper->now_ns;
}

static void the_step_of_a_coarse_clock_is_seen(void **state)
{
    struct stepper stepper = {.step_ns = 1000, .every = 7};
    const struct clock clock = {step, &stepper};
    (void)state;
    assert_int_equal(gauge_step_ns(&clock), 1000);
}

static void a_clock_that_stands_still_has_no_step(void **state)
{
    struct stepper stepper = {.step_ns = 0, .every = 1};
    const struct clock clock = {step, &stepper};
    (void)state;
    assert_int_equal(gauge_step_ns(&clock), 0);
}

static void a_reading_costs_what_the_clock_goes_on_by(void **state)
{
    struct stepper stepper = {.step_ns = 25, .every = 1};
    const struct clock clock = {step, &stepper};
    (void)state;
    assert_close(gauge_reading_ns(&clock), 25.0);
}

/* 4 steps of 1024 ns in 4096 readings: 1 ns for each. */
static void a_coarse_clock_tells_its_cost_too(void **state)
{
    struct stepper stepper = {.step_ns = 1024, .every = 1024};
    const struct clock clock = {step, &stepper};
    (void)state;
    assert_close(gauge_reading_ns(&clock), 1.0);
}

/* Between the readings of start and stop lies one reading: one step.  Those
 * of the caller around them make two more. */
static void an_empty_measurement_reads_one_step(void **state)
{
    struct stepper stepper = {.step_ns = 30, .every = 1};
    const struct clock clock = {step, &stepper};
    struct meter meter = {.clock = &clock};
    (void)state;
    const struct gauge_empty empty = gauge_empty(&meter);
    assert_int_equal(empty.real_ns, 30);
    assert_int_equal(empty.cost_ns, 90);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_step_of_a_coarse_clock_is_seen),
        cmocka_unit_test(a_clock_that_stands_still_has_no_step),
        cmocka_unit_test(a_reading_costs_what_the_clock_goes_on_by),
        cmocka_unit_test(a_coarse_clock_tells_its_cost_too),
        cmocka_unit_test(an_empty_measurement_reads_one_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
