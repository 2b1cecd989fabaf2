/* SPDX-License-Identifier: GPL-3.0-or-later */

/* tick: reads the monotonic clock. */
#include "probe/tick.h"

#include <time.h>

uint64_t tick_now(void)
{
    struct timespec now = {.tv_sec = 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}
