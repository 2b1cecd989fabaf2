/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/loop, with a clock and work that are not real: which cells
 * are taken, in which order and how often. */
#include "loop_world.h"

#include "bench/clock.h"
#include "bench/schedule.h"

#include "close.h"

static void cells_are_interleaved_by_the_schedule(void **state)
{
    struct loop_world world;
    uint32_t order[5];
    (void)state;

    loop_world_init(&world, 5);
    world.run.settings.runs = 4;
    world.run.settings.seed = 7;
    assert_int_equal(loop_world_run(&world), 0);
    assert_int_equal(world.takes, 20);
    for (uint32_t round = 0; round < 4; round++) {
        schedule_order(7, round, order, 5);
        for (size_t i = 0; i < 5; i++)
            assert_int_equal(world.cells[5 * round + i], order[i] + 1);
    }
    run_release(&world.run);
}

static void samples_keep_their_round(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 2);
    world.run.settings.runs = 3;
    world.run.settings.warmup = 2;
    assert_int_equal(loop_world_run(&world), 0);
    assert_loop_world_counts(&world, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(world.run.series[1].samples[i].round, i);
    run_release(&world.run);
}

static void runs_is_exact_even_when_the_time_is_over(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 3);
    world.run.settings.runs = 9;
    world.run.settings.max_time_s = 1;
    assert_int_equal(loop_world_run(&world), 0);
    assert_loop_world_counts(&world, 9);
    run_release(&world.run);
}

static void no_time_still_gives_every_cell_one_sample(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 3);
    world.run.settings.max_time_s = 1e-9;
    assert_int_equal(loop_world_run(&world), 0);
    assert_loop_world_counts(&world, 1);
    run_release(&world.run);
}

/* The samples begin at 0, 1, 2 | 3, 4 s; that at 5 would be too late. */
static void the_time_limit_ends_a_round_in_its_middle(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 3);
    world.run.settings.max_time_s = 5;
    assert_int_equal(loop_world_run(&world), 0);
    assert_int_equal(world.takes, 5);
    run_release(&world.run);
}

static void precise_cells_are_done_after_min_runs(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 3);
    world.run.settings.min_runs = 8;
    assert_int_equal(loop_world_run(&world), 0);
    assert_loop_world_counts(&world, 8);
    run_release(&world.run);
}

static void cells_that_never_settle_end_at_max_runs(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 3);
    world.value_ns[1] = 2000;
    world.run.settings.max_runs = 21;
    assert_int_equal(loop_world_run(&world), 0);
    assert_loop_world_counts(&world, 21);
    run_release(&world.run);
}

static void warm_up_is_in_the_order_of_the_run_and_not_counted(void **state)
{
    static const uint32_t expected[] = {1, 2, 3, 4, 1, 2, 3, 4};
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 4);
    world.run.settings.warmup = 2;
    world.run.settings.runs = 1;
    assert_int_equal(loop_world_run(&world), 0);
    assert_memory_equal(world.cells, expected, sizeof expected);
    assert_int_equal(world.warmups, 8);
    assert_int_equal(world.takes, 12);
    assert_loop_world_counts(&world, 1);
    run_release(&world.run);
}

static void warm_up_is_not_part_of_the_time(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 2);
    world.run.settings.warmup = 50;
    world.run.settings.max_time_s = 6;
    assert_int_equal(loop_world_run(&world), 0);
    assert_int_equal(world.first_elapsed_ns, 0);
    assert_loop_world_counts(&world, 3);
    run_release(&world.run);
}

static void the_record_may_be_saved_after_each_sample(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 3);
    world.run.settings.warmup = 1;
    world.run.settings.runs = 4;
    assert_int_equal(loop_world_run(&world), 0);
    assert_int_equal(world.saves, 12);
    run_release(&world.run);
}

static void the_position_tells_how_far_it_is(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 3);
    world.run.settings.warmup = 1;
    world.run.settings.runs = 2;
    assert_int_equal(loop_world_run(&world), 0);
    /* Before the last sample of six. */
    assert_false(world.shown.is_warmup);
    assert_int_equal(world.shown.round, 1);
    assert_int_equal(world.shown.samples, 5);
    assert_int_equal(world.shown.cells_enough, 2);
    assert_int_equal(world.shown.elapsed_ns, 5 * NS_PER_S);
    run_release(&world.run);
}

static void only_take_is_needed(void **state)
{
    struct loop_world world;
    const struct clock clock = {loop_world_now_ns, &world};
    const struct loop_work work = {.state = &world, .take = loop_world_take};
    (void)state;

    loop_world_init(&world, 1);
    world.run.settings.runs = 1;
    world.shows = 1;
    world.shown.cell = &world.run.series[0].cell;
    assert_int_equal(loop_run(&world.run, &clock, &work), 0);
    assert_loop_world_counts(&world, 1);
    run_release(&world.run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_interleaved_by_the_schedule),
        cmocka_unit_test(samples_keep_their_round),
        cmocka_unit_test(runs_is_exact_even_when_the_time_is_over),
        cmocka_unit_test(no_time_still_gives_every_cell_one_sample),
        cmocka_unit_test(the_time_limit_ends_a_round_in_its_middle),
        cmocka_unit_test(precise_cells_are_done_after_min_runs),
        cmocka_unit_test(cells_that_never_settle_end_at_max_runs),
        cmocka_unit_test(warm_up_is_in_the_order_of_the_run_and_not_counted),
        cmocka_unit_test(warm_up_is_not_part_of_the_time),
        cmocka_unit_test(the_record_may_be_saved_after_each_sample),
        cmocka_unit_test(the_position_tells_how_far_it_is),
        cmocka_unit_test(only_take_is_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
