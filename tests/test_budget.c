/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/budget.  All figures are small enough to be worked out by
 * hand, and the comment beside them shows how. */
#include "report/budget.h"

#include "close.h"
#include "model/series.h"

#include <stdlib.h>

/* The parts of real in the order of INTERFACE, "Metrics". */
static void the_parts_stand_in_the_order_of_the_interface(void **state)
{
    static const char *const keys[BUDGET_PART_COUNT] = {
        "entropy_ns",       "flash_ns",          "stage_startup_ns",
        "stage_setup_ns",   "stage_compress_ns", "stage_hash_ns",
        "stage_cipher_ns",  "stage_pubkey_ns",   "stage_random_ns",
        "stage_ipc_ns",     "stage_finish_ns",   "stage_other_ns",
        "stage_overlap_ns",
    };
    (void)state;

    for (size_t p = 0; p < BUDGET_PART_COUNT; p++)
        assert_string_equal(metric_row(budget_metric(p))->key, keys[p]);
    assert_int_equal(budget_metric(BUDGET_OVERLAP), METRIC_STAGE_OVERLAP);
}

static void add(struct series *series, const struct sample *sample)
{
    assert_int_equal(series_add(series, sample), 0);
}

/* A sample of which half is start-up and the rest is other. */
static void add_halved(struct series *series, int64_t real_ns)
{
    struct sample sample = {.probed = true};

    for (size_t p = 0; p < BUDGET_PART_COUNT; p++)
        sample_set(&sample, budget_metric(p), 0);
    sample_set(&sample, METRIC_REAL, real_ns);
    sample_set(&sample, METRIC_STAGE_STARTUP, real_ns / 2);
    sample_set(&sample, METRIC_STAGE_OTHER, real_ns - real_ns / 2);
    add(series, &sample);
}

static const struct budget_part *part_of(const struct budget *budget,
                                         enum metric metric)
{
    size_t part = 0;

    while (budget_metric(part) != metric)
        part++;
    return &budget->parts[part];
}

/* Of seven samples, two are left out at either end: 30, 40 and 50 stay, in
 * whatever order they were taken. */
static void it_is_the_mean_of_the_middle_half_by_real(void **state)
{
    static const int64_t real_ns[] = {50, 1000, 10, 40, 20, 30, 60};
    struct series series = {.samples = NULL};
    struct budget budget;
    (void)state;

    for (size_t i = 0; i < sizeof real_ns / sizeof *real_ns; i++)
        add_halved(&series, real_ns[i]);
    assert_int_equal(budget_of(&series, &budget), 0);
    assert_int_equal(budget.probed, 7);
    assert_int_equal(budget.used, 3);
    assert_close(budget.real.ns, 40);
    assert_close(budget.real.half_width_ns, 10); /* (50 - 30) / 2 */
    assert_close(part_of(&budget, METRIC_STAGE_STARTUP)->ns, 20);
    assert_close(part_of(&budget, METRIC_STAGE_STARTUP)->half_width_ns, 5);
    assert_close(budget_share_pct(&budget, 20), 50);
    series_release(&series);
}

/* n less twice the whole part of (n + 1) / 4; of three it is the median. */
static void a_quarter_is_left_out_at_either_end(void **state)
{
    static const size_t used[] = {0, 1, 2, 1, 2, 3, 4, 3, 4, 5, 6, 5, 6};
    struct series series = {.samples = NULL};
    struct budget budget;
    (void)state;

    for (size_t n = 1; n < sizeof used / sizeof *used; n++) {
        add_halved(&series, 2 * (int64_t)n);
        assert_int_equal(budget_of(&series, &budget), 0);
        assert_int_equal(budget.used, used[n]);
    }
    series_release(&series);
}

static void one_sample_has_no_range(void **state)
{
    struct series series = {.samples = NULL};
    struct budget budget;
    (void)state;

    add_halved(&series, 100);
    assert_int_equal(budget_of(&series, &budget), 0);
    assert_close(budget.real.ns, 100);
    assert_close(budget.real.half_width_ns, -1);
    series_release(&series);
}

/* The next number of a generator of Park and Miller, Communications of the
 * ACM 31 (1988): 16807 x mod 2^31 - 1. */
static int64_t next(int64_t *state)
{
    return *state = *state * 16807 % 2147483647;
}

/* A sample of any parts that obeys the equation. */
static struct sample any_sample(int64_t *random)
{
    struct sample sample = {.probed = true};
    int64_t real_ns = 0;

    for (size_t p = 0; p < BUDGET_OVERLAP; p++) {
        const int64_t ns = next(random);
        sample_set(&sample, budget_metric(p), ns);
        real_ns += ns;
    }
    const int64_t overlap_ns = next(random) % real_ns;
    sample_set(&sample, METRIC_STAGE_OVERLAP, overlap_ns);
    sample_set(&sample, METRIC_REAL, real_ns - overlap_ns);
    return sample;
}

