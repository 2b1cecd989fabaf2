/* SPDX-License-Identifier: GPL-3.0-or-later */

/* account: adds CPU time up.  Where the parts come from is known to meter
 * and agent. */
#include "bench/account.h"

#include "bench/children.h"
#include "bench/clock.h"

#include <stdlib.h>
#include <string.h>

/* All CPU time of the samples: what must not be counted twice. */
static int64_t sampled_cpu_ns(const struct run *run)
{
    static const enum metric counted[] = {METRIC_GPG_CPU, METRIC_AGENT_CPU,
                                          METRIC_CLIENT_CPU};
    int64_t sum_ns = 0;
    for (size_t i = 0; i < run->series_count; i++)
        for (size_t s = 0; s < run->series[i].sample_count; s++)
            for (size_t m = 0; m < sizeof counted / sizeof counted[0]; m++) {
                const struct sample *sample = &run->series[i].samples[s];
                if (sample_has(sample, counted[m]))
                    sum_ns += sample->value[counted[m]];
            }
    return sum_ns;
}

void account_settle(struct run *run, int64_t extra_ns)
{
    const int64_t all_ns =
        clock_own_cpu_ns() + children_waited_cpu_ns() + extra_ns;
    const int64_t outside_ns = all_ns - sampled_cpu_ns(run);
    run->setup_cpu_ns = outside_ns > 0 ? outside_ns : 0;
    run_settle_split(run);
}

void account_split(struct run_engine *record, const char *method,
                   const struct agent_split *split)
{
    const int64_t sum_ns = split->user_ns + split->sys_ns;
    if (sum_ns <= 0)
        return;
    record->agent_user_share = (double)split->user_ns / (double)sum_ns;
    free(record->accounting.agent_split);
    record->accounting.agent_split = strdup(method);
}
