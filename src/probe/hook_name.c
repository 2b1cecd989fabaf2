/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook_name: making, renaming and removing names of files. */
#include "probe/hook.h"
#include "probe/watch.h"

#include <fcntl.h>
#include <unistd.h>

#define NAME(name, directory, parameters, arguments) \
    HOOK(int, name, #name, parameters)               \
    {                                                \
        struct span span;                            \
        watch_path(&span, directory, path);          \
        const int answer = REAL(name) arguments;     \
        span_end(&span, 0);                          \
        return answer;                               \
    }

/* With two paths in two directories; either may be on flash. */
#define NAMES(name, parameters, arguments)       \
    HOOK(int, name, #name, parameters)           \
    {                                            \
        struct span span;                        \
        watch_path(&span, at, path);             \
        if (span.account == ACCOUNT_NONE)        \
            watch_path(&span, to, other);        \
        const int answer = REAL(name) arguments; \
        span_end(&span, 0);                      \
        return answer;                           \
    }

#define NAMES_HERE(name)                                          \
    HOOK(int, name, #name, (const char *path, const char *other)) \
    {                                                             \
        struct span span;                                         \
        watch_paths(&span, path, other);                          \
        const int answer = REAL(name)(path, other);               \
        span_end(&span, 0);                                       \
        return answer;                                            \
    }

NAME(unlink, AT_FDCWD, (const char *path), (path))
NAME(unlinkat, at, (int at, const char *path, int flags), (at, path, flags))
NAME(remove, AT_FDCWD, (const char *path), (path))
NAME(mkdir, AT_FDCWD, (const char *path, mode_t mode), (path, mode))
NAME(mkdirat, at, (int at, const char *path, mode_t mode), (at, path, mode))
NAME(rmdir, AT_FDCWD, (const char *path), (path))
NAME(truncate, AT_FDCWD, (const char *path, __off_t length), (path, length))
NAME(truncate64, AT_FDCWD, (const char *path, off64_t length), (path, length))

NAMES_HERE(rename)
NAMES_HERE(link)
NAMES(renameat, (int at, const char *path, int to, const char *other),
      (at, path, to, other))
NAMES(renameat2,
      (int at, const char *path, int to, const char *other, unsigned flags),
      (at, path, to, other, flags))
NAMES(linkat, (int at, const char *path, int to, const char *other, int flags),
      (at, path, to, other, flags))
