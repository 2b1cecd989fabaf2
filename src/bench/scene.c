/* SPDX-License-Identifier: GPL-3.0-or-later */

/* scene: sets the stage and clears it.  Nothing is measured here. */
#include "bench/scene.h"

#include "bench/account.h"
#include "bench/clock.h"
#include "bench/complaint.h"
#include "bench/conf.h"
#include "bench/environment.h"
#include "bench/key.h"
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

static gpg_error_t init_engine(struct scene *scene, struct fault *fault)
{
    const struct plan *plan = scene->plan;
    const double timeout_s = plan->settings.timeout_s;
    struct run_engine *record = run_add_engine(scene->run);
    if (!record || !(record->name = strdup(plan->engine_name)))
        return no_memory(fault);
    for (size_t i = 0; i < plan->engine_environment.count; i++)
        if (putenv((char *)plan->engine_environment.item[i]) != 0)
            return no_memory(fault);
    gpg_error_t err = 0;
    if (plan->home_dir) {
        err = workdir_make(plan->home_dir, &scene->home_dir);
        if (err)
            return fault_set(fault, FAULT_UNWRITABLE, err, plan->home_dir,
                             "choose another place with --home-dir");
    }
    err = home_init(&scene->home,
                    scene->home_dir ? scene->home_dir : scene->work_dir,
                    &plan->settings, &record->home_dir_notice, fault);
    if (!err)
        err = environment_set_home(scene->home.path);
    if (!err)
        err = engine_init(&scene->engine, plan->engine_path, timeout_s,
                          &scene->guard, record, fault);
    if (!err)
        err = conf_check(&scene->engine, timeout_s, &scene->guard, fault);
    return err;
}

static gpg_error_t init_gpgme(struct scene *scene, struct fault *fault)
{
    const double timeout_s = scene->plan->settings.timeout_s;
    /* The first use runs six programs to see what there is. */
    guard_arm(&scene->guard, timeout_s);
    gpgme_check_version(NULL);
    gpg_error_t err = gpgme_set_engine_info(
        GPGME_PROTOCOL_OpenPGP, scene->engine.path, scene->home.path);
    if (!err)
        err = gpgme_new(&scene->context);
    if (!err)
        err = gpgme_set_protocol(scene->context, GPGME_PROTOCOL_OpenPGP);
    if (!err)
        err = gpgme_new(&scene->spawner);
    if (!err)
        err = gpgme_set_protocol(scene->spawner, GPGME_PROTOCOL_SPAWN);
    if (!err)
        gpgme_set_armor(scene->context, scene->plan->settings.armor);
    const bool is_late = guard_disarm(&scene->guard) == GUARD_TIMED_OUT;
    if (err && is_late)
        return fault_set(fault, FAULT_TIMEOUT, gpg_error(GPG_ERR_TIMEOUT),
                         scene->engine.path,
                         "GPGME's look at it took longer than --timeout");
    if (err) {
        fault_set(fault, fault_of_error(err), err, scene->engine.path,
                  "GPGME cannot use this gpg");
        complaint_suspect_full(scene->home.path, fault);
    }
    return err;
}

static gpg_error_t import_one(struct scene *scene, const char *path,
                              struct fault *fault)
{
    uint32_t count = 0;
    guard_arm(&scene->guard, scene->plan->settings.timeout_s);
    const gpg_error_t err =
        key_import_public(scene->context, path, &count, fault);
    const bool is_late = guard_disarm(&scene->guard) == GUARD_TIMED_OUT;
    if (err && is_late) {
        fault_release(fault); /* what an import that was ended says of itself */
        return fault_set(fault, FAULT_TIMEOUT, gpg_error(GPG_ERR_TIMEOUT), path,
                         "importing the keys took longer than --timeout");
    }
    scene->run->settings.imported_keys += count;
    return err;
}

static gpg_error_t import_public(struct scene *scene, struct fault *fault)
{
    const struct plan_list *imports = &scene->plan->imports;
    gpg_error_t err = 0;
    for (size_t i = 0; !err && i < imports->count; i++)
        err = import_one(scene, imports->item[i], fault);
    return err;
}

static void record_methods(const struct scene *scene)
{
    struct accounting *accounting = &scene->run->engines[0].accounting;
    const char *agent_method_name =
        scene->home.agent.pid > 0 ? agent_method(&scene->home.agent) : NULL;
    if (scene->children.adopts)
        accounting->gpg = strdup("reaped");
    if (agent_method_name)
        accounting->agent = strdup(agent_method_name);
    if (scene->home.agent.version)
        scene->run->engines[0].agent_version =
            strdup(scene->home.agent.version);
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

static gpg_error_t fill_keyring(struct scene *scene, struct fault *fault)
{
    const struct keyring_means means = {scene->context, &scene->engine,
                                        &scene->guard,
                                        scene->plan->settings.timeout_s};
    gpg_error_t err = keyring_fill(&scene->keyring, &means, scene->run, fault);
    if (err)
        complaint_suspect_full(scene->home.path, fault);
    return err;
}

static gpg_error_t find_agent(struct scene *scene, struct fault *fault)
{
    gpg_error_t err = home_find_agent(&scene->home, &scene->engine,
                                      scene->plan->settings.timeout_s,
                                      &scene->guard, &scene->children, fault);
    if (!err)
        record_methods(scene);
    return err;
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
        init_shelf,   init_keyring, init_work_dir, init_engine,   init_gpgme,
        fill_keyring, find_agent,   digest_shelf,  import_public, line_up,
    };
    for (size_t i = 0; !err && i < sizeof steps / sizeof steps[0]; i++)
        err = steps[i](scene, fault);
    if (!err)
        children_settle(&scene->children, NS_PER_S);
    return err;
}

gpg_error_t scene_find_agent(struct scene *scene)
{
    struct fault fault = {.what = FAULT_NONE};
    const gpg_error_t err = home_find_agent(
        &scene->home, &scene->engine, scene->plan->settings.timeout_s,
        &scene->guard, &scene->children, &fault);
    fault_release(&fault);
    return err;
}

void scene_account(struct scene *scene)
{
    struct agent_split split;
    int64_t agent_ns = 0;
    if (scene->run->engine_count == 0)
        return;
    agent_cpu_ns(&scene->home.agent, &agent_ns);
    if (home_read_split(&scene->home, &split))
        account_split(&scene->run->engines[0], "procstat", &split);
    account_settle(scene->run, agent_ns);
}

static void release_lists(struct scene *scene)
{
    shelf_release(&scene->shelf);
    keyring_release(&scene->keyring);
    gpgme_release(scene->context);
    gpgme_release(scene->spawner);
}

void scene_release(struct scene *scene)
{
    struct agent_split split;
    int64_t agent_ns = 0;
    if (scene->home.agent.pid == 0 && scene->home.path)
        scene_find_agent(scene); /* one that a failed set-up has left */
    if (!scene->children.adopts)
        agent_cpu_ns(&scene->home.agent, &agent_ns);
    if (home_remove(&scene->home, &scene->children, &split) &&
        scene->run->engine_count > 0)
        account_split(&scene->run->engines[0], "reaped", &split);
    children_end(&scene->children, 5 * NS_PER_S);
    stock_release(&scene->stock);
    if (scene->work_dir)
        workdir_remove(scene->work_dir);
    if (scene->home_dir)
        workdir_remove(scene->home_dir);
    account_settle(scene->run, agent_ns);
    guard_stop(&scene->guard);
    release_lists(scene);
    engine_release(&scene->engine);
    home_release(&scene->home);
    free(scene->work_dir);
    free(scene->home_dir);
    memset(scene, 0, sizeof *scene);
}
