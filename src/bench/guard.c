/* SPDX-License-Identifier: GPL-3.0-or-later */

/* guard: ends what hangs.  What is to be said about it is the caller's. */
#include "bench/guard.h"

#include "bench/clock.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>

#define LOOK_EVERY_US 500000
#define KILL_EVERY_US 20000

/* How long the processes of a call may take to die. */
#define CALL_END_NS (5 * NS_PER_S)

/* All that end a program and that it may outlive. */
static const int caught_signals[] = {SIGINT,    SIGTERM, SIGHUP,  SIGQUIT,
                                     SIGUSR1,   SIGUSR2, SIGXCPU, SIGPROF,
                                     SIGVTALRM, SIGPWR,  SIGIO};
#define CAUGHT_COUNT (sizeof caught_signals / sizeof caught_signals[0])

/* The signal flag, and whom its handler works for. */
static volatile sig_atomic_t signal_caught;
static struct guard *volatile guard_at_work;

static void set_timer(suseconds_t every_us)
{
    const struct timeval pause = {0, every_us};
    const struct itimerval timer = {pause, pause};
    setitimer(ITIMER_REAL, &timer, NULL);
}

/* Why the call under way must end, if it must. */
static enum guard_verdict judge(struct guard *guard)
{
    if (signal_caught != 0)
        return GUARD_SIGNALED;
    if (clock_now_ns(&clock_monotonic) >= guard->deadline_ns)
        return GUARD_TIMED_OUT;
    if (guard->is_own_work || !children_have_died(guard->children))
        return GUARD_FINE;
    /* Seen for one look only, gpg is just about to be noticed. */
    const bool was_seen_dead = guard->was_seen_dead;
    guard->was_seen_dead = true;
    return was_seen_dead ? GUARD_ABANDONED : GUARD_FINE;
}

/* In a signal handler: no memory, no stdio, no lock. */
static void look(void)
{
    struct guard *guard = guard_at_work;
    if (!guard || !guard->is_armed)
        return;
    if (guard->verdict == GUARD_FINE) {
        guard->verdict = (sig_atomic_t)judge(guard);
        if (guard->verdict == GUARD_FINE)
            return;
        set_timer(KILL_EVERY_US);
    }
    children_kill(guard->children);
    rescue_broken_pipes(&guard->rescue);
}

static void on_signal(int number)
{
    const int saved = errno;
    if (number != SIGALRM && signal_caught == 0)
        signal_caught = number;
    look();
    errno = saved;
}

static void set_action(int number, void (*action)(int))
{
    struct sigaction how;
    memset(&how, 0, sizeof how);
    how.sa_handler = action;
    how.sa_flags = SA_RESTART;
    /* One look at a time. */
    sigemptyset(&how.sa_mask);
    sigaddset(&how.sa_mask, SIGALRM);
    for (size_t i = 0; i < CAUGHT_COUNT; i++)
        sigaddset(&how.sa_mask, caught_signals[i]);
    sigaction(number, &how, NULL);
}

void guard_catch_signals(void)
{
    signal_caught = 0;
    /* GPGME and a closed stdout are to give errors, not end us. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* ulimit -f: an error too */
    for (size_t i = 0; i < CAUGHT_COUNT; i++) {
        struct sigaction before;
        /* What nohup or a shell has made us ignore stays ignored. */
        if (sigaction(caught_signals[i], NULL, &before) == 0 &&
            before.sa_handler != SIG_IGN)
            set_action(caught_signals[i], on_signal);
    }
}

gpg_error_t guard_start(struct guard *guard, struct children *children)
{
    memset(guard, 0, sizeof *guard);
    guard->children = children;
    rescue_init(&guard->rescue);
    guard->is_running = true;
    guard_at_work = guard;
    set_action(SIGALRM, on_signal);
    set_timer(LOOK_EVERY_US);
    return 0;
}

void guard_arm(struct guard *guard, double limit_s)
{
    struct usage stale = {.count = 0};
    children_reap(guard->children, &stale);
    guard->verdict = GUARD_FINE;
    guard->was_seen_dead = false;
    guard->is_own_work = false;
    guard->deadline_ns =
        clock_now_ns(&clock_monotonic) + (int64_t)(limit_s * (double)NS_PER_S);
    atomic_signal_fence(memory_order_seq_cst);
    guard->is_armed = true;
    /* A signal between two calls ends the next one at once. */
    if (signal_caught != 0)
        set_timer(KILL_EVERY_US);
}

void guard_own_work(bool begins)
{
    struct guard *guard = guard_at_work;
    if (!guard)
        return;
    guard->was_seen_dead = false;
    guard->is_own_work = begins;
}

enum guard_verdict guard_disarm(struct guard *guard)
{
    guard->is_armed = false;
    atomic_signal_fence(memory_order_seq_cst);
    enum guard_verdict verdict = (enum guard_verdict)guard->verdict;
    /* The timer looks but twice a second. */
    if (verdict == GUARD_FINE &&
        clock_now_ns(&clock_monotonic) > guard->deadline_ns)
        verdict = GUARD_TIMED_OUT;
    if (verdict != GUARD_FINE) {
        set_timer(LOOK_EVERY_US);
        children_end(guard->children, CALL_END_NS);
    }
    return verdict;
}

bool guard_is_ending(void)
{
    const struct guard *guard = guard_at_work;
    return guard && guard->is_armed && guard->verdict != GUARD_FINE;
}

int guard_signal(void)
{
    return signal_caught;
}

void guard_stop(struct guard *guard)
{
    if (!guard->is_running)
        return;
    set_timer(0);
    set_action(SIGALRM, SIG_IGN);
    guard_at_work = NULL;
    guard->is_running = false;
}

void guard_restore_signals(void)
{
    for (size_t i = 0; i < CAUGHT_COUNT; i++) {
        struct sigaction now;
        if (sigaction(caught_signals[i], NULL, &now) == 0 &&
            now.sa_handler == on_signal)
            set_action(caught_signals[i], SIG_DFL);
    }
}
