/* SPDX-License-Identifier: GPL-3.0-or-later */

/* account: what of all CPU time lies outside the samples, and how the
 * agent's is split; so that everything adds up to the kernel's count. */
#ifndef PGPBENCH_BENCH_ACCOUNT_H
#define PGPBENCH_BENCH_ACCOUNT_H

#include "bench/agent.h"
#include "model/run.h"

/* Set RUN's setup_cpu_ns: all CPU time so far, of us, of the children waited
 * for and EXTRA_NS of living agents that were not, less the samples'.  Then
 * settle the split of every sample. */
void account_settle(struct run *run, int64_t extra_ns);

/* Note in RECORD how its agents' CPU time was split over their lives, told by
 * METHOD.  Nothing if SPLIT is empty. */
void account_split(struct run_engine *record, const char *method,
                   const struct agent_split *split);

#endif
