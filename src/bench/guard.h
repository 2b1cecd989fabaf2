/* SPDX-License-Identifier: GPL-3.0-or-later */

/* guard: ends what hangs, on time or at a signal.
 *
 * One thread sleeps beside the measuring.  It wakes when the time allowed
 * for the current call is over, or when SIGINT, SIGTERM or SIGHUP came, and
 * kills the processes of that call until the call has returned.  It costs
 * the timed span nothing: arming it is one store, and it is not woken. */
#ifndef PGPBENCH_BENCH_GUARD_H
#define PGPBENCH_BENCH_GUARD_H

#include "bench/children.h"

#include <gpg-error.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct guard {
    const struct children *children;
    pthread_t thread;
    bool is_running;
    int wake[2]; /* a pipe: the signal handler's word to the thread */
    _Atomic int64_t deadline_ns; /* 0: no call is under way */
    _Atomic int64_t sleeps_until_ns;
    atomic_bool timed_out;       /* the thread ended the current call */
    atomic_bool quits;
};

/* Catch the signals (SIGPIPE is ignored) and start the thread.  CHILDREN
 * must live as long as the guard.  There can be one guard in a process. */
gpg_error_t guard_start(struct guard *guard, const struct children *children);

/* A call begins that may take LIMIT_S seconds. */
void guard_arm(struct guard *guard, double limit_s);

/* The call has returned.  True if the guard ended it for its time. */
bool guard_disarm(struct guard *guard);

/* The first signal that was caught; 0 if there was none. */
int guard_signal(void);

/* End the thread.  The signals stay caught, so that what was measured can
 * still be saved. */
void guard_stop(struct guard *guard);

/* Give the signals back their default action. */
void guard_restore_signals(void);

#endif
