/* SPDX-License-Identifier: GPL-3.0-or-later */

/* scene: sets the stage and clears it.  Nothing is measured here. */
#include "bench/scene.h"

#include "base/datadir.h"
#include "bench/account.h"
#include "bench/clock.h"
#include "bench/environment.h"
#include "bench/machine.h"
#include "bench/outfit.h"
#include "bench/workdir.h"
#include "model/name.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gpg_error_t init_work_dir(struct scene *scene, struct fault *fault)
{
    const char *parent = scene->plan->work_dir;
    const char *advice = "choose another place with --work-dir";
    if (!parent)
        parent = getenv("TMPDIR");
    if (!parent || *parent == '\0')
        parent = "/tmp";
    gpg_error_t err = workdir_make(parent, &scene->work_dir);
    if (err)
        return fault_set(fault, FAULT_UNWRITABLE, err, parent, "%s", advice);
    scene->run->machine.work_dir_free_bytes =
        workdir_free_bytes(scene->work_dir);
    scene->stock.directory = scene->work_dir;
    scene->stock.is_in_memory =
        strcmp(scene->plan->settings.data, "memory") == 0;
    scene->run->machine.work_dir_filesystem =
        workdir_filesystem(scene->work_dir);
    return 0;
}

static gpg_error_t start_watch(struct scene *scene, struct fault *fault)
{
    char *library = datadir_find_library(WATCH_LIBRARY);
    if (!library)
        return fault_set(fault, FAULT_UNREADABLE, gpg_error(GPG_ERR_ENOENT),
                         WATCH_LIBRARY, "--probe never measures without it");
    const gpg_error_t err = watch_init(&scene->watch, library, scene->work_dir);
    if (gpg_err_code(err) == GPG_ERR_INV_NAME)
        fault_set(fault, FAULT_REFUSED, err, library,
                  "LD_PRELOAD cannot name a path with blanks or colons; "
                  "--probe never measures without it");
    else if (err)
        fault_set(fault, fault_of_error(err), err, "the probe's ledger",
                  "--probe never measures without it");
    free(library);
    return err;
}

/* Plain rounds are worth their time without probed ones; others are not. */
static gpg_error_t init_watch(struct scene *scene, struct fault *fault)
{
    struct run_engine *record = &scene->run->engines[0];
    const enum probe_use use = run_probe_use(scene->run);
    const gpg_error_t err = use == PROBE_NEVER ? 0 : start_watch(scene, fault);
    if (!err && use != PROBE_NEVER)
        watch_want_details(&scene->watch, true);
    if (!err || use == PROBE_ALWAYS)
        return err;
    watch_release(&scene->watch);
    if (asprintf(&record->probe_notice, "%s %s (%s)", fault->thing,
                 fault_words(fault->what), gpg_strerror(fault->err)) < 0)
        record->probe_notice = NULL;
    fault_release(fault);
    return record->probe_notice ? 0 : fault_no_memory(fault);
}

static gpg_error_t init_home_dir(struct scene *scene, struct fault *fault)
{
    const char *parent = scene->plan->home_dir;
    const gpg_error_t err = parent ? workdir_make(parent, &scene->home_dir) : 0;
    return err ? fault_set(fault, FAULT_UNWRITABLE, err, parent,
                           "choose another place with --home-dir")
               : 0;
}

/* The engines by name: a second one of the same name is NAME#2. */
static bool is_taken(const void *state, const char *name)
{
    const struct run *run = state;
    for (size_t i = 0; i < run->engine_count; i++)
        if (run->engines[i].name && strcmp(run->engines[i].name, name) == 0)
            return true;
    return false;
}

static gpg_error_t add_engine(struct scene *scene, size_t index)
{
    const struct plan_engine *asked = plan_engine_at(scene->plan, index);
    const char *hwf = outfit_hwf(scene->plan, index);
    char *name = name_unique(asked->name, is_taken, scene->run);
    struct run_engine *record = name ? run_add_engine(scene->run) : NULL;
    gpg_error_t err = record ? 0 : gpg_error(GPG_ERR_ENOMEM);
    if (!record) {
        free(name);
        return err;
    }
    record->name = name;
    if (hwf && !(record->hwf = strdup(hwf)))
        err = gpg_error(GPG_ERR_ENOMEM);
    for (size_t i = 0; !err && i < asked->environment.count; i++)
        err = run_add_environment(record, asked->environment.item[i]);
    return err;
}

/* Their environments are made before any of them is entered. */
static gpg_error_t init_engines(struct scene *scene, struct fault *fault)
{
    const struct plan *plan = scene->plan;
    gpg_error_t err = 0;
    scene->rig_count = plan_engines_to_measure(plan);
    scene->rigs = calloc(scene->rig_count, sizeof *scene->rigs);
    scene->outfits = calloc(scene->rig_count, sizeof *scene->outfits);
    if (!scene->rigs || !scene->outfits)
        return fault_no_memory(fault);
    for (size_t i = 0; !err && i < scene->rig_count; i++) {
        err = add_engine(scene, i);
        if (err)
            return fault_no_memory(fault);
        err = outfit_make(plan, i, scene->work_dir, &scene->outfits[i], fault);
    }
    return err;
}

