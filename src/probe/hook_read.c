/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook_read: reading from descriptors.  A program that was compiled with
 * _FORTIFY_SOURCE calls the "_chk" functions. */
#include "probe/hook.h"
#include "probe/watch.h"

#include <sys/uio.h>

#define READ(name, symbol, parameters, arguments)    \
    HOOK(ssize_t, name, symbol, parameters)          \
    {                                                \
        struct span span;                            \
        watch_fd(&span, fd, WATCH_READ);             \
        const ssize_t answer = REAL(name) arguments; \
        watch_done(&span, answer);                   \
        return answer;                               \
    }

READ(read, "read", (int fd, void *buffer, size_t size), (fd, buffer, size))
REAL_AT_ONCE(read)
READ(read_chk, "__read_chk", (int fd, void *buffer, size_t size, size_t room),
     (fd, buffer, size, room))
READ(readv, "readv", (int fd, const struct iovec *parts, int count),
     (fd, parts, count))

READ(pread, "pread", (int fd, void *buffer, size_t size, __off_t offset),
     (fd, buffer, size, offset))
READ(pread64, "pread64", (int fd, void *buffer, size_t size, off64_t offset),
     (fd, buffer, size, offset))
READ(pread_chk, "__pread_chk",
     (int fd, void *buffer, size_t size, __off_t offset, size_t room),
     (fd, buffer, size, offset, room))
READ(pread64_chk, "__pread64_chk",
     (int fd, void *buffer, size_t size, off64_t offset, size_t room),
     (fd, buffer, size, offset, room))
READ(preadv, "preadv",
     (int fd, const struct iovec *parts, int count, __off_t offset),
     (fd, parts, count, offset))
READ(preadv64, "preadv64",
     (int fd, const struct iovec *parts, int count, off64_t offset),
     (fd, parts, count, offset))

READ(recv, "recv", (int fd, void *buffer, size_t size, int flags),
     (fd, buffer, size, flags))
READ(recv_chk, "__recv_chk",
     (int fd, void *buffer, size_t size, size_t room, int flags),
     (fd, buffer, size, room, flags))
READ(recvfrom, "recvfrom",
     (int fd, void *buffer, size_t size, int flags, void *address,
      void *length),
     (fd, buffer, size, flags, address, length))
READ(recvfrom_chk, "__recvfrom_chk",
     (int fd, void *buffer, size_t size, size_t room, int flags, void *address,
      void *length),
     (fd, buffer, size, room, flags, address, length))
READ(recvmsg, "recvmsg", (int fd, void *message, int flags),
     (fd, message, flags))
