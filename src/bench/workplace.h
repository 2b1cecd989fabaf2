/* SPDX-License-Identifier: GPL-3.0-or-later */

/* workplace: a gpg at work: its home, its agent, the contexts of GPGME that
 * drive it, and whether it is watched.
 *
 * A run has a plain workplace and a probed one, so that the probe, which
 * costs something, is never in the figures of the plain one. */
#ifndef PGPBENCH_BENCH_WORKPLACE_H
#define PGPBENCH_BENCH_WORKPLACE_H

#include "bench/children.h"
#include "bench/engine.h"
#include "bench/environment.h"
#include "bench/guard.h"
#include "bench/home.h"
#include "bench/keyring.h"
#include "bench/watch.h"
#include "model/fault.h"
#include "model/plan.h"
#include "model/settings.h"

#include <gpg-error.h>
#include <gpgme.h>
#include <stdbool.h>
#include <stdint.h>

/* What workplaces share.  Nothing is owned. */
struct workplace_means {
    const struct engine *engine;
    size_t engine_index; /* in the run */
    const struct environment *environment; /* of the engine */
    const struct settings *settings;
    struct guard *guard;
    struct children *children;
    struct watch *watch; /* without a ledger where nothing is probed */
};

struct workplace {
    struct workplace_means means;
    struct home home;
    gpgme_ctx_t context;
    gpgme_ctx_t spawner; /* to start gpg by itself */
    bool is_there;
    bool is_probed;
};

/* Make its home in PARENT and enter it.  MEANS must outlive it; is_probed was
 * set, all else zeroed.  *R_NOTICE says why the home is not there, and is to
 * be freed.  Fails with FAULT filled; WORKPLACE is for workplace_release in
 * any case. */
gpg_error_t workplace_init(struct workplace *workplace,
                           const struct workplace_means *means,
                           const char *parent, char **r_notice,
                           struct fault *fault);

/* Let the next gpg work here, and not where it did before; not timed.  Fails
 * with the system's error. */
gpg_error_t workplace_enter(const struct workplace *workplace);

/* Make the contexts, once the engine is known.  Fails with FAULT filled. */
gpg_error_t workplace_open(struct workplace *workplace, struct fault *fault);

/* What brings keys into its home. */
struct keyring_means workplace_keyring_means(const struct workplace *workplace);

/* Import the public keys in FILES; *R_COUNT is how many.  Fails with FAULT
 * filled. */
gpg_error_t workplace_import(const struct workplace *workplace,
                             const struct plan_list *files, uint32_t *r_count,
                             struct fault *fault);

/* Find its agent, now or again: it may have moved or been replaced.  Fails
 * with FAULT filled. */
gpg_error_t workplace_find_agent(struct workplace *workplace,
                                 struct fault *fault);

/* Take the generator's pool away.  Fails with FAULT filled. */
gpg_error_t workplace_chill(struct workplace *workplace, struct fault *fault);

void workplace_release(struct workplace *workplace);

/* Of COUNT workplaces together; those that are not there do not count. */

/* CPU time so far of their agents that live. */
int64_t workplaces_cpu_ns(const struct workplace *workplaces, size_t count);

/* How the time of all their agents so far was split.  False: it cannot be
 * told. */
bool workplaces_read_split(const struct workplace *workplaces, size_t count,
                           struct agent_split *r_split);

/* End their agents and remove their homes.  True, and *R_SPLIT filled, if the
 * agents' whole lives could be told. */
bool workplaces_remove(struct workplace *workplaces, size_t count,
                       struct agent_split *r_split);

#endif
