/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of stats. */
#include "base/stats.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

/* Miles per gallon of R's data set mtcars, times 10 (Henderson & Velleman
 * 1981), in the order of that set. */
static const int64_t mpg[] = {
    210, 210, 228, 214, 187, 181, 143, 244, 228, 192, 178,
    164, 173, 152, 104, 104, 147, 324, 304, 339, 215, 155,
    152, 133, 192, 273, 260, 304, 158, 197, 150, 214,
};

#define MPG_COUNT (sizeof mpg / sizeof *mpg)

static void sort_mpg(int64_t *r_sorted)
{
    memcpy(r_sorted, mpg, sizeof mpg);
    stats_sort(r_sorted, MPG_COUNT);
}

static void sorting_puts_values_in_ascending_order(void **state)
{
    int64_t values[] = {3, INT64_MIN, -1, INT64_MAX, 0, 3};
    const int64_t sorted[] = {INT64_MIN, -1, 0, 3, 3, INT64_MAX};
    (void)state;

    stats_sort(values, 6);
    assert_memory_equal(values, sorted, sizeof sorted);
    stats_sort(NULL, 0);
}

static void median_of_an_odd_count_is_the_middle_one(void **state)
{
    const int64_t values[] = {-5, 7, 1000};
    (void)state;

    assert_close(stats_median(values, 3), 7);
    assert_close(stats_median(values, 1), -5);
}

static void median_of_an_even_count_is_the_mean_of_the_middle_two(void **state)
{
    const int64_t values[] = {1, 4, 7, 100};
    (void)state;

    assert_close(stats_median(values, 2), 2.5);
    assert_close(stats_median(values, 4), 5.5);
}

static void median_of_the_widest_values_does_not_overflow(void **state)
{
    const int64_t ends[] = {INT64_MIN, INT64_MAX};
    const int64_t high[] = {INT64_MAX - 1, INT64_MAX};
    (void)state;

    assert_close(stats_median(ends, 2), -0.5);
    assert_close(stats_median(high, 2), 0x1p63);
}

/* quantile(mtcars$mpg) in R, whose default is type 7, prints
 * 10.400 15.425 19.200 22.800 33.900. */
static void quantiles_are_those_of_r(void **state)
{
    int64_t sorted[MPG_COUNT];
    (void)state;

    sort_mpg(sorted);
    assert_close(stats_quantile(sorted, MPG_COUNT, 0), 104.0);
    assert_close(stats_quantile(sorted, MPG_COUNT, 0.25), 154.25);
    assert_close(stats_quantile(sorted, MPG_COUNT, 0.5), 192.0);
    assert_close(stats_quantile(sorted, MPG_COUNT, 0.75), 228.0);
    assert_close(stats_quantile(sorted, MPG_COUNT, 1), 339.0);
    assert_close(stats_median(sorted, MPG_COUNT), 192.0);
}

static void quantiles_of_one_value_are_that_value(void **state)
{
    const int64_t value = 42;
    (void)state;

    assert_close(stats_quantile(&value, 1, 0), 42);
    assert_close(stats_quantile(&value, 1, 0.3), 42);
    assert_close(stats_quantile(&value, 1, 1), 42);
}

static void quantiles_of_the_widest_values_do_not_overflow(void **state)
{
    const int64_t ends[] = {INT64_MIN, INT64_MAX};
    (void)state;

    assert_close(stats_quantile(ends, 2, 0.25), -0x1p62);
    assert_close(stats_quantile(ends, 2, 0.5), 0);
}

/* mad(mtcars$mpg) in R is 5.41149, which is 1.4826 times 3.65. */
static void deviation_is_that_of_r(void **state)
{
    int64_t sorted[MPG_COUNT];
    int64_t scratch[MPG_COUNT];
    (void)state;

    sort_mpg(sorted);
    assert_close(stats_mad(sorted, MPG_COUNT, scratch), 36.5);
}

/* mad(c(1, 1, 2, 2, 4, 6, 9), constant = 1) is the textbook example, 1;
 * about 1..4 the median is 2.5 and the distances 1.5 0.5 0.5 1.5. */
