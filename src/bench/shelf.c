/* SPDX-License-Identifier: GPL-3.0-or-later */

/* shelf: collects the fixtures of a run.  One by itself is fixture's. */
#include "bench/shelf.h"

#include "base/datadir.h"
#include "base/text.h"
#include "model/name.h"

#include <stdlib.h>
#include <string.h>

static bool is_taken(const void *state, const char *name)
{
    const struct run *run = state;
    for (size_t i = 0; i < run->fixture_count; i++)
        if (run->fixtures[i].name && strcmp(run->fixtures[i].name, name) == 0)
            return true;
    return false;
}

static gpg_error_t add(struct shelf *shelf, struct run *run, const char *path,
                       struct fault *fault)
{
    struct fixture *fixture = &shelf->fixtures[shelf->count++];
    gpg_error_t err = fixture_init(fixture, path, fault);
    if (err)
        return err;
    char *name = name_unique(text_base_name(path), is_taken, run);
    struct run_fixture *record = name ? run_add_fixture(run) : NULL;
    if (!record) {
        free(name);
        return fault_no_memory(fault);
    }
    record->name = name;
    record->size_bytes = fixture->size_bytes;
    return 0;
}

static gpg_error_t refuse_shipped(struct fault *fault)
{
    char *advice = datadir_advice();
    const gpg_error_t err = fault_set(
        fault, FAULT_UNREADABLE, gpg_error(GPG_ERR_ENOENT), "fixtures/COPYING",
        "%s, or name a FILE", advice ? advice : "set PGPBENCH_DATADIR");
    free(advice);
    return err;
}

static gpg_error_t add_shipped(struct shelf *shelf, struct run *run,
                               struct fault *fault)
{
    char *path = datadir_find("fixtures/COPYING");
    if (!path)
        return refuse_shipped(fault);
    gpg_error_t err = add(shelf, run, path, fault);
    free(path);
    return err;
}

gpg_error_t shelf_init(struct shelf *shelf, const struct plan *plan,
                       struct run *run, struct fault *fault)
{
    const struct plan_list *files = &plan->files;
    gpg_error_t err = 0;
    shelf->fixtures = calloc(files->count + 1, sizeof *shelf->fixtures);
    if (!shelf->fixtures)
        return fault_no_memory(fault);
    if (files->count == 0)
        return add_shipped(shelf, run, fault);
    for (size_t i = 0; !err && i < files->count; i++)
        err = add(shelf, run, files->item[i], fault);
    return err;
}

gpg_error_t shelf_digest(const struct shelf *shelf, const struct engine *engine,
                         double timeout_s, struct guard *guard, struct run *run,
                         struct fault *fault)
{
    gpg_error_t err = 0;
    for (size_t i = 0; !err && i < shelf->count; i++)
        err = fixture_digest(&shelf->fixtures[i], engine, timeout_s, guard,
                             &run->fixtures[i].sha256, fault);
    return err;
}

void shelf_release(struct shelf *shelf)
{
    for (size_t i = 0; i < shelf->count; i++)
        fixture_release(&shelf->fixtures[i]);
    free(shelf->fixtures);
    memset(shelf, 0, sizeof *shelf);
}
