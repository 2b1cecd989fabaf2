/* SPDX-License-Identifier: GPL-3.0-or-later */

/* path: whether a path lies below the watched directories, by its spelling:
 * symbolic links in it are not followed.  No allocation. */
#ifndef PGPBENCH_PROBE_PATH_H
#define PGPBENCH_PROBE_PATH_H

#include "probe/ledger.h"

#include <stdbool.h>
#include <stddef.h>

#define PATH_BYTES 1024

/* Whether PATH is DIRECTORY or below it; both absolute, without "." and "..",
 * and DIRECTORY without a final slash. */
bool path_is_below(const char *path, const char *directory);

/* Whether the absolute PATH is below one of LEDGER's directories. */
bool path_is_watched(const struct ledger *ledger, const char *path);

/* PATH without ".", ".." and double slashes: itself, or in BUFFER; a final
 * slash may stay.  A relative one begins at the open DIRECTORY, or where the
 * process is for AT_FDCWD.  NULL if it is empty or too long, or the kernel
 * does not tell.  May change errno. */
const char *path_make_absolute(int directory, const char *path,
                               char buffer[PATH_BYTES]);

/* The path of the open FD as the kernel has it; false without /proc.  May
 * change errno. */
bool path_of_fd(int fd, char r_path[PATH_BYTES]);

#endif
