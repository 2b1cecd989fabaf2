/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/schedule.  The golden orders were worked out by a Python
 * program of ten lines, whose generator gives 6457827717110365317,
 * 3203168211198807973, … for the seed 1234567: the published values of
 * splitmix64. */
#include "bench/schedule.h"

#include "close.h"

#include <string.h>

#define CELLS 9

static void assert_order(uint64_t seed, uint32_t round,
                         const uint32_t expected[CELLS])
{
    uint32_t order[CELLS];

    schedule_order(seed, round, order, CELLS);
    for (size_t i = 0; i < CELLS; i++)
        assert_int_equal(order[i], expected[i]);
}

static void orders_are_the_golden_ones(void **state)
{
    static const uint32_t first[CELLS] = {3, 1, 4, 7, 8, 5, 0, 6, 2};
    static const uint32_t second[CELLS] = {1, 3, 5, 8, 7, 6, 0, 4, 2};
    static const uint32_t eighth[CELLS] = {4, 6, 3, 1, 5, 8, 7, 2, 0};
    static const uint32_t last[CELLS] = {5, 3, 1, 2, 8, 7, 0, 4, 6};
    (void)state;

    assert_order(1, 0, first);
    assert_order(1, 1, second);
    assert_order(42, 7, eighth);
    assert_order(INT64_MAX, UINT32_MAX, last);
}

static void every_cell_comes_once_in_an_order(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < 50; round++) {
        uint32_t order[40];
        uint64_t seen = 0;
        schedule_order(7, round, order, 40);
        for (size_t i = 0; i < 40; i++) {
            assert_true(order[i] < 40);
            seen |= UINT64_C(1) << order[i];
        }
        assert_true(seen == (UINT64_C(1) << 40) - 1);
    }
}

static void rounds_and_seeds_have_orders_of_their_own(void **state)
{
    uint32_t one[40], other[40];
    (void)state;

    for (uint32_t round = 0; round < 20; round++) {
        schedule_order(7, round, one, 40);
        schedule_order(7, round + 1, other, 40);
        assert_memory_not_equal(one, other, sizeof one);
        schedule_order(8, round, other, 40);
        assert_memory_not_equal(one, other, sizeof one);
    }
}

static void one_cell_and_none_have_an_order(void **state)
{
    uint32_t order[1] = {99};
    (void)state;

    schedule_order(7, 3, order, 0);
    assert_int_equal(order[0], 99);
    schedule_order(7, 3, order, 1);
    assert_int_equal(order[0], 0);
}

/* A series of COUNT plain samples with the real times VALUES. */
static struct series series_of(const int64_t *values, size_t count)
{
    struct series series = {0};

    for (size_t i = 0; i < count; i++) {
        struct sample sample = {0};
        sample_set(&sample, METRIC_REAL, values[i]);
        assert_int_equal(series_add(&series, &sample), 0);
    }
    return series;
}

static bool is_enough(const struct settings *settings, const int64_t *values,
                      size_t count)
{
    const struct run run = {.settings = *settings};
    int64_t scratch[16];
    struct series series = series_of(values, count);
    const bool enough = schedule_is_enough(&run, &series, false, scratch);

    series_release(&series);
    return enough;
}

/* Of six values the interval is from the first to the last in size (Conover,
 * table A3), so its half-width is 3 and the median 100. */
static const int64_t six[] = {100, 103, 97, 102, 98, 100};

static void an_interval_within_the_precision_is_enough(void **state)
{
    struct settings settings = {
        .min_runs = 6, .max_runs = 60, .precision_pct = 3};
    (void)state;

    assert_true(is_enough(&settings, six, 6));
    settings.precision_pct = 2.99;
    assert_false(is_enough(&settings, six, 6));
}

static void less_than_min_runs_is_never_enough(void **state)
{
    const struct settings settings = {
        .min_runs = 7, .max_runs = 60, .precision_pct = 50};
    (void)state;

    assert_false(is_enough(&settings, six, 6));
    assert_false(is_enough(&settings, six, 0));
}

static void without_an_interval_nothing_is_precise(void **state)
{
    static const int64_t same[] = {100, 100, 100, 100, 100, 100};
    const struct settings settings = {
        .min_runs = 1, .max_runs = 60, .precision_pct = 50};
    (void)state;

    assert_false(is_enough(&settings, same, 5));
    assert_true(is_enough(&settings, same, 6));
}

static void max_runs_is_enough_whatever_the_precision(void **state)
{
    const struct settings settings = {
        .min_runs = 6, .max_runs = 6, .precision_pct = 0.001};
    (void)state;

    assert_false(is_enough(&settings, six, 5));
    assert_true(is_enough(&settings, six, 6));
}

static void runs_asks_for_exactly_so_many(void **state)
{
    const struct settings settings = {
        .runs = 5, .min_runs = 1, .max_runs = 2, .precision_pct = 50};
    (void)state;

    assert_false(is_enough(&settings, six, 4));
    assert_true(is_enough(&settings, six, 5));
}

static void probed_samples_and_those_without_a_time_do_not_count(void **state)
{
    const struct run run = {.settings = {.runs = 2}};
    struct series series = series_of(six, 1);
    struct sample probed = {.probed = true};
    const struct sample timeless = {.have = 0};
    int64_t scratch[16];
    (void)state;

    sample_set(&probed, METRIC_REAL, 100);
    assert_int_equal(series_add(&series, &probed), 0);
    assert_int_equal(series_add(&series, &timeless), 0);
    assert_false(schedule_is_enough(&run, &series, false, scratch));
    series_release(&series);
}

static void a_failed_cell_is_enough(void **state)
{
    const struct run run = {.settings = {.runs = 2}};
    struct series series = {.failure = {.what = FAULT_DISK_FULL}};
    int64_t scratch[1];
    (void)state;

    assert_true(schedule_is_enough(&run, &series, false, scratch));
}

/* 2^(1-n) x tests <= 0.05: by hand. */
static void engines_need_as_many_pairs_as_a_test_of_all_cells(void **state)
{
    static const struct {
        uint32_t engines, cells, pairs;
    } rows[] = {{1, 9, 0}, {2, 1, 7}, {2, 9, 10}, {3, 9, 11}, {2, 200, 14}};
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct run run;
        run_init(&run);
        for (uint32_t e = 0; e < rows[i].engines; e++)
            for (uint32_t c = 0; c < rows[i].cells; c++) {
                const struct cell cell = {e, 0, 0, c + 1, OPERATION_SIGN};
                assert_non_null(run_add_series(&run, &cell));
            }
        assert_int_equal(schedule_pairs_needed(&run), rows[i].pairs);
        run_release(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_the_golden_ones),
        cmocka_unit_test(every_cell_comes_once_in_an_order),
        cmocka_unit_test(rounds_and_seeds_have_orders_of_their_own),
        cmocka_unit_test(one_cell_and_none_have_an_order),
        cmocka_unit_test(an_interval_within_the_precision_is_enough),
        cmocka_unit_test(less_than_min_runs_is_never_enough),
        cmocka_unit_test(without_an_interval_nothing_is_precise),
        cmocka_unit_test(max_runs_is_enough_whatever_the_precision),
        cmocka_unit_test(runs_asks_for_exactly_so_many),
        cmocka_unit_test(probed_samples_and_those_without_a_time_do_not_count),
        cmocka_unit_test(a_failed_cell_is_enough),
        cmocka_unit_test(engines_need_as_many_pairs_as_a_test_of_all_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
