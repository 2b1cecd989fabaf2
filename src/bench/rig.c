/* SPDX-License-Identifier: GPL-3.0-or-later */

/* rig: sets one engine up and takes it down.  What it is measured with is the
 * scene's. */
#include "bench/rig.h"

#include "bench/account.h"
#include "bench/complaint.h"
#include "bench/conf.h"
#include "bench/identity.h"
#include "bench/outfit.h"
#include "probe/hwf.h"

#include <stdlib.h>
#include <string.h>

static struct run_engine *record_of(const struct rig *rig)
{
    return &rig->means.run->engines[rig->index];
}

static gpg_error_t init_workplace(struct rig *rig, struct workplace *workplace,
                                  char **r_notice, struct fault *fault)
{
    const struct rig_means *shared = &rig->means;
    const struct workplace_means means = {
        .engine = &rig->engine,
        .engine_index = rig->index,
        .environment = &rig->environment,
        .settings = &shared->plan->settings,
        .guard = shared->guard,
        .children = shared->children,
        .watch = shared->watch,
    };
    workplace->is_probed = workplace == &rig->workplaces[WORKPLACE_PROBED];
    return workplace_init(workplace, &means, shared->parent, r_notice, fault);
}

/* A home that gpg accepts, and what drives gpg in it.  The first workplace is
 * where the engine is looked at. */
static gpg_error_t open_workplace(struct rig *rig, struct workplace *workplace,
                                  char **r_notice, struct fault *fault)
{
    const struct plan *plan = rig->means.plan;
    const double timeout_s = plan->settings.timeout_s;
    struct guard *guard = rig->means.guard;
    gpg_error_t err = init_workplace(rig, workplace, r_notice, fault);
    if (!err && workplace == rig->first)
        err = engine_init(&rig->engine, plan_engine_at(plan, rig->index)->path,
                          timeout_s, guard, record_of(rig), fault);
    if (!err)
        err = conf_check(&rig->engine, timeout_s, guard, fault);
    return err ? err : workplace_open(workplace, fault);
}

/* What comes once the keys are there, or KEYS_ERR says why they are not. */
static gpg_error_t furnish_workplace(struct rig *rig,
                                     struct workplace *workplace,
                                     gpg_error_t keys_err, struct fault *fault)
{
    uint32_t imported = 0;
    if (keys_err) {
        complaint_suspect_full(workplace->home.path, fault);
        return keys_err;
    }
    gpg_error_t err = workplace_find_agent(workplace, fault);
    if (!err)
        err = workplace_import(workplace, &rig->means.plan->imports, &imported,
                               fault);
    if (!err)
        rig->means.run->settings.imported_keys = imported;
    return err;
}

/* A gpg without libgcrypt, or one that takes no preload, keeps them. */
static gpg_error_t check_hwf(const struct rig *rig, struct fault *fault)
{
    const struct run_engine *record = record_of(rig);
    const char *list = record->libgcrypt.hwflist;
    if (!record->hwf || strcmp(record->hwf, HWF_NONE) != 0)
        return 0;
    if (!list)
        return fault_set(fault, FAULT_REFUSED, gpg_error(GPG_ERR_NOT_SUPPORTED),
                         record->name,
                         "hwf=none is for a gpg that tells of libgcrypt's "
                         "hardware features; this one does not");
    if (list[strspn(list, ":")] != '\0')
        return fault_set(fault, FAULT_REFUSED, gpg_error(GPG_ERR_NOT_SUPPORTED),
                         record->name,
                         "hwf=none has left it %.60s: its libgcrypt is "
                         "static, or it takes no LD_PRELOAD",
                         list);
    return 0;
}

static gpg_error_t fill_first(struct rig *rig, struct fault *fault)
{
    const struct keyring_means means = workplace_keyring_means(rig->first);
    const gpg_error_t err =
        keyring_fill(rig->means.keyring, &means, rig->means.run, fault);
    return furnish_workplace(rig, rig->first, err, fault);
}

gpg_error_t rig_init(struct rig *rig, const struct rig_means *means,
                     size_t index, struct environment *environment,
                     struct fault *fault)
{
    rig->means = *means;
    rig->index = index;
    rig->environment = *environment;
    memset(environment, 0, sizeof *environment);
    const bool is_plain = run_takes(means->run, false);
    rig->first =
        &rig->workplaces[is_plain ? WORKPLACE_PLAIN : WORKPLACE_PROBED];
    gpg_error_t err = open_workplace(rig, rig->first,
                                     &record_of(rig)->home_dir_notice, fault);
    if (!err)
        err = check_hwf(rig, fault);
    return err ? err : fill_first(rig, fault);
}

/* The other one gets the same keys. */
static gpg_error_t init_second(struct rig *rig, struct fault *fault)
{
    struct workplace *second = &rig->workplaces[WORKPLACE_PROBED];
    char *notice = NULL;
    if (rig->first == second || !run_takes(rig->means.run, true))
        return 0;
    gpg_error_t err = open_workplace(rig, second, &notice, fault);
    free(notice); /* the first one's says the same */
    if (err)
        return err;
    const struct keyring_means means = workplace_keyring_means(second);
    err = keyring_copy(rig->means.keyring, &means, fault);
    return furnish_workplace(rig, second, err, fault);
}

gpg_error_t rig_furnish(struct rig *rig, struct fault *fault)
{
    const struct workplace *probed = &rig->workplaces[WORKPLACE_PROBED];
    const gpg_error_t err = init_second(rig, fault);
    if (err)
        return err;
    identity_record_methods(rig->first, record_of(rig));
    return probed->is_there
               ? identity_record_libraries(probed, record_of(rig), fault)
               : 0;
}

void rig_account(struct rig *rig)
{
    struct agent_split split;
    if (workplaces_read_split(rig->workplaces, WORKPLACE_COUNT, &split))
        account_split(record_of(rig), "procstat", &split);
}

int64_t rig_agents_cpu_ns(const struct rig *rig)
{
    return workplaces_cpu_ns(rig->workplaces, WORKPLACE_COUNT);
}

void rig_remove(struct rig *rig)
{
    struct agent_split split;
    if (workplaces_remove(rig->workplaces, WORKPLACE_COUNT, &split))
        account_split(record_of(rig),
                      rig->means.children->adopts ? "reaped" : "procstat",
                      &split);
}

void rig_release(struct rig *rig)
{
    for (size_t i = 0; i < WORKPLACE_COUNT; i++)
        workplace_release(&rig->workplaces[i]);
    environment_release(&rig->environment);
    engine_release(&rig->engine);
    memset(rig, 0, sizeof *rig);
}
