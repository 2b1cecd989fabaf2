/* SPDX-License-Identifier: GPL-3.0-or-later */

/* loop: rounds × cells → samples, plain and probed.
 *
 * It decides when what is measured, and nothing else: how a cell is worked
 * on, and what is done with the record meanwhile, are behind `struct
 * loop_work`.  It measures and emits; it never prints. */
#ifndef PGPBENCH_BENCH_LOOP_H
#define PGPBENCH_BENCH_LOOP_H

#include "bench/clock.h"
#include "model/run.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stdint.h>

/* Where the loop stands, for whoever shows it. */
struct loop_position {
    const struct cell *cell;
    bool is_warmup;
    uint32_t round;
    int64_t elapsed_ns;  /* of the measuring */
    size_t samples;      /* taken so far, all cells */
    size_t cells_enough; /* of the run's series_count */
};

struct loop_work {
    void *state;
    /* Prepare, measure and check one sample of CELL, and fill in SAMPLE all
     * but its round and whether it is probed.  On failure FAULT is filled: the cell is over. */
    gpg_error_t (*take)(void *state, const struct cell *cell,
                        struct sample *sample, struct fault *fault);
    /* Before each sample.  May be NULL. */
    void (*show)(void *state, const struct loop_position *position);
    /* After each sample: a chance to save the record.  May be NULL. */
    void (*save)(void *state);
    /* Whether to stop now.  May be NULL. */
    bool (*is_stopped)(void *state);
};

/* Measure every series of RUN by RUN's settings.  Warm-up rounds go through
 * the cells in the order of the run, from small to large; the others in an
 * order drawn from the seed.  Fails only when memory runs out; GPG_ERR_CANCELED
 * when it was stopped. */
gpg_error_t loop_run(struct run *run, const struct clock *clock,
                     const struct loop_work *work);

#endif
