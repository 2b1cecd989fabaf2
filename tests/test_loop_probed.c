/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/loop: how probed samples go along with plain ones.  The
 * numbers are INTERFACE's and ARCHITECTURE's: one round for every four plain,
 * at least 3. */
#include "loop_world.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

static void ask(struct loop_world *world, const char *use, uint32_t runs)
{
    free(world->run.settings.probe);
    world->run.settings.probe = strdup(use);
    world->run.settings.runs = runs;
}

static void assert_counts(const struct loop_world *world, size_t plain,
                          size_t probed)
{
    for (size_t i = 0; i < world->run.series_count; i++) {
        assert_int_equal(series_count(&world->run.series[i], false), plain);
        assert_int_equal(series_count(&world->run.series[i], true), probed);
    }
}

static void assert_separate(uint32_t runs, size_t probed)
{
    struct loop_world world;

    loop_world_init(&world, 2);
    ask(&world, "separate", runs);
    assert_int_equal(loop_world_run(&world), 0);
    assert_counts(&world, runs, probed);
    run_release(&world.run);
}

static void there_is_one_for_every_four_and_at_least_three(void **state)
{
    (void)state;

    assert_separate(1, 3);
    assert_separate(6, 3);
    assert_separate(12, 3);
    assert_separate(13, 4);
    assert_separate(40, 10);
}

/* Rounds 0 to 7 are plain; 0, 4 and, since no more come, 7 are probed too. */
static void they_are_spread_over_the_plain_ones(void **state)
{
    static const uint32_t rounds[] = {0, 4, 7};
    struct loop_world world;
    size_t seen = 0;
    (void)state;

    loop_world_init(&world, 1);
    ask(&world, "separate", 8);
    assert_int_equal(loop_world_run(&world), 0);
    const struct series *series = &world.run.series[0];
    for (size_t i = 0; i < series->sample_count; i++)
        if (series->samples[i].probed)
            assert_int_equal(series->samples[i].round, rounds[seen++]);
    assert_int_equal(seen, 3);
    /* The first plain one comes before any. */
    assert_false(series->samples[0].probed);
    assert_true(series->samples[1].probed);
    run_release(&world.run);
}

static void never_means_none(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 2);
    ask(&world, "never", 9);
    assert_int_equal(loop_world_run(&world), 0);
    assert_counts(&world, 9, 0);
    run_release(&world.run);
}

static void always_means_all_by_the_same_rule(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 2);
    ask(&world, "always", 9);
    assert_int_equal(loop_world_run(&world), 0);
    assert_counts(&world, 0, 9);
    run_release(&world.run);

    loop_world_init(&world, 2);
    ask(&world, "always", 0); /* all the same: precise after min_runs */
    assert_int_equal(loop_world_run(&world), 0);
    assert_counts(&world, 0, world.run.settings.min_runs);
    run_release(&world.run);
}

static void an_engine_that_takes_no_probe_has_none(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 2);
    ask(&world, "separate", 5);
    run_add_engine(&world.run)->probe_notice = strdup("none here");
    assert_int_equal(loop_world_run(&world), 0);
    assert_counts(&world, 5, 0);
    run_release(&world.run);
}

/* Two cells of a second each, and time for next to nothing. */
static void each_cell_gets_one_of_each_whatever_the_time(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 2);
    ask(&world, "separate", 0);
    world.run.settings.max_time_s = 0.5;
    assert_int_equal(loop_world_run(&world), 0);
    assert_counts(&world, 1, 1);
    run_release(&world.run);
}

static void both_kinds_are_warmed_up(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 2);
    ask(&world, "separate", 1);
    world.run.settings.warmup = 2;
    assert_int_equal(loop_world_run(&world), 0);
    assert_int_equal(world.warmups, 2 * 2 * 2);
    assert_counts(&world, 1, 3);
    run_release(&world.run);
}

static void a_cell_that_fails_gets_no_more_of_either(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 2);
    ask(&world, "separate", 4);
    world.failing = 1;
    world.fails_from = 2; /* which is its first probed one */
    assert_int_equal(loop_world_run(&world), 0);
    assert_int_equal(loop_world_times(&world, 1), 2);
    assert_true(fault_is_set(&world.run.series[0].failure));
    assert_int_equal(series_count(&world.run.series[1], false), 4);
    assert_int_equal(series_count(&world.run.series[1], true), 3);
    run_release(&world.run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_one_for_every_four_and_at_least_three),
        cmocka_unit_test(they_are_spread_over_the_plain_ones),
        cmocka_unit_test(never_means_none),
        cmocka_unit_test(always_means_all_by_the_same_rule),
        cmocka_unit_test(an_engine_that_takes_no_probe_has_none),
        cmocka_unit_test(each_cell_gets_one_of_each_whatever_the_time),
        cmocka_unit_test(both_kinds_are_warmed_up),
        cmocka_unit_test(a_cell_that_fails_gets_no_more_of_either),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