/* INTERFACE: real = entropy + flash + all stages - overlap. */
static void the_parts_add_up_to_real_whatever_the_samples_are(void **state)
{
    struct series series = {.samples = NULL};
    struct budget budget;
    int64_t random = 1;
    (void)state;

    for (size_t n = 1; n <= 25; n++) {
        const struct sample sample = any_sample(&random);
        double sum_ns = 0;
        add(&series, &sample);
        assert_int_equal(budget_of(&series, &budget), 0);
        for (size_t p = 0; p < BUDGET_OVERLAP; p++)
            sum_ns += budget.parts[p].ns;
        assert_close(sum_ns - budget.parts[BUDGET_OVERLAP].ns, budget.real.ns);
        assert_true(fabs(budget.unknown_ns) <= 0);
    }
    series_release(&series);
}

/* 100 - 60 - 10 = 30, of which nothing is known. */
static void what_absent_parts_leave_of_real_is_not_known(void **state)
{
    struct series series = {.samples = NULL};
    struct sample sample = {.probed = true};
    struct budget budget;
    (void)state;

    sample_set(&sample, METRIC_REAL, 100);
    sample_set(&sample, METRIC_STAGE_STARTUP, 60);
    sample_set(&sample, METRIC_FLASH, 10);
    add(&series, &sample);
    assert_int_equal(budget_of(&series, &budget), 0);
    assert_int_equal(budget.used, 1);
    assert_true(part_of(&budget, METRIC_FLASH)->is_known);
    assert_false(part_of(&budget, METRIC_ENTROPY)->is_known);
    assert_false(budget.parts[BUDGET_OVERLAP].is_known);
    assert_false(budget.jitter.is_known);
    assert_close(budget.unknown_ns, 30);
    series_release(&series);
}

static void a_sample_that_lacks_what_others_have_is_left_out(void **state)
{
    struct series series = {.samples = NULL};
    struct budget budget;
    (void)state;

    add_halved(&series, 100);
    add_halved(&series, 300);
    add_halved(&series, 200);
    series.samples[1].have &= ~(UINT64_C(1) << METRIC_STAGE_PUBKEY);
    assert_int_equal(budget_of(&series, &budget), 0);
    assert_int_equal(budget.probed, 3);
    assert_int_equal(budget.used, 2);
    assert_close(budget.real.ns, 150); /* (100 + 200) / 2 */
    assert_true(part_of(&budget, METRIC_STAGE_PUBKEY)->is_known);
    series_release(&series);
}

static void the_jitter_generator_is_inside_parts_and_none_itself(void **state)
{
    struct series series = {.samples = NULL};
    struct budget budget;
    (void)state;

    add_halved(&series, 100);
    sample_set(&series.samples[0], METRIC_JITTER, 40);
    assert_int_equal(budget_of(&series, &budget), 0);
    assert_true(budget.jitter.is_known);
    assert_close(budget.jitter.ns, 40);
    assert_close(budget.unknown_ns, 0);
    series_release(&series);
}

static void plain_samples_and_silent_ones_make_no_budget(void **state)
{
    const struct sample silent = {
        .probed = true,
        .have = UINT64_C(1) << METRIC_REAL,
    };
    struct series series = {.samples = NULL};
    struct budget budget;
    (void)state;

    assert_int_equal(budget_of(&series, &budget), 0);
    assert_int_equal(budget.used, 0);
    add_halved(&series, 100);
    series.samples[0].probed = false;
    add(&series, &silent);
    assert_int_equal(budget_of(&series, &budget), 0);
    assert_int_equal(budget.probed, 1);
    assert_int_equal(budget.used, 0);
    assert_close(budget_share_pct(&budget, 1), 0);
    series_release(&series);
}

static void a_cell_that_failed_has_no_budget(void **state)
{
    struct series series = {.samples = NULL};
    struct budget budget;
    (void)state;

    add_halved(&series, 100);
    fault_set(&series.failure, FAULT_TIMEOUT, 0, NULL, NULL);
    assert_int_equal(budget_of(&series, &budget), 0);
    assert_int_equal(budget.used, 0);
    series_release(&series);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_parts_stand_in_the_order_of_the_interface),
        cmocka_unit_test(it_is_the_mean_of_the_middle_half_by_real),
        cmocka_unit_test(a_quarter_is_left_out_at_either_end),
        cmocka_unit_test(one_sample_has_no_range),
        cmocka_unit_test(the_parts_add_up_to_real_whatever_the_samples_are),
        cmocka_unit_test(what_absent_parts_leave_of_real_is_not_known),
        cmocka_unit_test(a_sample_that_lacks_what_others_have_is_left_out),
        cmocka_unit_test(the_jitter_generator_is_inside_parts_and_none_itself),
        cmocka_unit_test(plain_samples_and_silent_ones_make_no_budget),
        cmocka_unit_test(a_cell_that_failed_has_no_budget),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
