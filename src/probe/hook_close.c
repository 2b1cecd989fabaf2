/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook_close: closing and replacing descriptors.  What was known of one is
 * forgotten before that, since a moment later it may be another thread's. */
#include "probe/fds.h"
#include "probe/hook.h"
#include "probe/watch.h"

HOOK(int, close, "close", (int fd))
{
    struct span span;
    watch_fd(&span, fd, WATCH_CLOSE);
    fds_forget(fd);
    const int answer = REAL(close)(fd);
    span_end(&span, 0);
    return answer;
}

HOOK(int, fclose, "fclose", (FILE * stream))
{
    struct span span;
    watch_stream(&span, stream, WATCH_CLOSE);
    fds_forget(watch_descriptor(stream));
    const int answer = REAL(fclose)(stream);
    span_end(&span, 0);
    return answer;
}

HOOK(int, dup2, "dup2", (int fd, int replaced))
{
    if (fd != replaced)
        fds_forget(replaced);
    return REAL(dup2)(fd, replaced);
}

HOOK(int, dup3, "dup3", (int fd, int replaced, int flags))
{
    if (fd != replaced)
        fds_forget(replaced);
    return REAL(dup3)(fd, replaced, flags);
}

HOOK(void, closefrom, "closefrom", (int first))
{
    fds_forget_range(first > 0 ? (unsigned)first : 0, ~0U);
    REAL(closefrom)(first);
}

HOOK(int, close_range, "close_range",
     (unsigned first, unsigned last, int flags))
{
    fds_forget_range(first, last);
    return REAL(close_range)(first, last, flags);
}
