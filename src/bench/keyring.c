/* SPDX-License-Identifier: GPL-3.0-or-later */

/* keyring: collects the keys of a run.  One key by itself is key's. */
#include "bench/keyring.h"

#include "bench/agent.h"
#include "bench/environment.h"
#include "bench/key.h"
#include "bench/keyfile.h"
#include "bench/lineup.h"
#include "bench/subkey.h"
#include "model/name.h"

#include <stdlib.h>
#include <string.h>

static bool is_taken(const void *state, const char *name)
{
    const struct run *run = state;
    for (size_t i = 0; i < run->key_count; i++)
        if (run->keys[i].name && strcmp(run->keys[i].name, name) == 0)
            return true;
    return false;
}

/* A new entry, and its record by the name BASE. */
static gpg_error_t add_entry(struct keyring *keyring, struct run *run,
                             char *base, struct keyring_entry **r_entry,
                             struct fault *fault)
{
    *r_entry = &keyring->entries[keyring->count++];
    (*r_entry)->held = calloc(keyring->engine_count, sizeof *(*r_entry)->held);
    char *name = base ? name_unique(base, is_taken, run) : NULL;
    struct run_key *record = name ? run_add_key(run) : NULL;
    free(base);
    if (!record || !(*r_entry)->held) {
        free(name);
        return fault_no_memory(fault);
    }
    record->name = name;
    return 0;
}

static gpg_error_t add_asked(struct keyring *keyring, struct run *run,
                             const char *asked, struct fault *fault)
{
    struct keyring_entry *entry = NULL;
    gpg_error_t err =
        add_entry(keyring, run, keyfile_name(asked), &entry, fault);
    if (err)
        return err;
    entry->is_used = true;
    return keyfile_find(asked, &entry->path, fault);
}

static gpg_error_t add_made(struct keyring *keyring, struct run *run,
                            const char *asked, bool is_used,
                            struct fault *fault)
{
    struct keyring_entry *entry = NULL;
    char *base = strdup(asked);
    for (char *c = base; c && *c != '\0'; c++)
        if (*c == '/')
            *c = '+'; /* the slash parts the names of a cell */
    gpg_error_t err = add_entry(keyring, run, base, &entry, fault);
    if (err)
        return err;
    entry->is_made = true;
    entry->is_used = is_used;
    err = keyspec_init(&entry->spec, asked);
    if (err)
        fault_set(fault, FAULT_USAGE, err, asked,
                  "--generate takes rsa1024, dsa1024/elg1024, "
                  "ed25519/cv25519 and the like");
    return err;
}

gpg_error_t keyring_init(struct keyring *keyring, const struct plan *plan,
                         struct run *run, struct fault *fault)
{
    const struct plan_list *keys = &plan->keys;
    const struct plan_list *made = &plan->generate;
    gpg_error_t err = 0;
    keyring->engine_count = plan_engines_to_measure(plan);
    keyring->entries =
        calloc(keys->count + made->count + 1, sizeof *keyring->entries);
    if (!keyring->entries)
        return fault_no_memory(fault);
    for (size_t i = 0; !err && i < keys->count; i++)
        err = add_asked(keyring, run, keys->item[i], fault);
    /* Without a key to use, those that are made are used. */
    for (size_t i = 0; !err && i < made->count; i++)
        err = add_made(keyring, run, made->item[i], keys->count == 0, fault);
    if (!err && keyring->count == 0)
        err = add_asked(keyring, run, "dsa1024", fault);
    return err;
}

/* Whether GnuPG 2 has no agent in the home, though it needs one for every
 * secret key. */
static bool lacks_agent(const struct keyring_means *means)
{
    const char *home = getenv(ENVIRONMENT_HOME);
    if (!means->engine->has_agent || !home)
        return false;
    char *socket = engine_agent_socket(means->engine, home, means->timeout_s,
                                       means->guard);
    const bool lacks = socket && !agent_listens(socket);
    free(socket);
    return lacks;
}

static gpg_error_t explain_timeout(const struct keyring_entry *entry,
                                   const struct keyring_means *means,
                                   const char *name, struct fault *fault)
{
    const char *advice = "importing the key took longer than --timeout";
    if (!entry->path)
        advice = "making the key took longer than --timeout: gpg may wait for "
                 "entropy; give a key with --key";
    else if (lacks_agent(means))
        advice = "importing the key took longer than --timeout, and no "
                 "gpg-agent answers: gpg waits some seconds for one that "
                 "cannot start; see ulimit -a";
    fault_release(fault);
    return fault_set(fault, FAULT_TIMEOUT, gpg_error(GPG_ERR_TIMEOUT), name,
                     "%s", advice);
}

/* What this engine does not know another may: the cells of HELD fail, not
 * the run. */
static void leave_to_cells(struct keyring_held *held, struct fault *fault)
{
    held->fault = *fault;
    memset(fault, 0, sizeof *fault);
}

/* gpg 1.4 makes no key on a curve, and what it says of it GPGME does not
 * always pass on. */
static bool is_refused(const struct keyring_entry *entry, const char *name,
                       const struct engine *engine, struct fault *fault)
{
    for (size_t i = 0; !entry->path && i < 2; i++)
        if (entry->spec.needs[i] && !engine_knows(engine, entry->spec.needs[i]))
            fault_set(fault, FAULT_REFUSED, gpg_error(GPG_ERR_PUBKEY_ALGO),
                      name,
                      "this gpg cannot make that algorithm: it has no %s, "
                      "only %s",
                      entry->spec.needs[i], engine->public_algorithms);
    return fault_is_set(fault);
}

