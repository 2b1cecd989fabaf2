/* SPDX-License-Identifier: GPL-3.0-or-later */

/* stock: names and drops payload files.  It does not make them. */
#include "bench/stock.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PREFIX "payload-"

char *stock_path(const char *directory, enum stock_kind kind,
                 const struct cell *cell)
{
    char *path = NULL;
    int length = -1;
    switch (kind) {
    case STOCK_PLAIN:
        length = asprintf(&path, "%s/" PREFIX "%" PRIu32 "-x%" PRIu32,
                          directory, cell->fixture, cell->copies);
        break;
    case STOCK_SIGNED:
    case STOCK_ENCRYPTED:
        length = asprintf(&path,
                          "%s/" PREFIX "%" PRIu32 "-x%" PRIu32 "-%" PRIu32
                          "-%" PRIu32 ".%s",
                          directory, cell->fixture, cell->copies, cell->engine,
                          cell->key, kind == STOCK_SIGNED ? "sig" : "enc");
        break;
    case STOCK_OUTPUT:
        length = asprintf(&path, "%s/" PREFIX "out", directory);
        break;
    }
    return length < 0 ? NULL : path;
}

void stock_drop(const char *directory)
{
    DIR *files = opendir(directory);
    if (!files)
        return;
    for (const struct dirent *entry; (entry = readdir(files));)
        if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) == 0)
            unlinkat(dirfd(files), entry->d_name, 0);
    closedir(files);
}
