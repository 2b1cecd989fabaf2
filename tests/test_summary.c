/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/summary.  Medians and quartiles were checked with R 4.2
 * (quantile type 7, mad with constant 1); the ranks of the intervals are
 * those of Conover's table A3 at 95 %. */
#include "report/summary.h"

#include "close.h"

#include <string.h>

static void add(struct series *series, bool probed, enum metric metric,
                int64_t value)
{
    struct sample sample = {.probed = probed};

    sample_set(&sample, metric, value);
    assert_int_equal(series_add(series, &sample), 0);
}

/* Real times LOW to HIGH, falling, so that order matters. */
static struct series series_of(int64_t low, int64_t high)
{
    struct series series = {0};

    for (int64_t value = high; value >= low; value--)
        add(&series, false, METRIC_REAL, value);
    return series;
}

static void nine_values_give_median_quartiles_and_interval(void **state)
{
    struct series series = series_of(1, 9);
    struct summary summary;

    (void)state;
    assert_int_equal(summary_of(&series, METRIC_REAL, false, &summary), 0);
    assert_int_equal(summary.count, 9);
    assert_close(summary.median, 5);
    assert_close(summary.quartile_low, 3);
    assert_close(summary.quartile_high, 7);
    assert_close(summary.mad, 2);
    assert_int_equal(summary.min, 1);
    assert_int_equal(summary.max, 9);
    assert_true(summary.has_interval);
    assert_close(summary.interval.low, 2);
    assert_close(summary.interval.high, 8);
    assert_close(summary_half_width(&summary), 3);
    assert_close(summary_spread_pct(&summary), 60);
    series_release(&series);
}

static void six_values_are_the_fewest_with_an_interval(void **state)
{
    struct series six = series_of(1, 6);
    struct series five = series_of(1, 5);
    struct summary summary;

    (void)state;
    assert_int_equal(summary_of(&six, METRIC_REAL, false, &summary), 0);
    assert_true(summary.has_interval);
    assert_close(summary.interval.low, 1);
    assert_close(summary.interval.high, 6);
    assert_int_equal(summary_of(&five, METRIC_REAL, false, &summary), 0);
    assert_false(summary.has_interval);
    assert_close(summary_spread_pct(&summary), -1);
    assert_close(summary_half_width(&summary), 2);
    series_release(&six);
    series_release(&five);
}

static void one_value_has_no_known_half_width(void **state)
{
    struct series series = series_of(7, 7);
    struct summary summary;

    (void)state;
    assert_int_equal(summary_of(&series, METRIC_REAL, false, &summary), 0);
    assert_int_equal(summary.count, 1);
    assert_close(summary.median, 7);
    assert_close(summary_half_width(&summary), -1);
    series_release(&series);
}

static void no_values_are_absent_not_zero(void **state)
{
    struct series empty = {0};
    struct series other = series_of(1, 9);
    struct summary summary = {.count = 5};

    (void)state;
    assert_int_equal(summary_of(&empty, METRIC_REAL, false, &summary), 0);
    assert_int_equal(summary.count, 0);
    summary.count = 5;
    assert_int_equal(summary_of(&other, METRIC_USER, false, &summary), 0);
    assert_int_equal(summary.count, 0);
    assert_close(summary_half_width(&summary), -1);
    assert_close(summary_spread_pct(&summary), -1);
    series_release(&other);
}

static void plain_and_probed_samples_are_not_mixed(void **state)
{
    struct series series = series_of(10, 12);
    struct summary plain, probed;

    (void)state;
    add(&series, true, METRIC_REAL, 1000);
    assert_int_equal(summary_of(&series, METRIC_REAL, false, &plain), 0);
    assert_int_equal(summary_of(&series, METRIC_REAL, true, &probed), 0);
    assert_int_equal(plain.count, 3);
    assert_int_equal(plain.max, 12);
    assert_int_equal(probed.count, 1);
    assert_close(probed.median, 1000);
    series_release(&series);
}

static void
a_report_shows_probed_samples_where_there_are_no_others(void **state)
{
    struct series series = {0};
    struct summary summary;

    (void)state;
    add(&series, true, METRIC_REAL, 1000);
    assert_int_equal(summary_shown(&series, METRIC_REAL, &summary), 0);
    assert_int_equal(summary.count, 1);
    add(&series, false, METRIC_REAL, 10);
    assert_int_equal(summary_shown(&series, METRIC_REAL, &summary), 0);
    assert_close(summary.median, 10);
    series_release(&series);
}

static void a_report_shows_entropy_from_probed_samples(void **state)
{
    struct series series = series_of(1, 9);
    struct summary summary;

    (void)state;
    add(&series, true, METRIC_ENTROPY, 33);
    assert_int_equal(summary_shown(&series, METRIC_ENTROPY, &summary), 0);
    assert_close(summary.median, 33);
    series_release(&series);
}

static void a_series_that_failed_has_no_figures(void **state)
{
    struct series series = series_of(1, 9);
    struct summary summary = {.count = 5};

    (void)state;
    fault_set(&series.failure, FAULT_DISK_FULL, 0, NULL, NULL);
    assert_int_equal(summary_of(&series, METRIC_REAL, false, &summary), 0);
    assert_int_equal(summary.count, 0);
    series_release(&series);
}

static void a_spread_of_a_median_of_zero_is_absent(void **state)
{
    const int64_t zeros[8] = {0};
    int64_t scratch[8];

    (void)state;
    const struct summary summary = summary_of_sorted(zeros, 8, scratch);
    assert_true(summary.has_interval);
    assert_close(summary_spread_pct(&summary), -1);
}

static void ten_ticks_are_where_a_split_begins_to_mean_something(void **state)
{
    (void)state;
    assert_true(summary_below_ticks(39.9e6, 4000000));
    assert_false(summary_below_ticks(40e6, 4000000));
    assert_false(summary_below_ticks(1, -1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nine_values_give_median_quartiles_and_interval),
        cmocka_unit_test(six_values_are_the_fewest_with_an_interval),
        cmocka_unit_test(one_value_has_no_known_half_width),
        cmocka_unit_test(no_values_are_absent_not_zero),
        cmocka_unit_test(plain_and_probed_samples_are_not_mixed),
        cmocka_unit_test(
            a_report_shows_probed_samples_where_there_are_no_others),
        cmocka_unit_test(a_report_shows_entropy_from_probed_samples),
        cmocka_unit_test(a_series_that_failed_has_no_figures),
        cmocka_unit_test(a_spread_of_a_median_of_zero_is_absent),
        cmocka_unit_test(ten_ticks_are_where_a_split_begins_to_mean_something),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
