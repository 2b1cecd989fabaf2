/* SPDX-License-Identifier: GPL-3.0-or-later */

/* toll: what the probe takes for a call and for a process, by trying.
 *
 * With the probe and without take turns, in pairs.  The figure is the median
 * of what it adds, pair by pair; it is to be shown, never subtracted. */
#ifndef PGPBENCH_BENCH_TOLL_H
#define PGPBENCH_BENCH_TOLL_H

#include "base/stats.h"
#include "bench/command.h"
#include "bench/guard.h"
#include "bench/watch.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>

/* No more than so many pairs. */
#define TOLL_PAIRS 31

struct toll {
    size_t pairs;
    double plain_ns; /* median without the probe */
    double ns;       /* median of what it adds; noise can make it negative */
    bool has_interval;
    struct interval interval; /* 95 %, of NS */
};

/* Of reading one byte from a file in DIRECTORY, which WATCH watches: a child
 * loads the probe and calls its read and libc's, thousands of times each.
 * The child may take LIMIT_S.  Fails with GPG_ERR_NOT_SUPPORTED if the probe
 * cannot be loaded or books no such calls, or with the system's error. */
gpg_error_t toll_of_call(const struct watch *watch, const char *directory,
                         struct guard *guard, double limit_s,
                         struct toll *r_toll);

/* Of COMMAND, run again and again for a second at most; the median of it is
 * from its start to its end as we see them.  Frees the slots of processes
 * that have ended.  Fails with GPG_ERR_NOT_SUPPORTED if it is not watched or
 * does not succeed, or as command_run does. */
gpg_error_t toll_of_process(const struct watch *watch,
                            const struct command *command, struct guard *guard,
                            struct toll *r_toll);

/* Whether what it adds is more than the noise of the pairs. */
bool toll_shows(const struct toll *toll);

#endif
