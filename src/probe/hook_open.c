/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook_open: opening files. */
#include "probe/hook.h"
#include "probe/watch.h"

#include <fcntl.h>
#include <stdarg.h>

/* The mode is only there if FLAGS, the last named parameter, say so. */
#define TAKE_MODE(mode, flags)             \
    if ((flags) & (O_CREAT | O_TMPFILE)) { \
        va_list rest;                      \
        va_start(rest, flags);             \
        (mode) = va_arg(rest, mode_t);     \
        va_end(rest);                      \
    }

#define OPEN(name, symbol)                                      \
    HOOK(int, name, symbol, (const char *path, int flags, ...)) \
    {                                                           \
        struct span span;                                       \
        mode_t mode = 0;                                        \
        TAKE_MODE(mode, flags)                                  \
        watch_path(&span, AT_FDCWD, path);                      \
        const int fd = REAL(name)(path, flags, mode);           \
        watch_opened(&span, fd);                                \
        return fd;                                              \
    }

#define OPEN_AT(name, symbol)                                                  \
    HOOK(int, name, symbol, (int directory, const char *path, int flags, ...)) \
    {                                                                          \
        struct span span;                                                      \
        mode_t mode = 0;                                                       \
        TAKE_MODE(mode, flags)                                                 \
        watch_path(&span, directory, path);                                    \
        const int fd = REAL(name)(directory, path, flags, mode);               \
        watch_opened(&span, fd);                                               \
        return fd;                                                             \
    }

#define OPEN_PLAIN(name, symbol, directory, parameters, arguments) \
    HOOK(int, name, symbol, parameters)                            \
    {                                                              \
        struct span span;                                          \
        watch_path(&span, directory, path);                        \
        const int fd = REAL(name) arguments;                       \
        watch_opened(&span, fd);                                   \
        return fd;                                                 \
    }

OPEN(open, "open")
OPEN(open64, "open64")
OPEN_AT(openat, "openat")
OPEN_AT(openat64, "openat64")

/* What _FORTIFY_SOURCE makes of calls without a mode. */
OPEN_PLAIN(open_2, "__open_2", AT_FDCWD, (const char *path, int flags),
           (path, flags))
OPEN_PLAIN(open64_2, "__open64_2", AT_FDCWD, (const char *path, int flags),
           (path, flags))
OPEN_PLAIN(openat_2, "__openat_2", at, (int at, const char *path, int flags),
           (at, path, flags))
OPEN_PLAIN(openat64_2, "__openat64_2", at,
           (int at, const char *path, int flags), (at, path, flags))

OPEN_PLAIN(creat, "creat", AT_FDCWD, (const char *path, mode_t mode),
           (path, mode))
OPEN_PLAIN(creat64, "creat64", AT_FDCWD, (const char *path, mode_t mode),
           (path, mode))
