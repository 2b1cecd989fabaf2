/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/contrast.  Figures are those of R 4.2.2: exp() of what
 * wilcox.test(log(other / base)) and wilcox.test(log(other), log(base)) say
 * with conf.int = TRUE. */
#include "report/contrast.h"

#include "close.h"
#include "rival_run.h"

#include <math.h>

static const int64_t base_ns[] = {100, 103, 98, 110, 105, 99, 102, 120};
static const int64_t other_ns[] = {107, 112, 109, 118, 113, 111, 115, 126};

#define COUNT 8

struct rivals {
    struct run run;
    struct contrast_sides sides;
    struct contrast contrast;
};

static void rivals_init(struct rivals *rivals, bool are_paired)
{
    rival_run_init(&rivals->run, 2);
    rival_run_add(&rivals->run, 0, OPERATION_SIGN);
    rival_run_add(&rivals->run, 1, OPERATION_SIGN);
    rivals->sides = (struct contrast_sides){&rivals->run.series[0],
                                            &rivals->run.series[1], are_paired};
}

static void rivals_fill(struct rivals *rivals, bool are_paired)
{
    rivals_init(rivals, are_paired);
    for (uint32_t i = 0; i < COUNT; i++) {
        rival_run_sample(&rivals->run.series[0], i, base_ns[i]);
        rival_run_sample(&rivals->run.series[1], i, other_ns[i]);
    }
}

static void look(struct rivals *rivals, enum metric metric)
{
    assert_int_equal(contrast_of(&rivals->sides, metric, &rivals->contrast), 0);
}

static void assert_near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-6))
        fail_msg("%.9g is not %.9g", value, expected);
}

static void samples_of_one_round_are_a_pair(void **state)
{
    struct rivals rivals;
    (void)state;

    rivals_fill(&rivals, true);
    look(&rivals, METRIC_REAL);
    assert_true(rivals.contrast.is_paired);
    assert_int_equal(rivals.contrast.n_base, COUNT);
    assert_int_equal(rivals.contrast.n_other, COUNT);
    assert_near(rivals.contrast.p, 0.0078125);
    assert_near(rivals.contrast.ratio, 1.089476312);
    assert_true(rivals.contrast.has_interval);
    assert_near(rivals.contrast.interval.low, 1.063014581);
    assert_near(rivals.contrast.interval.high, 1.119822129);
    assert_near(contrast_least_p(&rivals.contrast), 2.0 / 256);
    run_release(&rivals.run);
}

static void samples_of_two_runs_are_two_groups(void **state)
{
    struct rivals rivals;
    (void)state;

    rivals_fill(&rivals, false);
    look(&rivals, METRIC_REAL);
    assert_false(rivals.contrast.is_paired);
    assert_near(rivals.contrast.p, 0.01476301476);
    assert_near(rivals.contrast.ratio, 1.09616234696);
    assert_near(rivals.contrast.interval.low, 1.0380952381);
    assert_near(rivals.contrast.interval.high, 1.15);
    run_release(&rivals.run);
}

static void sides_turned_round_give_the_inverse(void **state)
{
    struct rivals rivals;
    (void)state;

    for (int are_paired = 0; are_paired < 2; are_paired++) {
        rivals_fill(&rivals, are_paired != 0);
        look(&rivals, METRIC_REAL);
        const struct contrast there = rivals.contrast;
        const struct series *base = rivals.sides.base;
        rivals.sides.base = rivals.sides.other;
        rivals.sides.other = base;
        look(&rivals, METRIC_REAL);
        assert_near(rivals.contrast.ratio * there.ratio, 1);
        assert_near(rivals.contrast.interval.low * there.interval.high, 1);
        assert_near(rivals.contrast.p, there.p);
        run_release(&rivals.run);
    }
}

static void rounds_that_one_side_lacks_are_no_pairs(void **state)
{
    struct rivals rivals;
    (void)state;

    rivals_init(&rivals, true);
    for (uint32_t i = 0; i < 20; i++) {
        if (i % 2 == 0)
            rival_run_sample(&rivals.run.series[0], i, 100);
        if (i % 3 == 0)
            rival_run_sample(&rivals.run.series[1], i, 200);
        rival_run_probed(&rivals.run.series[1], i, 900, 1);
    }
    look(&rivals, METRIC_REAL);
    assert_int_equal(rivals.contrast.n_base, 4); /* 0, 6, 12, 18 */
    assert_near(rivals.contrast.ratio, 2);
    assert_false(rivals.contrast.has_interval);
    run_release(&rivals.run);
}

