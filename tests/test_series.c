/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of series. */
#include "model/series.h"

#include "close.h"

static void add(struct series *series, bool probed, int64_t real_ns,
                bool has_output)
{
    struct sample sample = {.probed = probed};

    sample_set(&sample, METRIC_REAL, real_ns);
    if (has_output)
        sample_set(&sample, METRIC_OUTPUT, real_ns * 2);
    assert_int_equal(series_add(series, &sample), 0);
}

static void what_was_not_set_is_absent(void **state)
{
    struct sample sample = {0};
    (void)state;

    sample_set(&sample, METRIC_COMPUTE, 0);
    for (int m = 0; m < METRIC_COUNT; m++)
        assert_int_equal(sample_has(&sample, (enum metric)m),
                         m == METRIC_COMPUTE);
}

static void values_come_in_the_order_taken(void **state)
{
    struct series series = {0};
    int64_t values[100];
    (void)state;

    for (int i = 0; i < 100; i++)
        add(&series, false, 1000 - i, false);
    assert_int_equal(series_values(&series, METRIC_REAL, false, values), 100);
    for (int i = 0; i < 100; i++)
        assert_int_equal(values[i], 1000 - i);
    series_release(&series);
}

static void absent_values_are_passed_over(void **state)
{
    struct series series = {0};
    int64_t values[3];
    (void)state;

    add(&series, false, 1, true);
    add(&series, false, 2, false);
    add(&series, false, 3, true);
    assert_int_equal(series_values(&series, METRIC_OUTPUT, false, values), 2);
    assert_int_equal(values[0], 2);
    assert_int_equal(values[1], 6);
    assert_int_equal(series_values(&series, METRIC_CPU, false, values), 0);
    series_release(&series);
}

static void plain_and_probed_samples_are_kept_apart(void **state)
{
    struct series series = {0};
    int64_t values[3];
    (void)state;

    add(&series, false, 1, false);
    add(&series, true, 2, false);
    add(&series, false, 3, false);
    assert_int_equal(series_count(&series, false), 2);
    assert_int_equal(series_count(&series, true), 1);
    assert_int_equal(series_values(&series, METRIC_REAL, true, values), 1);
    assert_int_equal(values[0], 2);
    series_release(&series);
}

static void releasing_leaves_the_empty_series(void **state)
{
    struct series series = {0};
    (void)state;

    add(&series, false, 1, false);
    fault_set(&series.failure, FAULT_TIMEOUT, 0, "x", NULL);
    series_release(&series);
    assert_int_equal(series_count(&series, false), 0);
    assert_false(fault_is_set(&series.failure));
    series_release(&series);
    series_release(NULL);
}

static void plain_samples_are_shown_where_there_are_any(void **state)
{
    struct series series = {0};
    (void)state;

    add(&series, true, 1, false);
    assert_true(series_shows_probed(&series, METRIC_REAL));
    add(&series, false, 2, false);
    assert_false(series_shows_probed(&series, METRIC_REAL));
    assert_true(series_shows_probed(&series, METRIC_ENTROPY));
    series_release(&series);
}

/* CPU time where the kernel brings no orphans: the probe tells it. */
static void what_no_plain_sample_has_is_shown_of_the_probed(void **state)
{
    struct series series = {0};
    (void)state;

    add(&series, false, 1, false);
    add(&series, true, 2, false);
    assert_false(series_shows_probed(&series, METRIC_CPU));
    sample_set(&series.samples[1], METRIC_CPU, 5);
    assert_true(series_shows_probed(&series, METRIC_CPU));
    sample_set(&series.samples[0], METRIC_CPU, 4);
    assert_false(series_shows_probed(&series, METRIC_CPU));
    series_release(&series);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_not_set_is_absent),
        cmocka_unit_test(values_come_in_the_order_taken),
        cmocka_unit_test(absent_values_are_passed_over),
        cmocka_unit_test(plain_and_probed_samples_are_kept_apart),
        cmocka_unit_test(releasing_leaves_the_empty_series),
        cmocka_unit_test(plain_samples_are_shown_where_there_are_any),
        cmocka_unit_test(what_no_plain_sample_has_is_shown_of_the_probed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
