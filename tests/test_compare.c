/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/compare: what is compared with what, and the verdicts. */
#include "report/compare.h"

#include "base/text.h"
#include "close.h"
#include "rival_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct compare_options usual = {.noise_pct = COMPARE_NOISE_PCT};

static void make(struct compare *compare, const struct compare_options *options)
{
    assert_int_equal(compare_make(compare, options), 0);
}

/* The engines of RUN, compared as OPTIONS say. */
static struct compare of_engines(const struct run *run,
                                 const struct compare_options *options)
{
    struct compare compare = {.sides = NULL};

    for (uint32_t e = 0; e < run->engine_count; e++)
        assert_int_equal(compare_add(&compare, run, e, run->engines[e].name),
                         0);
    make(&compare, options);
    return compare;
}

static struct compare of_runs(const struct run *base, const struct run *other,
                              const struct compare_options *options)
{
    struct compare compare = {.sides = NULL};

    assert_int_equal(compare_add(&compare, base, 0, "base"), 0);
    assert_int_equal(compare_add(&compare, other, 0, "other"), 0);
    make(&compare, options);
    return compare;
}

static const struct compare_figure *figure(const struct compare *compare,
                                           size_t cell, size_t index)
{
    assert_true(cell < compare->pairs[0].cell_count);
    return &compare->pairs[0].cells[cell].figures[index];
}

static void assert_verdict(const struct compare *compare, size_t cell,
                           enum verdict expected)
{
    assert_string_equal(verdict_word(figure(compare, cell, 0)->verdict),
                        verdict_word(expected));
}

/* Two engines with the four operations, 20 rounds, of which PCT more in
 * OPERATION by the second. */
static void make_run(struct run *run, enum operation operation, int pct)
{
    rival_run_init(run, 2);
    for (uint32_t e = 0; e < 2; e++)
        for (int o = OPERATION_SIGN; o <= OPERATION_DECRYPT; o++) {
            int64_t ns = 1000000 * (1 + o);
            if (e == 1 && o == (int)operation)
                ns += ns * pct / 100;
            rival_run_fill(rival_run_add(run, e, (enum operation)o), 20, ns);
        }
}

static void a_slower_operation_is_found_and_no_other(void **state)
{
    struct run run;
    (void)state;

    make_run(&run, OPERATION_ENCRYPT, 5);
    struct compare compare = of_engines(&run, &usual);
    assert_int_equal(compare.pair_count, 1);
    assert_true(compare.pairs[0].is_one_run);
    assert_int_equal(compare.pairs[0].cell_count, 4);
    assert_int_equal(compare.test_count, 8); /* real and CPU of each */
    for (size_t i = 0; i < 4; i++)
        assert_verdict(&compare, i,
                       compare.pairs[0].cells[i].base->cell.operation ==
                               OPERATION_ENCRYPT
                           ? VERDICT_SLOWER
                           : VERDICT_NOTHING);
    compare_release(&compare);
    run_release(&run);
}

static void faster_is_the_other_way_round(void **state)
{
    struct run run;
    (void)state;

    make_run(&run, OPERATION_SIGN, -5);
    struct compare compare = of_engines(&run, &usual);
    assert_verdict(&compare, 0, VERDICT_FASTER);
    assert_true(figure(&compare, 0, COMPARE_REAL)->p < COMPARE_LEVEL);
    compare_release(&compare);
    run_release(&run);
}

static void what_is_within_the_noise_is_nothing(void **state)
{
    const struct compare_options wide = {.noise_pct = 6};
    const struct compare_options none = {.noise_pct = 0};
    struct run run;
    (void)state;

    make_run(&run, OPERATION_SIGN, 5);
    struct compare compare = of_engines(&run, &wide);
    assert_verdict(&compare, 0, VERDICT_NOTHING);
    assert_true(figure(&compare, 0, COMPARE_REAL)->p < COMPARE_LEVEL);
    compare_release(&compare);
    compare = of_engines(&run, &none);
    assert_verdict(&compare, 0, VERDICT_SLOWER);
    compare_release(&compare);
    run_release(&run);
}

