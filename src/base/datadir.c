/* SPDX-License-Identifier: GPL-3.0-or-later */

/* datadir: looks for the files we ship.  It does not read them. */
#include "base/datadir.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A build tree lies at most this deep in the source tree. */
#define TREE_DEPTH 3

static char *find_below(const char *directory, const char *relative)
{
    char *path = NULL;
    if (asprintf(&path, "%s/%s", directory, relative) < 0)
        return NULL;
    if (access(path, F_OK) == 0)
        return path;
    free(path);
    return NULL;
}

/* Cut the last name off PATH; false at the root. */
static int cut(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash || slash == path)
        return 0;
    *slash = '\0';
    return 1;
}

/* Above the executable, then in the share/ beside its bin/. */
static char *find_near_executable(const char *relative)
{
    char directory[PATH_MAX];
    const ssize_t length =
        readlink("/proc/self/exe", directory, sizeof directory - 1);
    if (length <= 0)
        return NULL;
    directory[length] = '\0';
    char *found = NULL;
    for (int up = 0; !found && up < TREE_DEPTH && cut(directory); up++) {
        char *share = NULL;
        found = find_below(directory, relative);
        if (!found && up == 1 &&
            asprintf(&share, "%s/share/pgpbench", directory) >= 0)
            found = find_below(share, relative);
        free(share);
    }
    return found;
}

char *datadir_find(const char *relative)
{
    char *found = find_near_executable(relative);
    if (!found)
        found = find_below(PGPBENCH_INSTALLED_DATADIR, relative);
    const char *named = getenv("PGPBENCH_DATADIR");
    if (!found && named)
        found = find_below(named, relative);
    return found;
}
