/* SPDX-License-Identifier: GPL-3.0-or-later */

/* owner: the mark in a throw-away directory that tells which pgpbench made
 * it, and whether that one still runs. */
#ifndef PGPBENCH_BENCH_OWNER_H
#define PGPBENCH_BENCH_OWNER_H

#include <gpg-error.h>
#include <sys/types.h>

/* The name of the file. */
#define OWNER_FILE "owner"

enum owner_state {
    OWNER_UNKNOWN, /* no mark, not ours to judge, or no /proc */
    OWNER_LIVES,
    OWNER_GONE
};

/* Mark DIRECTORY as this process's.  Fails with the system's error; where
 * there is no /proc, with GPG_ERR_NOT_SUPPORTED. */
gpg_error_t owner_mark(const char *directory);

/* What has become of the process that marked DIRECTORY; *R_PID is its pid,
 * or 0 if there is no mark.  A mark made on another machine, or in another
 * name space of pids, tells nothing. */
enum owner_state owner_look(const char *directory, pid_t *r_pid);

#endif
