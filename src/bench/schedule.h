/* SPDX-License-Identifier: GPL-3.0-or-later */

/* schedule: the order of cells in a round, from a seed; when a cell has been
 * measured enough.  Pure: no clock, no cell is looked into but its figures.
 */
#ifndef PGPBENCH_BENCH_SCHEDULE_H
#define PGPBENCH_BENCH_SCHEDULE_H

#include "model/run.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Fill ORDER with 0 … COUNT-1, shuffled (Fisher and Yates, by the generator
 * splitmix64): the same for the same SEED and ROUND on every machine. */
void schedule_order(uint64_t seed, uint32_t round, uint32_t *order,
                    size_t count);

/* How many pairs the engines of RUN need before a test of pairs can show any
 * difference among so many cells: n pairs of one direction have a p of 2^(1-n)
 * in Wilcoxon's signed rank test, and Holm's first step multiplies it by the
 * number of tests.  0 with one engine. */
uint32_t schedule_pairs_needed(const struct run *run);

/* Whether the plain, or the PROBED, samples of SERIES are enough by RUN's
 * settings:
 * exactly `runs` if that is not 0; else at least min_runs, and as many as a
 * comparison needs, and the half-width of the 95 % interval of median real
 * within precision_pct of it, or max_runs.  Beside plain ones, there shall be a probed one for every four,
 * and at least 3; 6 where engines are compared.  SCRATCH has room for its samples.  A failed cell is
 * enough, and so is what is not taken at all. */
bool schedule_is_enough(const struct run *run, const struct series *series,
                        bool probed, int64_t *scratch);

/* Whether plain, or PROBED, samples are taken in ROUND when they are taken as
 * USE says; IS_LATE: no cell needs a plain one any more. */
bool schedule_has_round(enum probe_use use, bool probed, uint32_t round,
                        bool is_late);

#endif