/* The machine is twice as slow in the second half, and each other sample comes
 * from it: the medians of the sides lie far apart, the pairs do not. */
static void a_drift_of_the_machine_is_none_of_the_pairs(void **state)
{
    struct rivals rivals;
    (void)state;

    rivals_init(&rivals, true);
    for (uint32_t i = 0; i < 21; i++) {
        const int64_t ns = i < 11 ? 1000 + i : 2000 + i;
        rival_run_sample(&rivals.run.series[0], i, ns);
        rival_run_sample(&rivals.run.series[1], i, ns + (i % 2 ? 3 : -3));
    }
    look(&rivals, METRIC_REAL);
    assert_true(fabs(rivals.contrast.ratio - 1) < 0.003);
    assert_true(rivals.contrast.p > 0.5);
    run_release(&rivals.run);
}

static void what_the_probe_tells_is_of_two_groups(void **state)
{
    struct rivals rivals;
    (void)state;

    rivals_init(&rivals, true);
    for (uint32_t i = 0; i < 4; i++) {
        rival_run_probed(&rivals.run.series[0], i, 1000 + i, 100 + i);
        rival_run_probed(&rivals.run.series[1], i, 1900 + i, 1000 + i);
    }
    look(&rivals, METRIC_STAGE_CIPHER);
    assert_false(rivals.contrast.is_paired);
    assert_near(rivals.contrast.p, 2.0 / 70); /* 2 / C(8, 4) */
    assert_true(rivals.contrast.has_interval);
    /* Without plain samples the probed ones are what real is of. */
    look(&rivals, METRIC_REAL);
    assert_true(rivals.contrast.is_paired);
    assert_int_equal(rivals.contrast.n_base, 4);
    run_release(&rivals.run);
}

static void what_may_be_nothing_has_no_ratio_of_logarithms(void **state)
{
    struct rivals rivals;
    (void)state;

    rivals_init(&rivals, true);
    for (uint32_t i = 0; i < 5; i++) {
        rival_run_probed(&rivals.run.series[0], i, 1000, i == 0 ? 0 : 100);
        rival_run_probed(&rivals.run.series[1], i, 1000, 300);
    }
    look(&rivals, METRIC_STAGE_CIPHER);
    assert_near(rivals.contrast.p, 2.0 / 252); /* 2 / C(10, 5) */
    assert_near(rivals.contrast.ratio, 3);     /* of the medians */
    assert_false(rivals.contrast.has_interval);
    look(&rivals, METRIC_STAGE_HASH); /* nothing on both sides */
    assert_false(rivals.contrast.has_ratio);
    assert_near(rivals.contrast.p, 1);
    run_release(&rivals.run);
}

static void what_failed_has_no_figures(void **state)
{
    struct rivals rivals;
    (void)state;

    for (int are_paired = 0; are_paired < 2; are_paired++) {
        rivals_fill(&rivals, are_paired != 0);
        fault_set(&rivals.run.series[1].failure, FAULT_DISK_FULL, 0, "x", NULL);
        look(&rivals, METRIC_REAL);
        assert_false(rivals.contrast.has_ratio);
        assert_near(rivals.contrast.p, 1);
        run_release(&rivals.run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_of_one_round_are_a_pair),
        cmocka_unit_test(samples_of_two_runs_are_two_groups),
        cmocka_unit_test(sides_turned_round_give_the_inverse),
        cmocka_unit_test(rounds_that_one_side_lacks_are_no_pairs),
        cmocka_unit_test(a_drift_of_the_machine_is_none_of_the_pairs),
        cmocka_unit_test(what_the_probe_tells_is_of_two_groups),
        cmocka_unit_test(what_may_be_nothing_has_no_ratio_of_logarithms),
        cmocka_unit_test(what_failed_has_no_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
