/* SPDX-License-Identifier: GPL-3.0-or-later */

/* shelf: all fixtures of a run, in the order of the run's list. */
#ifndef PGPBENCH_BENCH_SHELF_H
#define PGPBENCH_BENCH_SHELF_H

#include "bench/fixture.h"
#include "model/plan.h"

#include <gpg-error.h>
#include <stddef.h>

struct shelf {
    struct fixture *fixtures;
    size_t count;
};

/* Look at the files of PLAN (none: the one we ship) and add them to RUN by
 * name and size.  Fails with FAULT filled; SHELF is for shelf_release in any
 * case. */
gpg_error_t shelf_init(struct shelf *shelf, const struct plan *plan,
                       struct run *run, struct fault *fault);

/* Let ENGINE compute their digests into RUN.  Fails with FAULT filled. */
gpg_error_t shelf_digest(const struct shelf *shelf, const struct engine *engine,
                         double timeout_s, struct guard *guard, struct run *run,
                         struct fault *fault);

void shelf_release(struct shelf *shelf);

#endif
