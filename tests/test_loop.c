/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/loop, with a clock and work that are not real.  A cell is
 * known by its copies: 1 for the first of the run, and so on. */
#include "bench/loop.h"

#include "bench/schedule.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

#define TAKES_MAX 1000

struct world {
    struct run run;
    int64_t now_ns;
    int64_t step_ns;           /* how long a sample takes */
    int64_t value_ns[2];       /* the real times measured, in turn */
    uint32_t failing;          /* this cell fails; 0: none */
    uint32_t fails_from;       /* from its sample of this number on */
    size_t stops_at;           /* stopped once so many were begun; 0: never */
    bool stop_fails;           /* and the one then under way fails by it */
    uint32_t cells[TAKES_MAX]; /* that were taken, warm-up too */
    size_t takes;
    size_t saves;
    size_t shows;
    struct loop_position shown; /* the last */
    size_t warmups;             /* shown */
    int64_t first_elapsed_ns;   /* shown with the first sample */
};

static int64_t now_ns(void *state)
{
    return ((const struct world *)state)->now_ns;
}

static bool is_stopped(void *state)
{
    const struct world *world = state;

    return world->stops_at > 0 && world->takes >= world->stops_at;
}

static uint32_t times_taken(const struct world *world, uint32_t cell)
{
    uint32_t times = 0;

    for (size_t i = 0; i < world->takes; i++)
        times += world->cells[i] == cell;
    return times;
}

static gpg_error_t take(void *state, const struct cell *cell,
                        struct sample *sample, struct fault *fault)
{
    struct world *world = state;

    assert_true(world->takes < TAKES_MAX);
    assert_ptr_equal(world->shown.cell, cell);
    assert_int_equal(world->shows, world->takes + 1);
    world->cells[world->takes++] = cell->copies;
    world->now_ns += world->step_ns;
    if ((cell->copies == world->failing &&
         times_taken(world, cell->copies) >= world->fails_from) ||
        (world->stop_fails && is_stopped(state)))
        return fault_set(fault, FAULT_DISK_FULL, gpg_error(GPG_ERR_ENOSPC),
                         "out", NULL);
    sample_set(sample, METRIC_REAL, world->value_ns[world->takes % 2]);
    return 0;
}

static void show(void *state, const struct loop_position *position)
{
    struct world *world = state;

    world->shown = *position;
    world->shows++;
    if (position->is_warmup)
        world->warmups++;
    else if (position->samples == 0)
        world->first_elapsed_ns = position->elapsed_ns;
}

static void save(void *state)
{
    ((struct world *)state)->saves++;
}

/* CELLS cells, one second a sample, no warm-up, always the same value. */
static void world_init(struct world *world, uint32_t cells)
{
    *world = (struct world){.step_ns = NS_PER_S, .value_ns = {1000, 1000}};
    run_init(&world->run);
    assert_int_equal(settings_init(&world->run.settings), 0);
    world->run.settings.warmup = 0;
    world->run.settings.seed = 1;
    world->run.settings.max_time_s = 1e6;
    for (uint32_t i = 1; i <= cells; i++) {
        const struct cell cell = {0, 0, 0, i, OPERATION_SIGN};
        assert_non_null(run_add_series(&world->run, &cell));
    }
}

static gpg_error_t loop_in(struct world *world)
{
    const struct clock clock = {now_ns, world};
    const struct loop_work work = {world, take, show, save, is_stopped};

    return loop_run(&world->run, &clock, &work);
}

/* Every cell has COUNT samples. */
static void assert_counts(const struct world *world, size_t count)
{
    for (size_t i = 0; i < world->run.series_count; i++)
        assert_int_equal(world->run.series[i].sample_count, count);
}

