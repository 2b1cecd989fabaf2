/* SPDX-License-Identifier: GPL-3.0-or-later */

/* schedule: the order of cells in a round, from a seed; when a cell has been
 * measured enough.  Pure: no clock, no cell is looked into but its figures.
 */
#ifndef PGPBENCH_BENCH_SCHEDULE_H
#define PGPBENCH_BENCH_SCHEDULE_H

#include "model/series.h"
#include "model/settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Fill ORDER with 0 … COUNT-1, shuffled (Fisher and Yates, by the generator
 * splitmix64): the same for the same SEED and ROUND on every machine. */
void schedule_order(uint64_t seed, uint32_t round, uint32_t *order,
                    size_t count);

/* Whether the plain samples of SERIES are enough by the rule of SETTINGS:
 * exactly `runs` if that is not 0; else at least min_runs and the half-width
 * of the 95 % interval of median real within precision_pct of it, or
 * max_runs.  SCRATCH has room for its samples.  A failed cell is enough. */
bool schedule_is_enough(const struct settings *settings,
                        const struct series *series, int64_t *scratch);

#endif
