/* SPDX-License-Identifier: GPL-3.0-or-later */

/* tick: the clock of the probe.  Tests put another in its place. */
#ifndef PGPBENCH_PROBE_TICK_H
#define PGPBENCH_PROBE_TICK_H

#include <stdint.h>

/* CLOCK_MONOTONIC in ns; leaves errno alone. */
uint64_t tick_now(void);

#endif
