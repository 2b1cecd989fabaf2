/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/probe_cost. */
#include "report/probe_cost.h"

#include "close.h"
#include "model/series.h"

static void add(struct series *series, bool probed, int64_t real_ns)
{
    struct sample sample = {.probed = probed};

    sample_set(&sample, METRIC_REAL, real_ns);
    assert_int_equal(series_add(series, &sample), 0);
}

/* Medians 200 and 215.5; half ranges 100 and 15.5. */
static void it_is_the_difference_of_two_medians(void **state)
{
    struct series series = {.samples = NULL};
    struct probe_cost cost;
    (void)state;

    add(&series, false, 300);
    add(&series, true, 231);
    add(&series, false, 100);
    add(&series, true, 200);
    add(&series, false, 200);
    assert_int_equal(probe_cost_of(&series, &cost), 0);
    assert_true(probe_cost_is_known(&cost));
    assert_int_equal(cost.plain, 3);
    assert_int_equal(cost.probed, 2);
    assert_close(cost.plain_ns, 200);
    assert_close(cost.ns, 15.5);
    assert_close(cost.half_width_ns, 115.5);
    assert_close(probe_cost_pct(&cost), 7.75);
    series_release(&series);
}

static void noise_can_make_it_negative(void **state)
{
    struct series series = {.samples = NULL};
    struct probe_cost cost;
    (void)state;

    add(&series, false, 200);
    add(&series, true, 190);
    assert_int_equal(probe_cost_of(&series, &cost), 0);
    assert_close(cost.ns, -10);
    assert_close(cost.half_width_ns, -1);
    assert_close(probe_cost_pct(&cost), -5);
    series_release(&series);
}

static void without_either_kind_it_is_not_known(void **state)
{
    struct series series = {.samples = NULL};
    struct probe_cost cost;
    (void)state;

    assert_int_equal(probe_cost_of(&series, &cost), 0);
    assert_false(probe_cost_is_known(&cost));
    add(&series, true, 190);
    assert_int_equal(probe_cost_of(&series, &cost), 0);
    assert_false(probe_cost_is_known(&cost));
    assert_close(probe_cost_pct(&cost), 0);
    add(&series, false, 180);
    fault_set(&series.failure, FAULT_TIMEOUT, 0, NULL, NULL);
    assert_int_equal(probe_cost_of(&series, &cost), 0);
    assert_false(probe_cost_is_known(&cost));
    series_release(&series);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_difference_of_two_medians),
        cmocka_unit_test(noise_can_make_it_negative),
        cmocka_unit_test(without_either_kind_it_is_not_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
