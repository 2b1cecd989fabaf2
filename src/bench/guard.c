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

#define LOOK_EVERY_MS 500
#define KILL_EVERY_MS 20

/* How long to wait for what was killed to be gone. */
#define CALL_END_NS (5 * NS_PER_S)

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

/* Sleep for PAUSE_MS or until a word comes through the pipe. */
static void doze(const struct guard *guard, int pause_ms)
{
    struct pollfd pipe_end = {guard->wake[0], POLLIN, 0};
    if (poll(&pipe_end, 1, pause_ms) == 1) {
        char bytes[64];
        const ssize_t got = read(guard->wake[0], bytes, sizeof bytes);
        (void)got;
    }
}

/* Why the call with this deadline must end, if it must. */
static enum guard_verdict judge(const struct guard *guard, int64_t deadline_ns)
{
    if (signal_caught != 0)
        return GUARD_SIGNALED;
    if (clock_now_ns(&clock_monotonic) >= deadline_ns)
        return GUARD_TIMED_OUT;
    /* Seen for one look only, gpg is just about to be noticed. */
    return guard->context && children_have_died(guard->children)
               ? GUARD_ABANDONED
               : GUARD_FINE;
}

static void end_call(struct guard *guard, enum guard_verdict verdict)
{
    atomic_store(&guard->verdict, (unsigned)verdict);
    children_kill(guard->children);
    if (guard->context) {
        gpgme_cancel_async(guard->context);
        rescue_broken_pipes(&guard->rescue);
    }
}

/* Look at the call under way, and end it if it must end; whether it was.
 * *DEAD_SINCE_NS is the deadline of the call last seen dead. */
static bool look(struct guard *guard, int64_t *dead_since_ns)
{
    const int64_t deadline_ns = atomic_load(&guard->deadline_ns);
    if (deadline_ns == 0)
        return false;
    const enum guard_verdict verdict = judge(guard, deadline_ns);
    const bool is_first_look =
        verdict == GUARD_ABANDONED && *dead_since_ns != deadline_ns;
    *dead_since_ns = verdict == GUARD_ABANDONED ? deadline_ns : 0;
    if (verdict == GUARD_FINE || is_first_look)
        return false;
    end_call(guard, verdict);
    return true;
}

static void *watch(void *argument)
{
    struct guard *guard = argument;
    int64_t dead_since_ns = 0;
    while (!atomic_load(&guard->quits)) {
        /* Or the blow could fall on the next call. */
        pthread_mutex_lock(&guard->ending);
        const bool was_ended = look(guard, &dead_since_ns);
        pthread_mutex_unlock(&guard->ending);
        doze(guard, was_ended ? KILL_EVERY_MS : LOOK_EVERY_MS);
    }
    return NULL;
}

static void set_action(void (*action)(int))
{
    struct sigaction how;
    memset(&how, 0, sizeof how);
    how.sa_handler = action;
    how.sa_flags = SA_RESTART;
    sigemptyset(&how.sa_mask);
    for (size_t i = 0; i < CAUGHT_COUNT; i++) {
        struct sigaction before;
        /* What nohup or a shell has made us ignore stays ignored. */
        if (sigaction(caught_signals[i], NULL, &before) == 0 &&
            before.sa_handler != SIG_IGN)
            sigaction(caught_signals[i], &how, NULL);
    }
}

void guard_catch_signals(void)
{
    signal_caught = 0;
    /* GPGME and a closed stdout are to give errors, not end us. */
    signal(SIGPIPE, SIG_IGN);
    set_action(on_signal);
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

gpg_error_t guard_start(struct guard *guard, struct children *children)
{
    memset(guard, 0, sizeof *guard);
    guard->children = children;
    if (pipe2(guard->wake, O_CLOEXEC | O_NONBLOCK) != 0)
        return gpg_error_from_syserror();
    rescue_init(&guard->rescue);
    pthread_mutex_init(&guard->ending, NULL);
    signal_fd = guard->wake[1];
    const int error = start_thread(guard);
    if (error != 0) {
        guard_stop(guard);
        return gpg_error_from_errno(error);
    }
    guard->is_running = true;
    return 0;
}

void guard_arm(struct guard *guard, double limit_s, gpgme_ctx_t context)
{
    struct usage stale = {.count = 0};
    children_reap(guard->children, &stale);
    guard->context = context;
    atomic_store(&guard->verdict, (unsigned)GUARD_FINE);
    atomic_store(&guard->deadline_ns,
                 clock_now_ns(&clock_monotonic) +
                     (int64_t)(limit_s * (double)NS_PER_S));
}

enum guard_verdict guard_disarm(struct guard *guard)
{
    pthread_mutex_lock(&guard->ending);
    atomic_store(&guard->deadline_ns, 0);
    pthread_mutex_unlock(&guard->ending);
    const enum guard_verdict verdict =
        (enum guard_verdict)atomic_load(&guard->verdict);
    if (verdict != GUARD_FINE)
        children_end(guard->children, CALL_END_NS);
    return verdict;
}

int guard_signal(void)
{
    return signal_caught;
}

void guard_stop(struct guard *guard)
{
    if (guard->is_running) {
        atomic_store(&guard->quits, true);
        const ssize_t written = write(guard->wake[1], "", 1);
        (void)written;
        pthread_join(guard->thread, NULL);
        pthread_mutex_destroy(&guard->ending);
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
    set_action(SIG_DFL);
}