static gpg_error_t init_rigs(struct scene *scene, struct fault *fault)
{
    const struct rig_means means = {
        .plan = scene->plan,
        .run = scene->run,
        .guard = &scene->guard,
        .children = &scene->children,
        .watch = &scene->watch,
        .keyring = &scene->keyring,
        .parent = scene->home_dir ? scene->home_dir : scene->work_dir,
    };
    gpg_error_t err = 0;
    for (size_t i = 0; !err && i < scene->rig_count; i++)
        err = rig_init(&scene->rigs[i], &means, i, &scene->outfits[i], fault);
    return err;
}

static gpg_error_t furnish_rigs(struct scene *scene, struct fault *fault)
{
    gpg_error_t err = 0;
    for (size_t i = 0; !err && i < scene->rig_count; i++)
        err = rig_furnish(&scene->rigs[i], fault);
    if (!err && scene->watch.ledger)
        watch_want_details(&scene->watch, false);
    return err;
}

static gpg_error_t init_shelf(struct scene *scene, struct fault *fault)
{
    return shelf_init(&scene->shelf, scene->plan, scene->run, fault);
}

static gpg_error_t digest_shelf(struct scene *scene, struct fault *fault)
{
    const struct rig *rig = &scene->rigs[0];
    const gpg_error_t err = workplace_enter(rig->first);
    if (err)
        return fault_set(fault, fault_of_error(err), err, NULL, NULL);
    return shelf_digest(&scene->shelf, &rig->engine,
                        scene->plan->settings.timeout_s, &scene->guard,
                        scene->run, fault);
}

static gpg_error_t init_keyring(struct scene *scene, struct fault *fault)
{
    return keyring_init(&scene->keyring, scene->plan, scene->run, fault);
}

static gpg_error_t line_up(struct scene *scene, struct fault *fault)
{
    gpg_error_t err = keyring_line_up(&scene->keyring, scene->plan, scene->run);
    if (err)
        fault_set(fault, fault_of_error(err), err, NULL,
                  "ask for fewer copies");
    return err;
}

gpg_error_t scene_init(struct scene *scene, const struct plan *plan,
                       struct run *run, struct fault *fault)
{
    memset(scene, 0, sizeof *scene);
    scene->plan = plan;
    scene->run = run;
    scene->watch.fd = -1;
    children_adopt(&scene->children);
    gpg_error_t err = guard_start(&scene->guard, &scene->children);
    if (!err)
        err = environment_clean();
    if (!err)
        err = settings_copy(&run->settings, &plan->settings);
    if (err)
        return fault_set(fault, fault_of_error(err), err, NULL, NULL);
    machine_read(&run->machine);
    machine_read_state(&run->machine, 0);
    static gpg_error_t (*const steps[])(struct scene *, struct fault *) = {
        init_shelf, init_keyring, init_work_dir, init_home_dir, init_engines,
        init_watch, init_rigs,    digest_shelf,  furnish_rigs,  line_up,
    };
    for (size_t i = 0; !err && i < sizeof steps / sizeof steps[0]; i++)
        err = steps[i](scene, fault);
    if (!err)
        children_settle(&scene->children, NS_PER_S);
    return err;
}

static int64_t agents_cpu_ns(const struct scene *scene)
{
    int64_t sum_ns = 0;
    for (size_t i = 0; i < scene->rig_count; i++)
        sum_ns += rig_agents_cpu_ns(&scene->rigs[i]);
    return sum_ns;
}

/* Where orphans are not ours, what they used outside the samples is not to be
 * had. */
static void settle(struct scene *scene, int64_t extra_ns)
{
    account_settle(scene->run, extra_ns);
    if (!scene->children.adopts)
        scene->run->setup_cpu_ns = -1;
}

void scene_account(struct scene *scene)
{
    for (size_t i = 0; i < scene->rig_count; i++)
        rig_account(&scene->rigs[i]);
    settle(scene, agents_cpu_ns(scene));
}

static void remove_directories(struct scene *scene)
{
    stock_release(&scene->stock);
    if (scene->work_dir)
        workdir_remove(scene->work_dir);
    if (scene->home_dir)
        workdir_remove(scene->home_dir);
    free(scene->work_dir);
    free(scene->home_dir);
}

static void release_rigs(struct scene *scene)
{
    for (size_t i = 0; i < scene->rig_count; i++) {
        rig_release(&scene->rigs[i]);
        environment_release(&scene->outfits[i]);
    }
    free(scene->rigs);
    free(scene->outfits);
}

void scene_release(struct scene *scene)
{
    const int64_t agent_ns = scene->children.adopts ? 0 : agents_cpu_ns(scene);
    for (size_t i = 0; i < scene->rig_count; i++)
        rig_remove(&scene->rigs[i]);
    watch_leave(&scene->watch);
    children_end(&scene->children, 5 * NS_PER_S);
    watch_release(&scene->watch);
    remove_directories(scene);
    settle(scene, agent_ns);
    guard_stop(&scene->guard);
    shelf_release(&scene->shelf);
    release_rigs(scene);
    keyring_release(&scene->keyring);
    children_release(&scene->children);
    memset(scene, 0, sizeof *scene);
}
