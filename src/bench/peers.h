/* SPDX-License-Identifier: GPL-3.0-or-later */

/* peers: cells of a run that will be compared with each other: the same but
 * for their engine.  It groups them; who is measured when is the loop's. */
#ifndef PGPBENCH_BENCH_PEERS_H
#define PGPBENCH_BENCH_PEERS_H

#include "model/run.h"

#include <gpg-error.h>
#include <stddef.h>
#include <stdint.h>

/* Groups are in the order of their first cells.  Owns all beneath it. */
struct peers {
    uint32_t *members;  /* indices of the run's series, group by group */
    size_t *start;      /* of each group in members, and where the last ends */
    size_t group_count;
};

/* Group the cells of RUN.  PEERS is for peers_release in any case.  Fails with
 * GPG_ERR_ENOMEM. */
gpg_error_t peers_init(struct peers *peers, const struct run *run);

/* The members of GROUP; *R_COUNT is how many. */
const uint32_t *peers_of(const struct peers *peers, size_t group,
                         size_t *r_count);

void peers_release(struct peers *peers);

#endif
