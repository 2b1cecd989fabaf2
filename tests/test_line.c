/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/line. */
#include "report/line.h"

#include "close.h"
#include "model/run.h"
#include "sample_run.h"

#include <stdlib.h>
#include <string.h>

/* Real time of COUNT samples from LOW to HIGH, the median in between. */
static struct line_end end_at(int64_t bytes, size_t count, double low,
                              double high)
{
    const struct line_end end = {
        .bytes = bytes,
        .real = {.count = count,
                 .median = (low + high) / 2,
                 .min = (int64_t)low,
                 .max = (int64_t)high,
                 .has_interval = count >= SUMMARY_INTERVAL_COUNT,
                 .interval = {low, high}},
    };
    return end;
}

/* 2 ms and 50 ns a byte: 2,050,000 ns for 1,000 bytes, 3,000,000 for 20,000.
 * Half-widths of 300 and 400 ns: hypot (300, 400) = 500 over 19,000 bytes;
 * for the fixed cost hypot (300 x 20/19, 400 x 1/19). */
static void a_line_goes_through_both_medians(void **state)
{
    const struct line_end small = end_at(1000, 6, 2049700, 2050300);
    const struct line_end large = end_at(20000, 6, 2999600, 3000400);
    struct line line;

    (void)state;
    assert_true(line_through(&small, &large, &line));
    assert_close(line.fixed_ns, 2000000);
    assert_close(line.slope_ns, 50);
    assert_close(line.slope_half_width_ns, 500.0 / 19000);
    assert_close(line.fixed_half_width_ns,
                 sqrt(6000.0 * 6000 + 400.0 * 400) / 19);
}

static bool is_line(struct line_end small, struct line_end large)
{
    struct line line;

    return line_through(&small, &large, &line);
}

static void below_three_samples_there_is_no_line(void **state)
{
    (void)state;
    assert_true(is_line(end_at(0, 3, 10, 20), end_at(9000, 3, 30, 40)));
    assert_false(is_line(end_at(0, 2, 10, 20), end_at(9000, 3, 30, 40)));
    assert_false(is_line(end_at(0, 3, 10, 20), end_at(9000, 2, 30, 40)));
    assert_false(is_line(end_at(0, 0, 0, 0), end_at(9000, 0, 0, 0)));
}

static void sizes_a_page_apart_are_the_least(void **state)
{
    (void)state;
    assert_true(is_line(end_at(0, 6, 10, 20), end_at(4096, 6, 30, 40)));
    assert_false(is_line(end_at(0, 6, 10, 20), end_at(4095, 6, 30, 40)));
    assert_false(is_line(end_at(0, 6, 10, 20), end_at(0, 6, 30, 40)));
    assert_false(is_line(end_at(1, 6, 10, 20), end_at(20, 6, 30, 40)));
    assert_false(is_line(end_at(-1, 6, 10, 20), end_at(9000, 6, 30, 40)));
}

static void a_slope_that_may_be_nothing_or_less_is_none(void **state)
{
    (void)state;
    assert_false(is_line(end_at(0, 6, 10, 30), end_at(9000, 6, 30, 40)));
    assert_false(is_line(end_at(0, 6, 10, 30), end_at(9000, 6, 10, 30)));
    assert_false(is_line(end_at(0, 6, 50, 60), end_at(9000, 6, 10, 30)));
    /* Intervals that do not meet count, though the ranges do. */
    struct line_end small = end_at(0, 12, 10, 20);
    small.real.max = 99;
    assert_true(is_line(small, end_at(9000, 6, 30, 40)));
}

/* 10 ns a byte would leave -50 ns for no bytes. */
static void a_negative_fixed_cost_is_no_line(void **state)
{
    (void)state;
    assert_false(is_line(end_at(10000, 6, 49950, 49950),
                         end_at(20000, 6, 149950, 149950)));
    assert_true(is_line(end_at(10000, 6, 100000, 100000),
                        end_at(20000, 6, 200000, 200000)));
}

static bool has_line(const struct run *run, enum operation operation)
{
    const struct cell cell = {.copies = 1, .operation = operation};
    struct line line;
    bool is_known = false;

    assert_int_equal(line_of(run, &cell, &line, &is_known), 0);
    return is_known;
}

/* sample_run's encrypt grows 1.5 times, its sign 18 times. */
static void
what_compresses_away_has_no_line_and_nor_has_its_reader(void **state)
{
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    assert_true(has_line(&run, OPERATION_SIGN));
    assert_true(has_line(&run, OPERATION_VERIFY));
    assert_false(has_line(&run, OPERATION_ENCRYPT));
    assert_false(has_line(&run, OPERATION_DECRYPT));
    assert_false(has_line(&run, OPERATION_START));
    run_release(&run);
}

/* Without sign's cells nothing is known of what verify reads. */
static void
a_reader_alone_has_a_line_only_if_nothing_was_compressed(void **state)
{
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    for (size_t i = 0; i < run.series_count; i++)
        if (run.series[i].cell.operation == OPERATION_SIGN)
            run.series[i].cell.operation = OPERATION_START;
    assert_false(has_line(&run, OPERATION_VERIFY));
    for (size_t i = 0; i < run.series_count; i++)
        if (run.series[i].cell.operation == OPERATION_VERIFY)
            sample_run_replace(&run.series[i].used.compress, "uncompressed");
    assert_true(has_line(&run, OPERATION_VERIFY));
    run_release(&run);
}

static void caches_in_different_states_make_no_line(void **state)
{
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    sample_run_find(&run, "gpg/dsa1024/sign/COPYING/x20")->cache = CACHE_WARM;
    assert_false(has_line(&run, OPERATION_SIGN));
    run_release(&run);
}

static void an_empty_file_or_a_failed_cell_makes_no_line(void **state)
{
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_TWO, &run);
    assert_false(has_line(&run, OPERATION_SIGN));
    run_release(&run);
    sample_run_make(SAMPLE_RUN_FULL, &run);
    fault_set(&sample_run_find(&run, "gpg/dsa1024/sign/COPYING/x20")->failure,
              FAULT_TIMEOUT, 0, NULL, NULL);
    assert_false(has_line(&run, OPERATION_SIGN));
    run_release(&run);
    sample_run_make(SAMPLE_RUN_EMPTY, &run);
    assert_false(has_line(&run, OPERATION_SIGN));
    run_release(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_goes_through_both_medians),
        cmocka_unit_test(below_three_samples_there_is_no_line),
        cmocka_unit_test(sizes_a_page_apart_are_the_least),
        cmocka_unit_test(a_slope_that_may_be_nothing_or_less_is_none),
        cmocka_unit_test(a_negative_fixed_cost_is_no_line),
        cmocka_unit_test(
            what_compresses_away_has_no_line_and_nor_has_its_reader),
        cmocka_unit_test(
            a_reader_alone_has_a_line_only_if_nothing_was_compressed),
        cmocka_unit_test(caches_in_different_states_make_no_line),
        cmocka_unit_test(an_empty_file_or_a_failed_cell_makes_no_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
