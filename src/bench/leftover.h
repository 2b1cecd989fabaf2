/* SPDX-License-Identifier: GPL-3.0-or-later */

/* leftover: throw-away directories of a pgpbench that was killed (SIGKILL,
 * no power), and the gpg-agent that still runs for them.
 *
 * Only what is beyond doubt is one: a directory pgpbench.XXXXXX, no link, of
 * our own user, mode 0700, with the mark of a pgpbench that is gone. */
#ifndef PGPBENCH_BENCH_LEFTOVER_H
#define PGPBENCH_BENCH_LEFTOVER_H

#include "bench/home.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define LEFTOVER_PROCESSES_MAX 32

/* A run has so many homes at most. */
#define LEFTOVER_HOMES HOME_NAMES

struct leftover {
    char *path;
    pid_t owner;                             /* the pgpbench that is gone */
    pid_t processes[LEFTOVER_PROCESSES_MAX]; /* for its home, when found */
    size_t process_count;
    bool is_removed;
    gpg_error_t err; /* why it could not be */
};

/* The zeroed list is empty. */
struct leftover_list {
    struct leftover *items;
    size_t count;
};

/* Append those that lie in DIRECTORY and are not in LIST yet.  A directory
 * that cannot be read has none.  Fails with GPG_ERR_ENOMEM. */
gpg_error_t leftover_find(struct leftover_list *list, const char *directory);

/* Home number INDEX, below LEFTOVER_HOMES, that may be in LEFTOVER, to be
 * freed; NULL if memory has run out. */
char *leftover_home(const struct leftover *leftover, size_t index);

/* End its processes and remove it.  SOCKET_PATHS (each NULL: not known) are
 * where gpgconf places the agents' sockets for these homes: a directory below
 * /run/user that only such a home can have is removed, too.  Sets is_removed,
 * or err. */
void leftover_clean(struct leftover *leftover,
                    char *const socket_paths[LEFTOVER_HOMES]);

void leftover_list_release(struct leftover_list *list);

#endif
