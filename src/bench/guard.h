/* SPDX-License-Identifier: GPL-3.0-or-later */

/* guard: ends what hangs, on time or at a signal.
 *
 * One thread looks twice a second whether the call under way has taken too
 * long, whether SIGINT, SIGTERM or SIGHUP came (it is woken for these), and
 * whether gpg has died while GPGME still waits for it: GPGME 1.18 spins for
 * ever on the pipe of a gpg that left with input unread.  It then kills the
 * processes of that call and cancels it until it has returned.  Arming it
 * costs the timed span nothing: it is one store, before it. */
#ifndef PGPBENCH_BENCH_GUARD_H
#define PGPBENCH_BENCH_GUARD_H

#include "bench/children.h"
#include "bench/rescue.h"

#include <gpg-error.h>
#include <gpgme.h>
#include <pthread.h>
#include <stdatomic.h>
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
    pthread_t thread;
    bool is_running;
    pthread_mutex_t ending; /* held while a call is looked at and ended */
    int wake[2];         /* a pipe: the signal handler's word to the thread */
    gpgme_ctx_t context; /* of the call under way; NULL: none */
    _Atomic int64_t deadline_ns; /* 0: no call is under way */
    atomic_uint verdict;
    atomic_bool quits;
};

/* Catch the signals from now on; SIGPIPE is ignored.  To be called before
 * anything is made that a signal must not leave behind. */
void guard_catch_signals(void);

/* Start the thread.  CHILDREN must live as long as the guard.  There can be
 * one guard in a process. */
gpg_error_t guard_start(struct guard *guard, struct children *children);

/* A call begins that may take LIMIT_S seconds, in CONTEXT (NULL: it is none
 * of GPGME's).  What earlier calls left is reaped. */
void guard_arm(struct guard *guard, double limit_s, gpgme_ctx_t context);

/* The call has returned.  If it had to be ended, none of its processes is
 * left, and the thread is done with it. */
enum guard_verdict guard_disarm(struct guard *guard);

/* The first signal that was caught; 0 if there was none. */
int guard_signal(void);

/* End the thread.  The signals stay caught, so that what was measured can
 * still be saved. */
void guard_stop(struct guard *guard);

/* Give the signals back their default action. */
void guard_restore_signals(void);

#endif
