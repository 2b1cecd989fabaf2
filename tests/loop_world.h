/* SPDX-License-Identifier: GPL-3.0-or-later */

/* loop_world: a run, a clock and work that are not real, for the tests of
 * bench/loop.  A cell is known by its copies: 1 for the first of the run,
 * and so on. */
#ifndef PGPBENCH_TESTS_LOOP_WORLD_H
#define PGPBENCH_TESTS_LOOP_WORLD_H

#include "bench/loop.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LOOP_WORLD_TAKES_MAX 1000

struct loop_world {
    struct run run;
    int64_t now_ns;
    int64_t step_ns;     /* how long a sample takes */
    int64_t value_ns[2]; /* the real times measured, in turn */
    uint32_t failing;    /* this cell fails; 0: none */
    uint32_t fails_from; /* from its sample of this number on */
    size_t stops_at;     /* stopped once so many were begun; 0: never */
    bool stop_fails;     /* and the one then under way fails by it */
    bool is_steady;      /* engine 0 has always the first of them */
    uint32_t cells[LOOP_WORLD_TAKES_MAX];   /* that were taken, warm-up too */
    uint32_t engines[LOOP_WORLD_TAKES_MAX]; /* theirs */
    size_t takes;
    size_t saves;
    size_t shows;
    struct loop_position shown; /* the last */
    size_t warmups;             /* shown */
    int64_t first_elapsed_ns;   /* shown with the first sample */
};

/* CELLS cells, one second a sample, no warm-up, no probe, always the same
 * value.  The
 * run is to be released by run_release. */
void loop_world_init(struct loop_world *world, uint32_t cells);

/* Measure the same cells with COUNT engines, where there was one. */
void loop_world_add_engines(struct loop_world *world, uint32_t count);

/* Run the loop in WORLD; returns what it returns. */
gpg_error_t loop_world_run(struct loop_world *world);

/* The loop's view of WORLD, for one who runs it by hand. */
int64_t loop_world_now_ns(void *state);
gpg_error_t loop_world_take(void *state, const struct cell *cell,
                            struct sample *sample, struct fault *fault);

/* How often CELL was taken, warm-up too. */
uint32_t loop_world_times(const struct loop_world *world, uint32_t cell);

/* Every cell has COUNT samples. */
void assert_loop_world_counts(const struct loop_world *world, size_t count);

#endif
