/* SPDX-License-Identifier: GPL-3.0-or-later */

/* census: which processes are ours, from /proc.
 *
 * Everything here may be called from a signal handler: it allocates nothing
 * and uses no stdio. */
#ifndef PGPBENCH_BENCH_CENSUS_H
#define PGPBENCH_BENCH_CENSUS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Who is ours: what descends from us, less the kept ones and what is below
 * them; and, where orphans go to others, what has the environment entry MARK,
 * "NAME=VALUE", kept ones less. */
struct census_scope {
    const pid_t *kept;
    size_t kept_count;
    const char *mark; /* NULL: descent says all */
};

struct census {
    size_t living;
    size_t dead; /* not reaped yet */
};

/* Count those in SCOPE, and, if KILLS, send SIGKILL to those that live.
 * Without /proc there are none. */
struct census census_take(const struct census_scope *scope, bool kills);

#endif
