/* SPDX-License-Identifier: GPL-3.0-or-later */

/* guard: ends what hangs.  What is to be said about it is the caller's. */
#include "bench/guard.h"

#include "bench/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int caught_signals[] = {SIGINT, SIGTERM, SIGHUP};
#define CAUGHT_COUNT (sizeof caught_signals / sizeof caught_signals[0])

/* The signal flag, and where its handler leaves word. */
static volatile sig_atomic_t signal_caught;
static volatile sig_atomic_t signal_fd = -1;

static void on_signal(int number)
{
    const int saved = errno;
    if (signal_caught == 0)
        signal_caught = number;
    if (signal_fd >= 0) {
        const ssize_t written = write(signal_fd, "", 1);
        (void)written; /* a full pipe has woken the thread already */
    }
    errno = saved;
}

/* Sleep until UNTIL_NS or a word through the pipe. */
static void doze(struct guard *guard, int64_t until_ns)
{
    atomic_store(&guard->sleeps_until_ns, until_ns);
    const int64_t left_ns = until_ns - clock_now_ns(&clock_monotonic);
    const int64_t left_ms = left_ns < 0 ? 0 : left_ns / NS_PER_MS + 1;
    struct pollfd pipe_end = {guard->wake[0], POLLIN, 0};
    if (poll(&pipe_end, 1, left_ms > 60000 ? 60000 : (int)left_ms) == 1) {
        char bytes[64];
        const ssize_t got = read(guard->wake[0], bytes, sizeof bytes);
        (void)got;
    }
}

static void wake(const struct guard *guard)
{
    const ssize_t written = write(guard->wake[1], "", 1);
    (void)written; /* a full pipe wakes as well */
}

static void *watch(void *argument)
{
    struct guard *guard = argument;
    while (!atomic_load(&guard->quits)) {
        const int64_t deadline_ns = atomic_load(&guard->deadline_ns);
        const int64_t now_ns = clock_now_ns(&clock_monotonic);
        const bool is_late = deadline_ns > 0 && now_ns >= deadline_ns;
        const bool is_killing =
            is_late || (deadline_ns > 0 && signal_caught != 0);
        if (is_late)
            atomic_store(&guard->timed_out, true);
        if (is_killing)
            children_kill(guard->children);
        doze(guard, is_killing        ? now_ns + 20 * NS_PER_MS
                    : deadline_ns > 0 ? deadline_ns
                                      : now_ns + NS_PER_S);
    }
    return NULL;
}

static void catch_signals(void (*action)(int))
{
    struct sigaction how;
    memset(&how, 0, sizeof how);
    how.sa_handler = action;
    how.sa_flags = SA_RESTART;
    sigemptyset(&how.sa_mask);
    for (size_t i = 0; i < CAUGHT_COUNT; i++)
        sigaction(caught_signals[i], &how, NULL);
}

/* The thread takes no signals: they are the main thread's. */
static int start_thread(struct guard *guard)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int error = pthread_create(&guard->thread, NULL, watch, guard);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

gpg_error_t guard_start(struct guard *guard, const struct children *children)
{
    memset(guard, 0, sizeof *guard);
    guard->children = children;
    if (pipe2(guard->wake, O_CLOEXEC | O_NONBLOCK) != 0)
        return gpg_error_from_syserror();
    signal_caught = 0;
    signal_fd = guard->wake[1];
    /* GPGME and a closed stdout are to give errors, not end us. */
    signal(SIGPIPE, SIG_IGN);
    catch_signals(on_signal);
    const int error = start_thread(guard);
    if (error != 0) {
        guard_stop(guard);
        return gpg_error_from_errno(error);
    }
    guard->is_running = true;
    return 0;
}

void guard_arm(struct guard *guard, double limit_s)
{
    const int64_t limit_ns = (int64_t)(limit_s * (double)NS_PER_S);
    const int64_t deadline_ns = clock_now_ns(&clock_monotonic) + limit_ns;
    atomic_store(&guard->timed_out, false);
    atomic_store(&guard->deadline_ns, deadline_ns);
    if (deadline_ns < atomic_load(&guard->sleeps_until_ns))
        wake(guard);
}

bool guard_disarm(struct guard *guard)
{
    atomic_store(&guard->deadline_ns, 0);
    return atomic_load(&guard->timed_out);
}

int guard_signal(void)
{
    return signal_caught;
}

void guard_stop(struct guard *guard)
{
    if (guard->is_running) {
        atomic_store(&guard->quits, true);
        wake(guard);
        pthread_join(guard->thread, NULL);
        guard->is_running = false;
    }
    signal_fd = -1;
    for (int end = 0; end < 2; end++)
        if (guard->wake[end] > 0)
            close(guard->wake[end]);
    guard->wake[0] = guard->wake[1] = 0;
}

void guard_restore_signals(void)
{
    catch_signals(SIG_DFL);
}