/* p is 2^(1-n) for n pairs of one direction: six are enough for one test of
 * two, and not for one of eight. */
static void many_tests_ask_for_more_of_each(void **state)
{
    struct run run;
    (void)state;

    for (uint32_t cells = 1; cells <= 4; cells += 3) {
        rival_run_init(&run, 2);
        for (uint32_t e = 0; e < 2; e++)
            for (uint32_t c = 0; c < cells; c++) {
                struct series *series = rival_run_add(
                    &run, e, (enum operation)(OPERATION_SIGN + (int)c));
                for (uint32_t round = 0; round < 7; round++)
                    rival_run_sample(series, round,
                                     1000 + round + (e && c == 0 ? 500 : 0));
            }
        struct compare compare = of_engines(&run, &usual);
        assert_close(figure(&compare, 0, COMPARE_REAL)->p,
                     2 * cells * exp2(-6));
        assert_verdict(&compare, 0,
                       cells == 1 ? VERDICT_SLOWER : VERDICT_NOTHING);
        compare_release(&compare);
        run_release(&run);
    }
}

static void swapped_sides_give_the_inverse(void **state)
{
    struct run runs[2];
    (void)state;

    make_run(&runs[0], OPERATION_SIGN, 5);
    make_run(&runs[1], OPERATION_SIGN, 5);
    /* The second engine stands in the first's place. */
    for (size_t i = 0; i < runs[1].series_count; i++)
        runs[1].series[i].cell.engine ^= 1;
    struct compare there = of_engines(&runs[0], &usual);
    struct compare back = of_engines(&runs[1], &usual);
    assert_verdict(&there, 0, VERDICT_SLOWER);
    assert_verdict(&back, 0, VERDICT_FASTER);
    for (size_t i = 0; i < 4; i++)
        assert_close(figure(&there, i, 0)->contrast.ratio *
                         figure(&back, i, 0)->contrast.ratio,
                     1);
    assert_close(there.pairs[0].all.ratio * back.pairs[0].all.ratio, 1);
    compare_release(&there);
    compare_release(&back);
    run_release(&runs[0]);
    run_release(&runs[1]);
}

static void different_settings_are_not_comparable_but_anyway(void **state)
{
    const struct compare_options anyway = {.noise_pct = COMPARE_NOISE_PCT,
                                           .anyway = true};
    struct run base, other;
    (void)state;

    make_run(&base, OPERATION_SIGN, 0);
    make_run(&other, OPERATION_SIGN, 0);
    free(other.settings.pool);
    other.settings.pool = strdup("cold");
    struct compare compare = of_runs(&base, &other, &usual);
    assert_false(compare.pairs[0].is_one_run);
    assert_int_equal(compare.test_count, 0);
    for (size_t i = 0; i < 4; i++) {
        assert_verdict(&compare, i, VERDICT_NOT_COMPARABLE);
        assert_true(figure(&compare, i, 0)->contrast.has_ratio);
    }
    compare_release(&compare);
    compare = of_runs(&base, &other, &anyway);
    assert_int_equal(compare.test_count, 8);
    assert_verdict(&compare, 0, VERDICT_NOTHING);
    compare_release(&compare);
    run_release(&base);
    run_release(&other);
}

static void other_machines_have_ratios_without_a_test(void **state)
{
    struct run base, other;
    (void)state;

    make_run(&base, OPERATION_SIGN, 0);
    make_run(&other, OPERATION_SIGN, 0);
    free(other.machine.cpu);
    other.machine.cpu = strdup("Another CPU");
    struct compare compare = of_runs(&base, &other, &usual);
    assert_true(compare.pairs[0].are_machines_different);
    assert_verdict(&compare, 0, VERDICT_NOT_COMPARABLE);
    assert_true(figure(&compare, 0, 0)->contrast.has_ratio);
    assert_false(figure(&compare, 0, 0)->is_tested);
    compare_release(&compare);
    run_release(&base);
    run_release(&other);
}

