/* SPDX-License-Identifier: GPL-3.0-or-later */

/* clock: reads the machine's clocks.  It knows nothing of what is timed. */
#include "bench/clock.h"

#include <stddef.h>
#include <time.h>

static int64_t read_ns(clockid_t id)
{
    struct timespec now;
    if (clock_gettime(id, &now) != 0)
        return 0;
    return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

static int64_t monotonic_ns(void *state)
{
    (void)state;
    return read_ns(CLOCK_MONOTONIC);
}

const struct clock clock_monotonic = {monotonic_ns, NULL};

int64_t clock_resolution_ns(void)
{
    struct timespec grain;
    if (clock_getres(CLOCK_MONOTONIC, &grain) != 0)
        return 0;
    return (int64_t)grain.tv_sec * NS_PER_S + grain.tv_nsec;
}

int64_t clock_own_cpu_ns(void)
{
    return read_ns(CLOCK_PROCESS_CPUTIME_ID);
}

void clock_sleep_ns(int64_t ns)
{
    const struct timespec span = {(time_t)(ns / NS_PER_S),
                                  (long)(ns % NS_PER_S)};
    nanosleep(&span, NULL);
}
