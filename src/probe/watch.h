/* SPDX-License-Identifier: GPL-3.0-or-later */

/* watch: which account a call on a descriptor, a stream or a path is for. */
#ifndef PGPBENCH_PROBE_WATCH_H
#define PGPBENCH_PROBE_WATCH_H

#include "probe/account.h"

#include <stdio.h>
#include <sys/types.h>

enum watch_use {
    WATCH_READ,
    WATCH_WRITE,
    WATCH_SYNC,
    WATCH_CLOSE,
    WATCH_WAIT, /* select, poll */
    WATCH_TALK, /* connect, accept */
    WATCH_USES
};

/* Begin a span for the USE of FD. */
void watch_fd(struct span *span, int fd, enum watch_use use);

void watch_stream(struct span *span, FILE *stream, enum watch_use use);

/* STREAM's descriptor, or -1; errno stays. */
int watch_descriptor(FILE *stream);

/* Begin a span for a call with PATH; relative to the open DIRECTORY, or where
 * the process is for AT_FDCWD. */
void watch_path(struct span *span, int directory, const char *path);

/* The same, for one with two paths. */
void watch_paths(struct span *span, const char *path, const char *other);

/* End it; ANSWER is how many bytes, or negative. */
void watch_done(struct span *span, ssize_t answer);

/* End it, and FD was opened by it, or is negative. */
void watch_opened(struct span *span, int fd);

#endif
