/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook_write: writing to descriptors, changing the size of files, and
 * bringing them to their medium. */
#include "probe/hook.h"
#include "probe/watch.h"

#include <fcntl.h>
#include <sys/uio.h>

#define WRITE(name, symbol, parameters, arguments)   \
    HOOK(ssize_t, name, symbol, parameters)          \
    {                                                \
        struct span span;                            \
        watch_fd(&span, fd, WATCH_WRITE);            \
        const ssize_t answer = REAL(name) arguments; \
        watch_done(&span, answer);                   \
        return answer;                               \
    }

/* A call that moves no bytes of the program's. */
#define CHANGE(name, symbol, use, parameters, arguments) \
    HOOK(int, name, symbol, parameters)                  \
    {                                                    \
        struct span span;                                \
        watch_fd(&span, fd, use);                        \
        const int answer = REAL(name) arguments;         \
        span_end(&span, 0);                              \
        return answer;                                   \
    }

WRITE(write, "write", (int fd, const void *buffer, size_t size),
      (fd, buffer, size))
REAL_AT_ONCE(write)
WRITE(writev, "writev", (int fd, const struct iovec *parts, int count),
      (fd, parts, count))
WRITE(pwrite, "pwrite",
      (int fd, const void *buffer, size_t size, __off_t offset),
      (fd, buffer, size, offset))
WRITE(pwrite64, "pwrite64",
      (int fd, const void *buffer, size_t size, off64_t offset),
      (fd, buffer, size, offset))
WRITE(pwritev, "pwritev",
      (int fd, const struct iovec *parts, int count, __off_t offset),
      (fd, parts, count, offset))
WRITE(pwritev64, "pwritev64",
      (int fd, const struct iovec *parts, int count, off64_t offset),
      (fd, parts, count, offset))

WRITE(send, "send", (int fd, const void *buffer, size_t size, int flags),
      (fd, buffer, size, flags))
WRITE(sendto, "sendto",
      (int fd, const void *buffer, size_t size, int flags, const void *address,
       unsigned length),
      (fd, buffer, size, flags, address, length))
WRITE(sendmsg, "sendmsg", (int fd, const void *message, int flags),
      (fd, message, flags))

CHANGE(ftruncate, "ftruncate", WATCH_WRITE, (int fd, __off_t length),
       (fd, length))
CHANGE(ftruncate64, "ftruncate64", WATCH_WRITE, (int fd, off64_t length),
       (fd, length))

CHANGE(fsync, "fsync", WATCH_SYNC, (int fd), (fd))
CHANGE(fdatasync, "fdatasync", WATCH_SYNC, (int fd), (fd))
CHANGE(syncfs, "syncfs", WATCH_SYNC, (int fd), (fd))
CHANGE(sync_file_range, "sync_file_range", WATCH_SYNC,
       (int fd, off64_t offset, off64_t count, unsigned flags),
       (fd, offset, count, flags))
