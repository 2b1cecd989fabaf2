/* SPDX-License-Identifier: GPL-3.0-or-later */

/* rig: one engine of a run, set up to be measured: the gpg, its environment,
 * and where it works, plain and probed. */
#ifndef PGPBENCH_BENCH_RIG_H
#define PGPBENCH_BENCH_RIG_H

#include "bench/engine.h"
#include "bench/environment.h"
#include "bench/workplace.h"
#include "model/fault.h"
#include "model/plan.h"
#include "model/run.h"

#include <gpg-error.h>
#include <stddef.h>

enum { WORKPLACE_PLAIN, WORKPLACE_PROBED, WORKPLACE_COUNT };

/* What all rigs of a run share.  Nothing is owned. */
struct rig_means {
    const struct plan *plan;
    struct run *run;
    struct guard *guard;
    struct children *children;
    struct watch *watch;
    struct keyring *keyring;
    const char *parent; /* of the homes */
};

struct rig {
    struct rig_means means;
    size_t index; /* of its engine in the plan and in the run */
    struct engine engine;
    struct environment environment;
    struct workplace workplaces[WORKPLACE_COUNT];
    struct workplace *first; /* where the engine was looked at */
};

/* Find engine INDEX of the plan, whose entry the run has already, and give it
 * a first home with all keys.  ENVIRONMENT is taken over and emptied.  RIG is
 * zeroed, and for rig_remove and rig_release in any case.  Fails with FAULT
 * filled. */
gpg_error_t rig_init(struct rig *rig, const struct rig_means *means,
                     size_t index, struct environment *environment,
                     struct fault *fault);

/* Give it its probed home where one is needed, and note what is at work.
 * Fails with FAULT filled. */
gpg_error_t rig_furnish(struct rig *rig, struct fault *fault);

/* Note how its agents' time is split up to now. */
void rig_account(struct rig *rig);

/* CPU time of its living agents. */
int64_t rig_agents_cpu_ns(const struct rig *rig);

/* End its agents and remove its homes, and note how their time was split. */
void rig_remove(struct rig *rig);

void rig_release(struct rig *rig);

#endif