static void cells_are_interleaved_by_the_schedule(void **state)
{
    struct world world;
    uint32_t order[5];
    (void)state;

    world_init(&world, 5);
    world.run.settings.runs = 4;
    world.run.settings.seed = 7;
    assert_int_equal(loop_in(&world), 0);
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
    struct world world;
    (void)state;

    world_init(&world, 2);
    world.run.settings.runs = 3;
    world.run.settings.warmup = 2;
    assert_int_equal(loop_in(&world), 0);
    assert_counts(&world, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(world.run.series[1].samples[i].round, i);
    run_release(&world.run);
}

static void runs_is_exact_even_when_the_time_is_over(void **state)
{
    struct world world;
    (void)state;

    world_init(&world, 3);
    world.run.settings.runs = 9;
    world.run.settings.max_time_s = 1;
    assert_int_equal(loop_in(&world), 0);
    assert_counts(&world, 9);
    run_release(&world.run);
}

static void no_time_still_gives_every_cell_one_sample(void **state)
{
    struct world world;
    (void)state;

    world_init(&world, 3);
    world.run.settings.max_time_s = 1e-9;
    assert_int_equal(loop_in(&world), 0);
    assert_counts(&world, 1);
    run_release(&world.run);
}

/* The samples begin at 0, 1, 2 | 3, 4 s; that at 5 would be too late. */
static void the_time_limit_ends_a_round_in_its_middle(void **state)
{
    struct world world;
    (void)state;

    world_init(&world, 3);
    world.run.settings.max_time_s = 5;
    assert_int_equal(loop_in(&world), 0);
    assert_int_equal(world.takes, 5);
    run_release(&world.run);
}

static void precise_cells_are_done_after_min_runs(void **state)
{
    struct world world;
    (void)state;

    world_init(&world, 3);
    world.run.settings.min_runs = 8;
    assert_int_equal(loop_in(&world), 0);
    assert_counts(&world, 8);
    run_release(&world.run);
}

static void cells_that_never_settle_end_at_max_runs(void **state)
{
    struct world world;
    (void)state;

    world_init(&world, 3);
    world.value_ns[1] = 2000;
    world.run.settings.max_runs = 21;
    assert_int_equal(loop_in(&world), 0);
    assert_counts(&world, 21);
    run_release(&world.run);
}

static void warm_up_is_in_the_order_of_the_run_and_not_counted(void **state)
{
    static const uint32_t expected[] = {1, 2, 3, 4, 1, 2, 3, 4};
    struct world world;
    (void)state;

    world_init(&world, 4);
    world.run.settings.warmup = 2;
    world.run.settings.runs = 1;
    assert_int_equal(loop_in(&world), 0);
    assert_memory_equal(world.cells, expected, sizeof expected);
    assert_int_equal(world.warmups, 8);
    assert_int_equal(world.takes, 12);
    assert_counts(&world, 1);
    run_release(&world.run);
}

static void warm_up_is_not_part_of_the_time(void **state)
{
    struct world world;
    (void)state;

    world_init(&world, 2);
    world.run.settings.warmup = 50;
    world.run.settings.max_time_s = 6;
    assert_int_equal(loop_in(&world), 0);
    assert_int_equal(world.first_elapsed_ns, 0);
    assert_counts(&world, 3);
    run_release(&world.run);
}

static void a_failed_cell_is_not_taken_again(void **state)
{
    struct world world;
    (void)state;

    world_init(&world, 3);
    world.run.settings.runs = 5;
    world.failing = 2;
    world.fails_from = 3;
    assert_int_equal(loop_in(&world), 0);
    assert_int_equal(times_taken(&world, 1), 5);
    assert_int_equal(times_taken(&world, 2), 3);
    assert_int_equal(times_taken(&world, 3), 5);
    const struct fault *fault = &world.run.series[1].failure;
    assert_int_equal(fault->what, FAULT_DISK_FULL);
    assert_string_equal(fault->thing, "out");
    assert_int_equal(fault->round, 2);
    assert_false(fault_is_set(&world.run.series[0].failure));
    run_release(&world.run);
}

static void a_cell_that_fails_in_warm_up_is_not_measured(void **state)
{
    struct world world;
    (void)state;

    world_init(&world, 3);
    world.run.settings.warmup = 2;
    world.run.settings.runs = 2;
    world.failing = 3;
    assert_int_equal(loop_in(&world), 0);
    assert_int_equal(times_taken(&world, 3), 1);
    assert_int_equal(times_taken(&world, 1), 4);
    assert_true(fault_is_set(&world.run.series[2].failure));
    assert_int_equal(world.run.series[2].sample_count, 0);
    run_release(&world.run);
}

static void the_loop_ends_when_every_cell_has_failed(void **state)
{
    struct world world;
    (void)state;

    world_init(&world, 1);
    world.failing = 1;
    assert_int_equal(loop_in(&world), 0);
    assert_int_equal(world.takes, 1);
    run_release(&world.run);
    world_init(&world, 0);
    assert_int_equal(loop_in(&world), 0);
    assert_int_equal(world.takes, 0);
    run_release(&world.run);
}

static void a_stop_keeps_what_was_measured(void **state)
{
    struct world world;
    (void)state;

    world_init(&world, 3);
    world.run.settings.runs = 5;
    world.stops_at = 3;
    assert_int_equal(gpg_err_code(loop_in(&world)), GPG_ERR_CANCELED);
    assert_int_equal(world.takes, 3);
    assert_counts(&world, 1);
    run_release(&world.run);
}

static void a_stop_is_not_a_failure_of_the_cell(void **state)
{
    struct world world;
    (void)state;

    world_init(&world, 3);
    world.run.settings.runs = 5;
    world.stops_at = 4;
    world.stop_fails = true;
    assert_int_equal(gpg_err_code(loop_in(&world)), GPG_ERR_CANCELED);
    assert_int_equal(world.takes, 4);
    assert_counts(&world, 1);
    assert_false(run_has_failure(&world.run));
    run_release(&world.run);
}

static void a_stop_ends_the_warm_up(void **state)
{
    struct world world;
    (void)state;

    world_init(&world, 3);
    world.run.settings.warmup = 2;
    world.stops_at = 2;
    assert_int_equal(gpg_err_code(loop_in(&world)), GPG_ERR_CANCELED);
    assert_int_equal(world.takes, 2);
    assert_counts(&world, 0);
    run_release(&world.run);
}

static void the_record_may_be_saved_after_each_sample(void **state)
{
    struct world world;
    (void)state;

    world_init(&world, 3);
    world.run.settings.warmup = 1;
    world.run.settings.runs = 4;
    assert_int_equal(loop_in(&world), 0);
    assert_int_equal(world.saves, 12);
    run_release(&world.run);
}

static void the_position_tells_how_far_it_is(void **state)
{
    struct world world;
    (void)state;

    world_init(&world, 3);
    world.run.settings.warmup = 1;
    world.run.settings.runs = 2;
    assert_int_equal(loop_in(&world), 0);
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
    struct world world;
    const struct clock clock = {now_ns, &world};
    const struct loop_work work = {.state = &world, .take = take};
    (void)state;

    world_init(&world, 1);
    world.run.settings.runs = 1;
    world.shows = 1;
    world.shown.cell = &world.run.series[0].cell;
    assert_int_equal(loop_run(&world.run, &clock, &work), 0);
    assert_counts(&world, 1);
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
        cmocka_unit_test(a_failed_cell_is_not_taken_again),
        cmocka_unit_test(a_cell_that_fails_in_warm_up_is_not_measured),
        cmocka_unit_test(the_loop_ends_when_every_cell_has_failed),
        cmocka_unit_test(a_stop_keeps_what_was_measured),
        cmocka_unit_test(a_stop_is_not_a_failure_of_the_cell),
        cmocka_unit_test(a_stop_ends_the_warm_up),
        cmocka_unit_test(the_record_may_be_saved_after_each_sample),
        cmocka_unit_test(the_position_tells_how_far_it_is),
        cmocka_unit_test(only_take_is_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
