/* SPDX-License-Identifier: GPL-3.0-or-later */

/* workplace: sets a gpg up in a home.  What it then does is attempt's. */
#include "bench/workplace.h"

#include "bench/complaint.h"
#include "bench/environment.h"
#include "bench/key.h"

#include <string.h>

gpg_error_t workplace_init(struct workplace *workplace,
                           const struct workplace_means *means,
                           const char *parent, char **r_notice,
                           struct fault *fault)
{
    char name[HOME_NAME_BYTES];
    workplace->means = *means;
    workplace->is_there = true;
    home_name(means->engine_index, workplace->is_probed, name);
    gpg_error_t err = home_init(&workplace->home, parent, name, means->settings,
                                r_notice, fault);
    if (err)
        return err;
    if (workplace->is_probed)
        err = watch_add_directory(means->watch, workplace->home.path);
    if (!err)
        err = workplace_enter(workplace);
    return err ? fault_set(fault, fault_of_error(err), err,
                           workplace->home.path, NULL)
               : 0;
}

gpg_error_t workplace_enter(const struct workplace *workplace)
{
    const struct workplace_means *means = &workplace->means;
    watch_leave(means->watch);
    gpg_error_t err = environment_enter(means->environment);
    if (!err && workplace->is_probed)
        err = watch_enter(means->watch);
    if (!err)
        err = environment_set_home(workplace->home.path);
    return err ? err
               : children_mark(means->children, ENVIRONMENT_HOME,
                               workplace->home.path);
}

static gpg_error_t make_contexts(struct workplace *workplace)
{
    gpg_error_t err = gpgme_new(&workplace->context);
    if (!err)
        err = gpgme_set_protocol(workplace->context, GPGME_PROTOCOL_OpenPGP);
    if (!err)
        err = gpgme_new(&workplace->spawner);
    if (!err)
        err = gpgme_set_protocol(workplace->spawner, GPGME_PROTOCOL_SPAWN);
    if (!err)
        gpgme_set_armor(workplace->context, workplace->means.settings->armor);
    return err;
}

gpg_error_t workplace_open(struct workplace *workplace, struct fault *fault)
{
    const struct workplace_means *means = &workplace->means;
    const char *gpg = means->engine->path;
    /* The first use runs six programs to see what there is. */
    guard_arm(means->guard, means->settings->timeout_s);
    gpgme_check_version(NULL);
    gpg_error_t err = gpgme_set_engine_info(GPGME_PROTOCOL_OpenPGP, gpg,
                                            workplace->home.path);
    if (!err)
        err = make_contexts(workplace);
    const bool is_late = guard_disarm(means->guard) == GUARD_TIMED_OUT;
    if (err && is_late)
        return fault_set(fault, FAULT_TIMEOUT, gpg_error(GPG_ERR_TIMEOUT), gpg,
                         "GPGME's look at it took longer than --timeout");
    if (err) {
        fault_set(fault, fault_of_error(err), err, gpg,
                  "GPGME cannot use this gpg");
        complaint_suspect_full(workplace->home.path, fault);
    }
    return err;
}

struct keyring_means workplace_keyring_means(const struct workplace *workplace)
{
    const struct workplace_means *means = &workplace->means;
    return (struct keyring_means){workplace->context, means->engine,
                                  means->engine_index, means->guard,
                                  means->settings->timeout_s};
}

static gpg_error_t import_one(const struct workplace *workplace,
                              const char *path, uint32_t *r_count,
                              struct fault *fault)
{
    const struct workplace_means *means = &workplace->means;
    guard_arm(means->guard, means->settings->timeout_s);
    const gpg_error_t err =
        key_import_public(workplace->context, path, r_count, fault);
    const bool is_late = guard_disarm(means->guard) == GUARD_TIMED_OUT;
    if (!err || !is_late)
        return err;
    fault_release(fault); /* what an import that was ended says of itself */
    return fault_set(fault, FAULT_TIMEOUT, gpg_error(GPG_ERR_TIMEOUT), path,
                     "importing the keys took longer than --timeout");
}

gpg_error_t workplace_import(const struct workplace *workplace,
                             const struct plan_list *files, uint32_t *r_count,
                             struct fault *fault)
{
    gpg_error_t err = 0;
    *r_count = 0;
    for (size_t i = 0; !err && i < files->count; i++) {
        uint32_t count = 0;
        err = import_one(workplace, files->item[i], &count, fault);
        *r_count += count;
    }
    return err;
}

gpg_error_t workplace_find_agent(struct workplace *workplace,
                                 struct fault *fault)
{
    const struct workplace_means *means = &workplace->means;
    return home_find_agent(&workplace->home, means->engine,
                           means->settings->timeout_s, means->guard,
                           means->children, fault);
}

gpg_error_t workplace_chill(struct workplace *workplace, struct fault *fault)
{
    const struct workplace_means *means = &workplace->means;
    return home_chill(&workplace->home, means->engine,
                      means->settings->timeout_s, means->guard, means->children,
                      fault);
}

void workplace_release(struct workplace *workplace)
{
    gpgme_release(workplace->context);
    gpgme_release(workplace->spawner);
    home_release(&workplace->home);
    memset(workplace, 0, sizeof *workplace);
}

int64_t workplaces_cpu_ns(const struct workplace *workplaces, size_t count)
{
    int64_t sum_ns = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t ns = 0;
        if (workplaces[i].is_there &&
            agent_cpu_ns(&workplaces[i].home.agent, &ns))
            sum_ns += ns;
    }
    return sum_ns;
}

static void add_split(struct agent_split *sum, const struct agent_split *split)
{
    sum->user_ns += split->user_ns;
    sum->sys_ns += split->sys_ns;
}

bool workplaces_read_split(const struct workplace *workplaces, size_t count,
                           struct agent_split *r_split)
{
    bool is_known = false;
    *r_split = (struct agent_split){0, 0};
    for (size_t i = 0; i < count; i++) {
        struct agent_split split;
        if (workplaces[i].is_there &&
            home_read_split(&workplaces[i].home, &split)) {
            add_split(r_split, &split);
            is_known = true;
        }
    }
    return is_known;
}

/* A failed set-up may have left an agent that nobody has asked for its pid. */
static bool remove_one(struct workplace *workplace, struct agent_split *r_split)
{
    struct fault ignored = {.what = FAULT_NONE};
    if (workplace->home.agent.pid == 0 && workplace->home.path &&
        workplace_enter(workplace) == 0)
        workplace_find_agent(workplace, &ignored);
    fault_release(&ignored);
    return home_remove(&workplace->home, workplace->means.children, r_split);
}

bool workplaces_remove(struct workplace *workplaces, size_t count,
                       struct agent_split *r_split)
{
    bool is_known = false;
    *r_split = (struct agent_split){0, 0};
    for (size_t i = 0; i < count; i++) {
        struct agent_split split;
        if (workplaces[i].is_there && remove_one(&workplaces[i], &split)) {
            add_split(r_split, &split);
            is_known = true;
        }
    }
    return is_known;
}