static void deviation_may_be_half_a_unit(void **state)
{
    const int64_t textbook[] = {1, 1, 2, 2, 4, 6, 9};
    const int64_t four[] = {1, 2, 3, 4};
    const int64_t halves[] = {0, 2, 3, 5, 9, 9};
    int64_t scratch[7];
    (void)state;

    assert_close(stats_mad(textbook, 7, scratch), 1);
    assert_close(stats_mad(four, 4, scratch), 1);
    assert_close(stats_mad(four, 2, scratch), 0.5);
    /* median 4; distances 4 2 1 1 5 5 */
    assert_close(stats_mad(halves, 6, scratch), 3);
}

static void deviation_of_one_value_is_none(void **state)
{
    const int64_t value = 42;
    int64_t scratch[1];
    (void)state;

    assert_close(stats_mad(&value, 1, scratch), 0);
}

static void deviation_of_the_widest_values_does_not_overflow(void **state)
{
    const int64_t ends[] = {INT64_MIN, 0, INT64_MAX};
    int64_t scratch[3];
    (void)state;

    assert_close(stats_mad(ends, 3, scratch), 0x1p63);
}

static void deviation_leaves_its_input_alone(void **state)
{
    int64_t sorted[MPG_COUNT];
    int64_t kept[MPG_COUNT];
    int64_t scratch[MPG_COUNT];
    (void)state;

    sort_mpg(sorted);
    memcpy(kept, sorted, sizeof kept);
    (void)stats_mad(sorted, MPG_COUNT, scratch);
    assert_memory_equal(sorted, kept, sizeof kept);
}

/* Ranks K for COUNT values at 95 %, from the exact binomial sums (Python
 * integers, math.comb); those for 6, 10 and 20 stand in printed tables, such
 * as Conover's A3. */
static const struct {
    size_t count, k;
} ranks[] = {
    {6, 1},      {8, 1},       {9, 2},        {10, 2},     {20, 6},
    {31, 10},    {60, 22},     {100, 40},     {1000, 469}, {1074, 505},
    {1075, 505}, {5000, 2431}, {10000, 4902},
};

static void interval_of_the_median_has_the_ranks_of_the_tables(void **state)
{
    (void)state;

    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        const size_t count = ranks[i].count;
        int64_t *values = calloc(count, sizeof *values);
        assert_non_null(values);
        for (size_t v = 0; v < count; v++)
            values[v] = (int64_t)v + 1; /* the value is the rank */
        struct interval interval;
        assert_true(stats_median_interval(values, count, 0.95, &interval));
        assert_close(interval.low, (double)ranks[i].k);
        assert_close(interval.high, (double)(count + 1 - ranks[i].k));
        free(values);
    }
}

static void interval_of_too_few_values_is_absent(void **state)
{
    const int64_t values[] = {1, 2, 3, 4, 5};
    struct interval interval = {-1, -2};
    (void)state;

    for (size_t count = 0; count <= 5; count++)
        assert_false(stats_median_interval(values, count, 0.95, &interval));
    assert_close(interval.low, -1);
    assert_close(interval.high, -2);
}

/* Six values cover 1 - 2/64 = 0.96875 of it, which is exact in binary. */
static void coverage_just_at_the_level_is_enough(void **state)
{
    const int64_t values[] = {1, 2, 3, 4, 5, 6};
    struct interval interval;
    (void)state;

    assert_true(stats_median_interval(values, 6, 0.96875, &interval));
    assert_close(interval.low, 1);
    assert_close(interval.high, 6);
    assert_false(stats_median_interval(values, 6, 0.96876, &interval));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorting_puts_values_in_ascending_order),
        cmocka_unit_test(median_of_an_odd_count_is_the_middle_one),
        cmocka_unit_test(median_of_an_even_count_is_the_mean_of_the_middle_two),
        cmocka_unit_test(median_of_the_widest_values_does_not_overflow),
        cmocka_unit_test(quantiles_are_those_of_r),
        cmocka_unit_test(quantiles_of_one_value_are_that_value),
        cmocka_unit_test(quantiles_of_the_widest_values_do_not_overflow),
        cmocka_unit_test(deviation_is_that_of_r),
        cmocka_unit_test(deviation_may_be_half_a_unit),
        cmocka_unit_test(deviation_of_one_value_is_none),
        cmocka_unit_test(deviation_of_the_widest_values_does_not_overflow),
        cmocka_unit_test(deviation_leaves_its_input_alone),
        cmocka_unit_test(interval_of_the_median_has_the_ranks_of_the_tables),
        cmocka_unit_test(interval_of_too_few_values_is_absent),
        cmocka_unit_test(coverage_just_at_the_level_is_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
