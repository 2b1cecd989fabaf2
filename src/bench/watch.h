/* SPDX-License-Identifier: GPL-3.0-or-later */

/* watch: makes the ledger, and lets processes be watched.
 *
 * A process is watched if it starts between watch_enter and watch_leave: the
 * probe then comes first in its LD_PRELOAD, the user's own preloads behind
 * it. */
#ifndef PGPBENCH_BENCH_WATCH_H
#define PGPBENCH_BENCH_WATCH_H

#include "probe/ledger.h"

#include <gpg-error.h>
#include <stdbool.h>

/* The probe, as datadir_find_library is asked for it. */
#define WATCH_LIBRARY "libpgpbench-probe.so"

struct watch {
    struct ledger *ledger; /* NULL: nothing is watched */
    int fd;                /* of the ledger */
    bool is_in_memory;     /* it is no file on a medium */
    char *named;           /* where processes find it */
    char *file;            /* to be removed at the end; NULL: it has no name */
    char *library;         /* the probe, as LD_PRELOAD can say it */
    bool is_link;          /* it is a link to it, made here */
};

/* Make a ledger for files below DIRECTORY, where the ledger itself may be put
 * if it must be a file.  LIBRARY is the probe's path.  WATCH is for
 * watch_release in any case.  Fails with the system's error, or
 * GPG_ERR_INV_NAME if LD_PRELOAD cannot name the library. */
gpg_error_t watch_init(struct watch *watch, const char *library,
                       const char *directory);

/* Count the files below DIRECTORY too.  Fails with GPG_ERR_TOO_MANY,
 * GPG_ERR_TOO_LARGE or the system's error. */
gpg_error_t watch_add_directory(struct watch *watch, const char *directory);

/* Let what starts from now on be watched; and no longer.  Not timed.  Without
 * a ledger both do nothing. */
gpg_error_t watch_enter(const struct watch *watch);
void watch_leave(const struct watch *watch);

/* Let the next processes list the libraries they have loaded and tell their
 * largest resident set, or no longer: it takes them longer. */
void watch_want_details(struct watch *watch, bool wants);

void watch_release(struct watch *watch);

#endif