static void a_cell_that_one_side_lacks_has_no_verdict(void **state)
{
    struct text name = {0};
    struct run run;
    (void)state;

    make_run(&run, OPERATION_SIGN, 0);
    rival_run_fill(rival_run_add(&run, 1, OPERATION_GENERATE), 20, 1000);
    fault_set(&run.series[0].failure, FAULT_DISK_FULL, 0, "x", NULL);
    struct compare compare = of_engines(&run, &usual);
    assert_int_equal(compare.pairs[0].cell_count, 5);
    assert_verdict(&compare, 0, VERDICT_NO_FIGURE);
    assert_verdict(&compare, 4, VERDICT_NO_FIGURE);
    assert_null(compare.pairs[0].cells[4].base);
    compare_add_cell_name(&compare.pairs[0], &compare.pairs[0].cells[4], &name);
    assert_string_equal(text_string(&name), "dsa1024/generate/COPYING/x1");
    text_release(&name);
    compare_release(&compare);
    run_release(&run);
}

static void stages_are_judged_only_where_the_cell_differs(void **state)
{
    static const size_t cipher = 7 + METRIC_STAGE_CIPHER - METRIC_STAGE_FIRST;
    static const size_t compress =
        7 + METRIC_STAGE_COMPRESS - METRIC_STAGE_FIRST;
    struct run run;
    (void)state;

    make_run(&run, OPERATION_ENCRYPT, 50);
    for (size_t i = 0; i < run.series_count; i++) {
        struct series *series = &run.series[i];
        /* In all cells the second engine's cipher is ten times as slow. */
        for (uint32_t round = 0; round < 8; round++)
            rival_run_probed(series, round, 1000000 + round,
                             (series->cell.engine ? 100000 : 10000) + round);
    }
    struct compare compare = of_engines(&run, &usual);
    for (size_t i = 0; i < 4; i++) {
        const bool differs =
            compare.pairs[0].cells[i].base->cell.operation == OPERATION_ENCRYPT;
        const struct compare_figure *stage = figure(&compare, i, cipher);
        assert_int_equal(stage->metric, METRIC_STAGE_CIPHER);
        assert_int_equal(stage->is_tested, differs);
        assert_int_equal(stage->verdict,
                         differs ? VERDICT_SLOWER : VERDICT_NOTHING);
        assert_int_equal(figure(&compare, i, compress)->verdict,
                         differs ? VERDICT_FASTER : VERDICT_NOTHING);
    }
    compare_release(&compare);
    run_release(&run);
}

static void means_are_geometric_and_leave_start_out(void **state)
{
    struct run run;
    (void)state;

    rival_run_init(&run, 2);
    for (uint32_t e = 0; e < 2; e++)
        for (int o = OPERATION_START; o <= OPERATION_VERIFY; o++) {
            if (o == OPERATION_GENERATE)
                continue;
            struct series *series = rival_run_add(&run, e, (enum operation)o);
            const int64_t factor = o == OPERATION_SIGN ? 2 : 8;
            for (uint32_t round = 0; round < 6; round++)
                rival_run_sample(series, round, e ? 1000 * factor : 1000);
        }
    struct compare compare = of_engines(&run, &usual);
    const struct compare_pair *pair = &compare.pairs[0];
    assert_close(pair->means[OPERATION_SIGN].ratio, 2);
    assert_close(pair->means[OPERATION_START].ratio, 8);
    assert_int_equal(pair->all.cells, 2);
    assert_close(pair->all.ratio, 4); /* the root of 2 x 8 */
    assert_int_equal(pair->means[OPERATION_DECRYPT].cells, 0);
    compare_release(&compare);
    run_release(&run);
}

