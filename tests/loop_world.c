/* SPDX-License-Identifier: GPL-3.0-or-later */

/* loop_world: the clock and the work.  It tests nothing itself. */
#include "loop_world.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

int64_t loop_world_now_ns(void *state)
{
    return ((const struct loop_world *)state)->now_ns;
}

static bool is_stopped(void *state)
{
    const struct loop_world *world = state;

    return world->stops_at > 0 && world->takes >= world->stops_at;
}

uint32_t loop_world_times(const struct loop_world *world, uint32_t cell)
{
    uint32_t times = 0;

    for (size_t i = 0; i < world->takes; i++)
        times += world->cells[i] == cell;
    return times;
}

gpg_error_t loop_world_take(void *state, const struct cell *cell,
                            struct sample *sample, struct fault *fault)
{
    struct loop_world *world = state;

    assert_true(world->takes < LOOP_WORLD_TAKES_MAX);
    assert_ptr_equal(world->shown.cell, cell);
    assert_int_equal(world->shows, world->takes + 1);
    world->engines[world->takes] = cell->engine;
    world->cells[world->takes++] = cell->copies;
    world->now_ns += world->step_ns;
    if ((cell->copies == world->failing &&
         loop_world_times(world, cell->copies) >= world->fails_from) ||
        (world->stop_fails && is_stopped(state)))
        return fault_set(fault, FAULT_DISK_FULL, gpg_error(GPG_ERR_ENOSPC),
                         "out", NULL);
    sample_set(sample, METRIC_REAL,
               world->is_steady && cell->engine == 0
                   ? world->value_ns[0]
                   : world->value_ns[world->takes % 2]);
    return 0;
}

static void show(void *state, const struct loop_position *position)
{
    struct loop_world *world = state;

    world->shown = *position;
    world->shows++;
    if (position->is_warmup)
        world->warmups++;
    else if (position->samples == 0)
        world->first_elapsed_ns = position->elapsed_ns;
}

static void save(void *state)
{
    ((struct loop_world *)state)->saves++;
}

void loop_world_init(struct loop_world *world, uint32_t cells)
{
    *world = (struct loop_world){.step_ns = NS_PER_S, .value_ns = {1000, 1000}};
    run_init(&world->run);
    assert_int_equal(settings_init(&world->run.settings), 0);
    free(world->run.settings.probe);
    world->run.settings.probe = strdup("never");
    world->run.settings.warmup = 0;
    world->run.settings.seed = 1;
    world->run.settings.max_time_s = 1e6;
    for (uint32_t i = 1; i <= cells; i++) {
        const struct cell cell = {0, 0, 0, i, OPERATION_SIGN};
        assert_non_null(run_add_series(&world->run, &cell));
    }
}

void loop_world_add_engines(struct loop_world *world, uint32_t count)
{
    const size_t cells = world->run.series_count;

    for (uint32_t e = 0; e < count; e++)
        assert_non_null(run_add_engine(&world->run));
    for (uint32_t e = 1; e < count; e++)
        for (size_t i = 0; i < cells; i++) {
            struct cell cell = world->run.series[i].cell;
            cell.engine = e;
            assert_non_null(run_add_series(&world->run, &cell));
        }
}

gpg_error_t loop_world_run(struct loop_world *world)
{
    const struct clock clock = {loop_world_now_ns, world};
    const struct loop_work work = {world, loop_world_take, show, save,
                                   is_stopped};

    return loop_run(&world->run, &clock, &work);
}

void assert_loop_world_counts(const struct loop_world *world, size_t count)
{
    for (size_t i = 0; i < world->run.series_count; i++)
        assert_int_equal(world->run.series[i].sample_count, count);
}
