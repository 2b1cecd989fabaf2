/* SPDX-License-Identifier: GPL-3.0-or-later */

/* lineup: which cells a plan has, in the order of the report. */
#ifndef PGPBENCH_BENCH_LINEUP_H
#define PGPBENCH_BENCH_LINEUP_H

#include "model/plan.h"
#include "model/run.h"

#include <gpg-error.h>
#include <stdbool.h>

/* What a key of the run is there for. */
struct lineup_key {
    bool is_made; /* generate has a cell */
    bool is_used; /* the other operations have */
};

/* Add the cells of PLAN to RUN, whose engines, keys and fixtures are there,
 * engine by engine; KEYS has one entry for each key of RUN.
 * Fails with GPG_ERR_ENOMEM, or GPG_ERR_TOO_LARGE for a size that no file
 * has. */
gpg_error_t lineup_add(const struct plan *plan, const struct lineup_key *keys,
                       struct run *run);

#endif