/* Where the other homes get the key of ENTRY from. */
static struct key_source source_of(const struct keyring_entry *entry,
                                   const char *name)
{
    return (struct key_source){entry->path, entry->made, name};
}

/* Make the key, and take it out of the home for the others. */
static gpg_error_t make(struct keyring_entry *entry,
                        const struct keyring_means *means,
                        struct run_key *record, struct fault *fault)
{
    struct keyring_held *held = &entry->held[means->engine_index];
    gpg_error_t err = key_generate(means->context, &entry->spec, record,
                                   &held->key, &held->fault);
    return err ? 0 : key_export(means->context, held->key, &entry->made, fault);
}

static gpg_error_t bring(struct keyring_entry *entry,
                         const struct keyring_means *means,
                         struct run_key *record, struct fault *fault)
{
    const struct key_source source = source_of(entry, record->name);
    struct keyring_held *held = &entry->held[means->engine_index];
    if (entry->path || entry->made)
        return key_import(means->context, &source, record, &held->key, fault);
    if (entry->is_used)
        return make(entry, means, record, fault);
    if (!record->origin)
        record->origin = strdup("generated");
    return 0;
}

static gpg_error_t fill_entry(struct keyring_entry *entry,
                              const struct keyring_means *means,
                              struct run_key *record, struct fault *fault)
{
    struct keyring_held *held = &entry->held[means->engine_index];
    gpg_error_t err = 0;
    if (entry->path)
        err = keyfile_check_usable(entry->path, means->engine, means->timeout_s,
                                   means->guard, fault);
    if (err || is_refused(entry, record->name, means->engine, &held->fault))
        return err;
    guard_arm(means->guard, means->timeout_s);
    err = bring(entry, means, record, fault);
    const bool is_late = guard_disarm(means->guard) == GUARD_TIMED_OUT;
    if (is_late && (err || fault_is_set(&held->fault)))
        return explain_timeout(entry, means, record->name, fault);
    if (err && fault->what == FAULT_REFUSED) {
        leave_to_cells(held, fault);
        return 0;
    }
    return err;
}

gpg_error_t keyring_fill(struct keyring *keyring,
                         const struct keyring_means *means, struct run *run,
                         struct fault *fault)
{
    gpg_error_t err = 0;
    for (size_t i = 0; !err && i < keyring->count; i++)
        err = fill_entry(&keyring->entries[i], means, &run->keys[i], fault);
    return err;
}

gpg_error_t keyring_copy(const struct keyring *keyring,
                         const struct keyring_means *means, struct fault *fault)
{
    gpg_error_t err = 0;
    for (size_t i = 0; !err && i < keyring->count; i++) {
        const struct keyring_entry *entry = &keyring->entries[i];
        gpgme_key_t key = keyring_key(entry, means->engine_index);
        if (!key)
            continue; /* its making is measured, or gpg would not have it */
        const struct key_source source = source_of(entry, key->subkeys->fpr);
        guard_arm(means->guard, means->timeout_s);
        err = key_bring(means->context, &source, fault);
        if (guard_disarm(means->guard) == GUARD_TIMED_OUT && err)
            err = explain_timeout(entry, means, source.name, fault);
    }
    return err;
}

gpgme_key_t keyring_key(const struct keyring_entry *entry, size_t index)
{
    return entry->held ? entry->held[index].key : NULL;
}

/* What keeps the cells of HELD from being measured. */
static gpg_error_t mark(const struct keyring_held *held, const char *key_name,
                        struct series *series)
{
    if (fault_is_set(&held->fault))
        return fault_copy(&series->failure, &held->fault);
    if (held->key)
        subkey_find_lack(held->key, key_name, series->cell.operation,
                         &series->failure);
    return 0;
}

gpg_error_t keyring_line_up(const struct keyring *keyring,
                            const struct plan *plan, struct run *run)
{
    struct lineup_key *keys = calloc(keyring->count + 1, sizeof *keys);
    if (!keys)
        return gpg_error(GPG_ERR_ENOMEM);
    for (size_t i = 0; i < keyring->count; i++)
        keys[i] = (struct lineup_key){keyring->entries[i].is_made,
                                      keyring->entries[i].is_used};
    gpg_error_t err = lineup_add(plan, keys, run);
    for (size_t i = 0; !err && i < run->series_count; i++) {
        struct series *series = &run->series[i];
        const uint32_t key = series->cell.key;
        if (key != CELL_NONE)
            err = mark(&keyring->entries[key].held[series->cell.engine],
                       run->keys[key].name, series);
    }
    free(keys);
    return err;
}

void keyring_release(struct keyring *keyring)
{
    for (size_t i = 0; i < keyring->count; i++) {
        struct keyring_entry *entry = &keyring->entries[i];
        free(entry->path);
        keyspec_release(&entry->spec);
        gpgme_data_release(entry->made);
        for (size_t e = 0; entry->held && e < keyring->engine_count; e++) {
            gpgme_key_unref(entry->held[e].key);
            fault_release(&entry->held[e].fault);
        }
        free(entry->held);
    }
    free(keyring->entries);
    memset(keyring, 0, sizeof *keyring);
}
