/* SPDX-License-Identifier: GPL-3.0-or-later */

/* meter: start and stop; turns clock, children and agent into a sample.
 *
 * Reading the clock is the last thing that meter_start does and the first
 * that meter_stop does; all other readings lie outside the span. */
#ifndef PGPBENCH_BENCH_METER_H
#define PGPBENCH_BENCH_METER_H

#include "bench/agent.h"
#include "bench/children.h"
#include "bench/clock.h"
#include "model/series.h"

struct meter {
    const struct clock *clock;
    struct children *children; /* NULL: no process is accounted */
    const struct agent *agent; /* NULL: there is none */
    /* the readings of meter_start */
    int64_t start_ns;
    int64_t own_cpu_ns;
    int64_t waited_cpu_ns;
    int64_t agent_cpu_ns;
    bool has_agent_cpu;
};

void meter_start(struct meter *meter);

/* Fill in SAMPLE (its round is the caller's) what was measured.  WAIT_NS is
 * how long to wait for gpg to end.  *R_STATUS is gpg's, as wait4 gives it,
 * or 0 if it is not known.  True if a process was accounted, or none was
 * expected. */
bool meter_stop(struct meter *meter, int64_t wait_ns, struct sample *sample,
                int *r_status);

/* Let SAMPLE say that the processes of the call used USAGE, which was learnt
 * another way than by waiting for them. */
void meter_set_usage(const struct meter *meter, const struct usage *usage,
                     struct sample *sample);

#endif
