/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook_wait: waiting for descriptors, and for peers. */
#include "probe/fds.h"
#include "probe/hook.h"
#include "probe/process.h"
#include "probe/watch.h"

#include <poll.h>
#include <signal.h>
#include <sys/select.h>
#include <time.h>

/* Of two descriptors waited for: random devices before pipes. */
static enum fd_class more_telling(enum fd_class a, enum fd_class b)
{
    return a > b ? a : b;
}

static enum fd_class class_of(int fd)
{
    return fds_class(process_ledger(), fd);
}

static int is_in(int fd, const fd_set *set)
{
    return set && FD_ISSET(fd, set);
}

/* The three sets that select waits for. */
struct sets {
    const fd_set *read;
    const fd_set *write;
    const fd_set *except;
};

static void begin(struct span *span, enum fd_class class)
{
    if (class == FD_RANDOM)
        span_begin(span, LEDGER_ENTROPY);
    else if (class >= FD_PIPE)
        span_begin(span, LEDGER_IPC);
    else
        span_skip(span);
}

static void watch_sets(struct span *span, int count, const struct sets *sets)
{
    enum fd_class class = FD_UNKNOWN;
    if (account_is_open())
        for (int fd = 0; fd < count && fd < FD_SETSIZE; fd++)
            if (is_in(fd, sets->read) || is_in(fd, sets->write) ||
                is_in(fd, sets->except))
                class = more_telling(class, class_of(fd));
    begin(span, class);
}

static void watch_polled(struct span *span, const struct pollfd *fds,
                         nfds_t count)
{
    enum fd_class class = FD_UNKNOWN;
    if (account_is_open())
        for (nfds_t i = 0; i < count; i++)
            class = more_telling(class, class_of(fds[i].fd));
    begin(span, class);
}

HOOK(int, select, "select",
     (int count, fd_set *read, fd_set *write, fd_set *except,
      struct timeval *timeout))
{
    struct span span;
    const struct sets sets = {read, write, except};
    watch_sets(&span, count, &sets);
    const int answer = REAL(select)(count, read, write, except, timeout);
    span_end(&span, 0);
    return answer;
}

HOOK(int, pselect, "pselect",
     (int count, fd_set *read, fd_set *write, fd_set *except,
      const struct timespec *timeout, const sigset_t *mask))
{
    struct span span;
    const struct sets sets = {read, write, except};
    watch_sets(&span, count, &sets);
    const int answer = REAL(pselect)(count, read, write, except, timeout, mask);
    span_end(&span, 0);
    return answer;
}

#define POLL(name, symbol, parameters, arguments) \
    HOOK(int, name, symbol, parameters)           \
    {                                             \
        struct span span;                         \
        watch_polled(&span, fds, count);          \
        const int answer = REAL(name) arguments;  \
        span_end(&span, 0);                       \
        return answer;                            \
    }

POLL(poll, "poll", (struct pollfd * fds, nfds_t count, int timeout),
     (fds, count, timeout))
POLL(poll_chk, "__poll_chk",
     (struct pollfd * fds, nfds_t count, int timeout, size_t room),
     (fds, count, timeout, room))
POLL(ppoll, "ppoll",
     (struct pollfd * fds, nfds_t count, const struct timespec *timeout,
      const sigset_t *mask),
     (fds, count, timeout, mask))
POLL(ppoll_chk, "__ppoll_chk",
     (struct pollfd * fds, nfds_t count, const struct timespec *timeout,
      const sigset_t *mask, size_t room),
     (fds, count, timeout, mask, room))

/* A socket that is connected is a word, whatever it carries. */
#define TALK(name, parameters, arguments)        \
    HOOK(int, name, #name, parameters)           \
    {                                            \
        struct span span;                        \
        watch_fd(&span, fd, WATCH_TALK);         \
        const int answer = REAL(name) arguments; \
        watch_done(&span, answer < 0 ? -1 : 0);  \
        return answer;                           \
    }

TALK(connect, (int fd, const void *address, unsigned length),
     (fd, address, length))
TALK(accept, (int fd, void *address, void *length), (fd, address, length))
TALK(accept4, (int fd, void *address, void *length, int flags),
     (fd, address, length, flags))