static void the_worst_slowdown_is_found(void **state)
{
    const struct compare_pair *pair = NULL;
    size_t count = 0;
    struct run run;
    (void)state;

    make_run(&run, OPERATION_VERIFY, 12);
    struct compare compare = of_engines(&run, &usual);
    const struct compare_cell *worst =
        compare_find_slower(&compare, 10, &pair, &count);
    assert_non_null(worst);
    assert_int_equal(count, 1);
    assert_ptr_equal(pair, &compare.pairs[0]);
    assert_int_equal(worst->base->cell.operation, OPERATION_VERIFY);
    assert_null(compare_find_slower(&compare, 20, &pair, &count));
    assert_int_equal(count, 0);
    compare_release(&compare);
    run_release(&run);
}

static void each_other_side_is_held_against_the_first(void **state)
{
    struct run run;
    (void)state;

    rival_run_init(&run, 3);
    for (uint32_t e = 0; e < 3; e++)
        rival_run_fill(rival_run_add(&run, e, OPERATION_SIGN), 20,
                       e == 2 ? 2000000 : 1000000);
    struct compare compare = of_engines(&run, &usual);
    assert_int_equal(compare.pair_count, 2);
    assert_int_equal(compare.test_count, 4);
    assert_string_equal(compare.pairs[1].base->name, "a");
    assert_string_equal(compare.pairs[1].other->name, "c");
    assert_int_equal(compare.pairs[0].cells[0].figures[0].verdict,
                     VERDICT_NOTHING);
    assert_int_equal(compare.pairs[1].cells[0].figures[0].verdict,
                     VERDICT_SLOWER);
    compare_release(&compare);
    run_release(&run);
}

static void
runs_in_time_are_held_against_the_first_of_their_engine(void **state)
{
    const struct compare_options options = {.noise_pct = COMPARE_NOISE_PCT,
                                            .by_engine = true};
    struct compare compare = {.sides = NULL};
    struct run runs[3];
    (void)state;

    for (size_t i = 0; i < 3; i++) {
        rival_run_init(&runs[i], 2);
        for (uint32_t e = 0; e < 2; e++) {
            rival_run_fill(rival_run_add(&runs[i], e, OPERATION_SIGN), 20,
                           1000000);
            assert_int_equal(compare_add(&compare, &runs[i], e, "x"), 0);
        }
    }
    assert_int_equal(compare_make(&compare, &options), 0);
    assert_int_equal(compare.pair_count, 4);
    for (size_t p = 0; p < 4; p++) {
        assert_ptr_equal(compare.pairs[p].base, &compare.sides[p % 2]);
        assert_ptr_equal(compare.pairs[p].other, &compare.sides[2 + p]);
    }
    compare_release(&compare);
    for (size_t i = 0; i < 3; i++)
        run_release(&runs[i]);
}

static void one_engine_is_not_compared(void **state)
{
    struct compare compare = {.sides = NULL};
    struct run run;
    (void)state;

    rival_run_init(&run, 1);
    assert_int_equal(compare_engines(&compare, &run), 0);
    assert_int_equal(compare.pair_count, 0);
    compare_release(&compare);
    run_release(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slower_operation_is_found_and_no_other),
        cmocka_unit_test(faster_is_the_other_way_round),
        cmocka_unit_test(what_is_within_the_noise_is_nothing),
        cmocka_unit_test(many_tests_ask_for_more_of_each),
        cmocka_unit_test(swapped_sides_give_the_inverse),
        cmocka_unit_test(different_settings_are_not_comparable_but_anyway),
        cmocka_unit_test(other_machines_have_ratios_without_a_test),
        cmocka_unit_test(a_cell_that_one_side_lacks_has_no_verdict),
        cmocka_unit_test(stages_are_judged_only_where_the_cell_differs),
        cmocka_unit_test(means_are_geometric_and_leave_start_out),
        cmocka_unit_test(the_worst_slowdown_is_found),
        cmocka_unit_test(each_other_side_is_held_against_the_first),
        cmocka_unit_test(one_engine_is_not_compared),
        cmocka_unit_test(
            runs_in_time_are_held_against_the_first_of_their_engine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
