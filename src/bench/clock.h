/* SPDX-License-Identifier: GPL-3.0-or-later */

/* clock: nanoseconds that only go forward; replaced in tests. */
#ifndef PGPBENCH_BENCH_CLOCK_H
#define PGPBENCH_BENCH_CLOCK_H

#include <stdint.h>

#define NS_PER_S  1000000000LL
#define NS_PER_MS 1000000LL
#define NS_PER_US 1000LL

struct clock {
    int64_t (*now_ns)(void *state);
    void *state;
};

/* The machine's CLOCK_MONOTONIC: setting the date does not move it. */
extern const struct clock clock_monotonic;

static inline int64_t clock_now_ns(const struct clock *clock)
{
    return clock->now_ns(clock->state);
}

/* Resolution of clock_monotonic in ns, as the kernel states it. */
int64_t clock_resolution_ns(void);

/* CPU time of this process, all threads, in ns. */
int64_t clock_own_cpu_ns(void);

/* Sleep for NS, less if a signal comes. */
void clock_sleep_ns(int64_t ns);

#endif
