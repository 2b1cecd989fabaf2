/* SPDX-License-Identifier: GPL-3.0-or-later */

/* gauge: how fine a clock is and what it costs to read, by trying. */
#ifndef PGPBENCH_BENCH_GAUGE_H
#define PGPBENCH_BENCH_GAUGE_H

#include "bench/clock.h"
#include "bench/meter.h"

#include <stdint.h>

/* The smallest step that CLOCK is seen to make, in ns; 0 if it stands still
 * for 50 ms of the machine's own clock. */
int64_t gauge_step_ns(const struct clock *clock);

/* What one reading of CLOCK costs, in ns: the median of 15 batches. */
double gauge_reading_ns(const struct clock *clock);

/* A measurement of nothing: meter_start and meter_stop without a call. */
struct gauge_empty {
    int64_t real_ns; /* what it reads: the least that real_ns can be */
    int64_t cost_ns; /* what it takes, readings outside the span included */
};

/* Medians over many of them, by METER, whose clock must run. */
struct gauge_empty gauge_empty(struct meter *meter);

#endif
