/* SPDX-License-Identifier: GPL-3.0-or-later */

/* scene: sets the stage and clears it.  Nothing is measured here. */
#include "bench/scene.h"

#include "base/datadir.h"
#include "bench/account.h"
#include "bench/clock.h"
#include "bench/complaint.h"
#include "bench/conf.h"
#include "bench/environment.h"
#include "bench/identity.h"
#include "bench/machine.h"
#include "bench/workdir.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gpg_error_t no_memory(struct fault *fault)
{
    return fault_set(fault, FAULT_NO_MEMORY, gpg_error(GPG_ERR_ENOMEM), NULL,
                     NULL);
}

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
    return record->probe_notice ? 0 : no_memory(fault);
}

static gpg_error_t init_home_dir(struct scene *scene, struct fault *fault)
{
    const char *parent = scene->plan->home_dir;
    const gpg_error_t err = parent ? workdir_make(parent, &scene->home_dir) : 0;
    return err ? fault_set(fault, FAULT_UNWRITABLE, err, parent,
                           "choose another place with --home-dir")
               : 0;
}

static gpg_error_t init_workplace(struct scene *scene,
                                  struct workplace *workplace, char **r_notice,
                                  struct fault *fault)
{
    const struct workplace_means means = {&scene->engine,
                                          &scene->plan->settings, &scene->guard,
                                          &scene->children, &scene->watch};
    workplace->is_probed = workplace == &scene->workplaces[WORKPLACE_PROBED];
    return workplace_init(workplace, &means,
                          scene->home_dir ? scene->home_dir : scene->work_dir,
                          r_notice, fault);
}

static gpg_error_t init_engine(struct scene *scene, struct fault *fault)
{
    const struct plan *plan = scene->plan;
    struct run_engine *record = run_add_engine(scene->run);
    if (!record || !(record->name = strdup(plan->engine_name)))
        return no_memory(fault);
    for (size_t i = 0; i < plan->engine_environment.count; i++)
        if (putenv((char *)plan->engine_environment.item[i]) != 0)
            return no_memory(fault);
    return 0;
}

/* A home that gpg accepts, and what drives gpg in it.  The first workplace is
 * where the engine is looked at. */
static gpg_error_t open_workplace(struct scene *scene,
                                  struct workplace *workplace, char **r_notice,
                                  struct fault *fault)
{
    const struct plan *plan = scene->plan;
    const double timeout_s = plan->settings.timeout_s;
    gpg_error_t err = init_workplace(scene, workplace, r_notice, fault);
    if (!err && workplace == scene->first)
        err = engine_init(&scene->engine, plan->engine_path, timeout_s,
                          &scene->guard, &scene->run->engines[0], fault);
    if (!err)
        err = conf_check(&scene->engine, timeout_s, &scene->guard, fault);
    return err ? err : workplace_open(workplace, fault);
}

/* What comes once the keys are there, or KEYS_ERR says why they are not. */
static gpg_error_t furnish_workplace(struct scene *scene,
                                     struct workplace *workplace,
                                     gpg_error_t keys_err, uint32_t *r_imported,
                                     struct fault *fault)
{
    if (keys_err) {
        complaint_suspect_full(workplace->home.path, fault);
        return keys_err;
    }
    const gpg_error_t err = workplace_find_agent(workplace, fault);
    return err ? err
               : workplace_import(workplace, &scene->plan->imports, r_imported,
                                  fault);
}

static gpg_error_t init_first(struct scene *scene, struct fault *fault)
{
    scene->first =
        &scene->workplaces[run_takes(scene->run, false) ? WORKPLACE_PLAIN
                                                        : WORKPLACE_PROBED];
    return open_workplace(scene, scene->first,
                          &scene->run->engines[0].home_dir_notice, fault);
}

static gpg_error_t fill_first(struct scene *scene, struct fault *fault)
{
    const struct keyring_means means = workplace_keyring_means(scene->first);
    const gpg_error_t err =
        keyring_fill(&scene->keyring, &means, scene->run, fault);
    return furnish_workplace(scene, scene->first, err,
                             &scene->run->settings.imported_keys, fault);
}

/* The other one gets the same keys. */
static gpg_error_t init_second(struct scene *scene, struct fault *fault)
{
    struct workplace *second = &scene->workplaces[WORKPLACE_PROBED];
    char *notice = NULL;
    uint32_t count = 0;
    if (scene->first == second || !run_takes(scene->run, true))
        return 0;
    gpg_error_t err = open_workplace(scene, second, &notice, fault);
    free(notice); /* the first one's says the same */
    if (err)
        return err;
    const struct keyring_means means = workplace_keyring_means(second);
    err = keyring_copy(&scene->keyring, scene->first->context, &means, fault);
    return furnish_workplace(scene, second, err, &count, fault);
}

static gpg_error_t record_identity(struct scene *scene, struct fault *fault)
{
    struct run_engine *record = &scene->run->engines[0];
    const struct workplace *probed = &scene->workplaces[WORKPLACE_PROBED];
    identity_record_methods(scene->first, record);
    return probed->is_there ? identity_record_libraries(probed, record, fault)
                            : 0;
}

static gpg_error_t init_shelf(struct scene *scene, struct fault *fault)
{
    return shelf_init(&scene->shelf, scene->plan, scene->run, fault);
}

static gpg_error_t digest_shelf(struct scene *scene, struct fault *fault)
{
    return shelf_digest(&scene->shelf, &scene->engine,
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
        init_shelf,   init_keyring, init_work_dir,   init_home_dir,
        init_engine,  init_watch,   init_first,      fill_first,
        digest_shelf, init_second,  record_identity, line_up,
    };
    for (size_t i = 0; !err && i < sizeof steps / sizeof steps[0]; i++)
        err = steps[i](scene, fault);
    if (!err)
        children_settle(&scene->children, NS_PER_S);
    return err;
}

void scene_account(struct scene *scene)
{
    struct agent_split split;
    if (scene->run->engine_count == 0)
        return;
    if (workplaces_read_split(scene->workplaces, WORKPLACE_COUNT, &split))
        account_split(&scene->run->engines[0], "procstat", &split);
    account_settle(scene->run,
                   workplaces_cpu_ns(scene->workplaces, WORKPLACE_COUNT));
}

static void remove_workplaces(struct scene *scene)
{
    struct agent_split split;
    if (workplaces_remove(scene->workplaces, WORKPLACE_COUNT, &split) &&
        scene->run->engine_count > 0)
        account_split(&scene->run->engines[0], "reaped", &split);
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

void scene_release(struct scene *scene)
{
    const int64_t agent_ns =
        scene->children.adopts
            ? 0
            : workplaces_cpu_ns(scene->workplaces, WORKPLACE_COUNT);
    watch_leave(&scene->watch);
    remove_workplaces(scene);
    children_end(&scene->children, 5 * NS_PER_S);
    watch_release(&scene->watch);
    remove_directories(scene);
    account_settle(scene->run, agent_ns);
    guard_stop(&scene->guard);
    shelf_release(&scene->shelf);
    keyring_release(&scene->keyring);
    for (size_t i = 0; i < WORKPLACE_COUNT; i++)
        workplace_release(&scene->workplaces[i]);
    engine_release(&scene->engine);
    memset(scene, 0, sizeof *scene);
}
