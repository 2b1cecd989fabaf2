/* SPDX-License-Identifier: GPL-3.0-or-later */

/* source: the bytes of a file, N times over, without making such a file. */
#ifndef PGPBENCH_BENCH_SOURCE_H
#define PGPBENCH_BENCH_SOURCE_H

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct source {
    int fd;
    uint32_t copies;
    uint32_t copies_done;
    bool has_read; /* something in this copy */
};

/* Open PATH, to be read COPIES times.  Fails with the system's error. */
gpg_error_t source_open(struct source *source, const char *path,
                        uint32_t copies);

/* Like read(2): at most LENGTH bytes, 0 at the end of the last copy, -1 with
 * errno set. */
ssize_t source_read(struct source *source, char *buffer, size_t length);

/* Like source_read, but as many bytes as there are. */
ssize_t source_read_full(struct source *source, char *buffer, size_t length);

void source_close(struct source *source);

#endif
