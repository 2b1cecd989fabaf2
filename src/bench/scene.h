/* SPDX-License-Identifier: GPL-3.0-or-later */

/* scene: engines, homes, keys and fixtures, set up before anything is measured
 * and taken away again afterwards, whatever happened. */
#ifndef PGPBENCH_BENCH_SCENE_H
#define PGPBENCH_BENCH_SCENE_H

#include "bench/children.h"
#include "bench/guard.h"
#include "bench/keyring.h"
#include "bench/rig.h"
#include "bench/shelf.h"
#include "bench/stock.h"
#include "bench/watch.h"
#include "model/plan.h"
#include "model/run.h"

#include <gpg-error.h>

struct scene {
    const struct plan *plan;
    struct run *run; /* the indices of its lists are those of the scene's */
    struct children children;
    struct guard guard;
    char *work_dir;
    char *home_dir; /* made by us in --home-dir; NULL: none was asked for */
    struct stock stock;
    struct watch watch;
    struct environment *outfits; /* of engines that are not rigged yet */
    struct rig *rigs;            /* in the order of the run's engines */
    size_t rig_count;
    struct keyring keyring;
    struct shelf shelf;
};

/* Check all that was given, then build the scene, and write what it is into
 * RUN (run_init was called): machine, settings, engines, keys, fixtures,
 * cells.  On failure FAULT says what; scene_release is called in any case. */
gpg_error_t scene_init(struct scene *scene, const struct plan *plan,
                       struct run *run, struct fault *fault);

/* Bring RUN's CPU account up to now: how the agent's time is split, and what
 * lies outside the samples. */
void scene_account(struct scene *scene);

/* End every process and remove every file of the scene, and account for the
 * last time.  The guard goes on catching signals. */
void scene_release(struct scene *scene);

#endif
