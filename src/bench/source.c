/* SPDX-License-Identifier: GPL-3.0-or-later */

/* source: reads a file over and over.  It keeps none of it. */
#include "bench/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

gpg_error_t source_open(struct source *source, const char *path,
                        uint32_t copies)
{
    memset(source, 0, sizeof *source);
    source->copies = copies;
    source->fd = open(path, O_RDONLY | O_CLOEXEC);
    return source->fd < 0 ? gpg_error_from_syserror() : 0;
}

ssize_t source_read(struct source *source, char *buffer, size_t length)
{
    while (source->copies_done < source->copies) {
        const ssize_t got = read(source->fd, buffer, length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got != 0) {
            source->has_read = true;
            return got;
        }
        /* An empty file stays empty however often it is read. */
        source->copies_done =
            source->has_read ? source->copies_done + 1 : source->copies;
        source->has_read = false;
        if (lseek(source->fd, 0, SEEK_SET) != 0)
            return -1;
    }
    return 0;
}

ssize_t source_read_full(struct source *source, char *buffer, size_t length)
{
    size_t done = 0;
    while (done < length) {
        const ssize_t got = source_read(source, buffer + done, length - done);
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

void source_close(struct source *source)
{
    if (source->fd >= 0)
        close(source->fd);
    source->fd = -1;
}
