/* SPDX-License-Identifier: GPL-3.0-or-later */

/* census: which processes descend from us, from /proc.
 *
 * Everything here may be called from a signal handler: it allocates nothing
 * and uses no stdio. */
#ifndef PGPBENCH_BENCH_CENSUS_H
#define PGPBENCH_BENCH_CENSUS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Descendants that are not kept, nor below a kept one. */
struct census {
    size_t living;
    size_t dead; /* not reaped yet */
};

/* Count our descendants but the KEPT ones, and, if KILLS, send SIGKILL to
 * those that live.  Without /proc there are none. */
struct census census_take(const pid_t *kept, size_t kept_count, bool kills);

#endif
