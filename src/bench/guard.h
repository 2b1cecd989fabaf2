/* SPDX-License-Identifier: GPL-3.0-or-later */

/* guard: ends what hangs, on time or at a signal.
 *
 * A timer looks twice a second whether the call under way has taken too
 * long, and whether gpg has died while GPGME still waits for it: GPGME 1.18
 * spins for ever on the pipe of a gpg that left with input unread.  A signal
 * to end looks at once.  The guard then kills the processes of that call, and
 * what the call reads and writes fails, until it has returned.
 *
 * It works in a signal handler, not in a thread: a second thread made each
 * of GPGME's forks dearer, 0.07 ms of a verify of 3.4 ms. */
#ifndef PGPBENCH_BENCH_GUARD_H
#define PGPBENCH_BENCH_GUARD_H

#include "bench/children.h"
#include "bench/rescue.h"

#include <gpg-error.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Why a call was ended. */
enum guard_verdict {
    GUARD_FINE,      /* it was not: it ended by itself */
    GUARD_TIMED_OUT, /* it took longer than it may */
    GUARD_ABANDONED, /* gpg had died and the call did not notice */
    GUARD_SIGNALED   /* a signal came */
};

struct guard {
    struct children *children;
    struct rescue rescue;
    bool is_running;
    int64_t deadline_ns;            /* of the call under way */
    volatile sig_atomic_t is_armed; /* a call is under way */
    volatile sig_atomic_t verdict;
    volatile sig_atomic_t was_seen_dead; /* in this call, one look ago */
    volatile sig_atomic_t is_own_work;   /* a file call of ours lasts */
};

/* Catch the signals from now on; SIGPIPE is ignored.  To be called before
 * anything is made that a signal must not leave behind. */
void guard_catch_signals(void);

/* Start looking.  CHILDREN must live as long as the guard.  There can be one
 * guard in a process.  Fails with the system's error. */
gpg_error_t guard_start(struct guard *guard, struct children *children);

/* A call begins that may take LIMIT_S seconds.  What earlier calls left is
 * reaped. */
void guard_arm(struct guard *guard, double limit_s);

/* The call under way reads, writes or syncs its files, or has done so: what
 * GPGME does there takes its time, long after gpg has ended.  Keeps errno. */
void guard_own_work(bool begins);

/* The call has returned. */
enum guard_verdict guard_disarm(struct guard *guard);

/* Whether the call under way is being ended: what it reads or writes is to
 * fail. */
bool guard_is_ending(void);

/* The first signal that was caught; 0 if there was none. */
int guard_signal(void);

/* Look no more.  The signals stay caught, so that what was measured can
 * still be saved. */
void guard_stop(struct guard *guard);

/* Give the signals back their default action. */
void guard_restore_signals(void);

#endif
