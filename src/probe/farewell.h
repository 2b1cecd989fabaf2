/* SPDX-License-Identifier: GPL-3.0-or-later */

/* farewell: what the kernel says of this process as it ends. */
#ifndef PGPBENCH_PROBE_FAREWELL_H
#define PGPBENCH_PROBE_FAREWELL_H

#include "probe/ledger.h"

#include <stdbool.h>

/* Fill FAREWELL, the largest resident set only WITH_PEAK, which takes longest.
 * Safe in signal handlers; may change errno. */
void farewell_fill(struct ledger_farewell *farewell, bool with_peak);

/* Find "VmHWM: N kB" in the TEXT of /proc/PID/status; bytes, or 0. */
uint64_t farewell_peak_of(const char *text);

#endif
