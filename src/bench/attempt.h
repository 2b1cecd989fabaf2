/* SPDX-License-Identifier: GPL-3.0-or-later */

/* attempt: one call for one cell: its files, its preparation, and why it
 * failed.  It does not measure. */
#ifndef PGPBENCH_BENCH_ATTEMPT_H
#define PGPBENCH_BENCH_ATTEMPT_H

#include "bench/recipe.h"
#include "bench/scene.h"

#include <gpg-error.h>

/* How a call ended, as seen from three sides. */
struct outcome {
    gpg_error_t err; /* of the transfer or of GPGME */
    enum guard_verdict verdict;
    int status; /* of gpg, as wait4 gives it; 0 if not known */
};

struct attempt {
    struct scene *scene;
    struct rig *rig;             /* of the cell's engine */
    struct workplace *workplace; /* where the call is made */
    const struct cell *cell;
    const struct recipe *recipe;
    struct payload_place plain;  /* the fixture, N times over, as a file */
    struct payload_place input;  /* the message that the call reads */
    struct payload_place output; /* what it writes, if it is kept */
    struct source source;        /* plain input that lies in no file */
    struct checksum sink;        /* output that is discarded */
    struct transfer transfer;
    struct call call;
};

void attempt_init(struct attempt *attempt, struct scene *scene,
                  const struct cell *cell, bool probed);

/* Untimed: bring all that the call reads into place, evict it if that was
 * asked, and take away what an earlier call wrote.  Fails with FAULT
 * filled. */
gpg_error_t attempt_prepare(struct attempt *attempt, struct fault *fault);

/* Whether what is read again for each call is still what it was, where that
 * matters.  Fails with FAULT filled. */
gpg_error_t attempt_check_fixture(const struct attempt *attempt,
                                  struct fault *fault);

/* Where FAULT says that bytes differ, and the user's file has changed, say
 * so. */
void attempt_suspect_change(const struct attempt *attempt, struct fault *fault);

/* Tell the guard that the call, or a check of it, begins. */
void attempt_arm(const struct attempt *attempt);

/* Let the COUNT gpgs of untimed calls end, or the next sample would get their
 * CPU time and status.  Returns the status. */
int attempt_await_untimed(const struct attempt *attempt, unsigned count);

/* Whether the call did not come to a regular end. */
bool outcome_is_broken(const struct outcome *outcome);

/* Fill FAULT with why OUTCOME is not good, the surest sign first; TRANSFER is
 * that of the call.  Returns the error, never 0. */
gpg_error_t attempt_explain(const struct attempt *attempt,
                            const struct transfer *transfer,
                            const struct outcome *outcome, struct fault *fault);

void attempt_release(struct attempt *attempt);

#endif
