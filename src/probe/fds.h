/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fds: what each open file descriptor is, as far as we care.
 *
 * The kernel is asked when a descriptor is first used, and not again until
 * it is closed.  Safe in threads and signal handlers; errno stays. */
#ifndef PGPBENCH_PROBE_FDS_H
#define PGPBENCH_PROBE_FDS_H

#include "probe/ledger.h"

#include <stdbool.h>

enum fd_class {
    FD_UNKNOWN, /* not asked yet */
    FD_OTHER,   /* terminals, files elsewhere, what is not open */
    FD_FLASH,   /* a regular file below a watched directory */
    FD_PIPE,
    FD_SOCKET,
    FD_RANDOM, /* /dev/random, /dev/urandom, /dev/hwrng */
    FD_CLASSES
};

/* Of FD; LEDGER has the watched directories. */
enum fd_class fds_class(const struct ledger *ledger, int fd);

/* The same, but FD_UNKNOWN if that takes asking for the path. */
enum fd_class fds_known_class(int fd);

/* FD was opened by a path that IS_WATCHED. */
void fds_opened(int fd, bool is_watched);

/* FD is being closed or replaced. */
void fds_forget(int fd);

/* FIRST and all up to LAST are. */
void fds_forget_range(unsigned first, unsigned last);

#endif
