/* SPDX-License-Identifier: GPL-3.0-or-later */

/* bench: from a plan to a run: the scene, the loop, the account. */
#ifndef PGPBENCH_BENCH_BENCH_H
#define PGPBENCH_BENCH_BENCH_H

#include "bench/loop.h"
#include "model/fault.h"
#include "model/plan.h"
#include "model/run.h"

#include <gpg-error.h>

/* What is told while it goes on.  Each may be NULL. */
struct bench_events {
    void *state;
    /* The scene is set, and RUN tells all but figures. */
    void (*begin)(void *state, const struct run *run);
    void (*show)(void *state, const struct run *run,
                 const struct loop_position *position);
    /* Every 5 s at most: the record so far, fit to be written. */
    void (*save)(void *state, const struct run *run);
};

/* Measure what PLAN asks for into RUN (run_init was called).  Failed cells
 * are entries of RUN, not failures of this.  Fails with FAULT filled when
 * the scene cannot be set (RUN is then without figures), or with
 * GPG_ERR_CANCELED when a signal came (RUN holds what was measured).  All
 * that was made is removed again in any case.  Signals stay caught until
 * guard_restore_signals(). */
gpg_error_t bench_run(const struct plan *plan, struct run *run,
                      const struct bench_events *events, struct fault *fault);

#endif
