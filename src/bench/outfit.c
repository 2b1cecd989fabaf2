/* SPDX-License-Identifier: GPL-3.0-or-later */

/* outfit: puts environments together.  It enters none. */
#include "bench/outfit.h"

#include "base/datadir.h"
#include "bench/preload.h"
#include "probe/hwf.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const char *outfit_hwf(const struct plan *plan, size_t index)
{
    const struct plan_engine *engine = plan_engine_at(plan, index);
    if (engine && engine->hwf)
        return engine->hwf;
    for (size_t i = 0; i < plan->engine_count; i++)
        if (plan->engines[i].hwf)
            return "all";
    return NULL;
}

/* Each variable that ENGINE sets: so, or as we found it. */
static gpg_error_t take(const struct plan_engine *engine, bool as_found,
                        struct environment *environment)
{
    gpg_error_t err = 0;
    for (size_t i = 0; !err && i < engine->environment.count; i++) {
        const char *setting = engine->environment.item[i];
        const char *equals = strchr(setting, '=');
        char *name = strndup(setting, (size_t)(equals - setting));
        if (!name)
            return gpg_error(GPG_ERR_ENOMEM);
        err = as_found ? environment_keep(environment, name)
                       : environment_set(environment, name, equals + 1);
        free(name);
    }
    return err;
}

/* What one engine sets must be as we found it for another. */
static gpg_error_t fill(const struct plan *plan, size_t index,
                        struct environment *environment)
{
    gpg_error_t err = environment_keep(environment, PRELOAD_VARIABLE);
    for (size_t i = 0; !err && i < plan->engine_count; i++)
        err = take(&plan->engines[i], true, environment);
    return err ? err : take(plan_engine_at(plan, index), false, environment);
}

/* The library comes before what the engine preloads itself. */
static gpg_error_t add_library(const char *library, const char *directory,
                               struct environment *environment)
{
    char *named = NULL;
    char *joined = NULL;
    gpg_error_t err = preload_name(library, directory, "hwf.so", &named);
    if (!err) {
        joined =
            preload_join(named, environment_get(environment, PRELOAD_VARIABLE));
        err = joined ? environment_set(environment, PRELOAD_VARIABLE, joined)
                     : gpg_error(GPG_ERR_ENOMEM);
    }
    free(joined);
    free(named);
    return err;
}

static gpg_error_t set_hwf(const char *hwf, const char *directory,
                           struct environment *environment, struct fault *fault)
{
    char *library = datadir_find_library(HWF_LIBRARY);
    if (!library)
        return fault_set(fault, FAULT_UNREADABLE, gpg_error(GPG_ERR_ENOENT),
                         HWF_LIBRARY,
                         "hwf=%s needs it: install pgpbench, or set "
                         "PGPBENCH_DATADIR to the directory that holds it",
                         hwf);
    gpg_error_t err = add_library(library, directory, environment);
    if (!err)
        err = environment_set(environment, HWF_VARIABLE, hwf);
    if (gpg_err_code(err) == GPG_ERR_INV_NAME)
        fault_set(fault, FAULT_REFUSED, err, library,
                  "LD_PRELOAD cannot name a path with blanks or colons; "
                  "choose another place with --work-dir");
    free(library);
    return err;
}

gpg_error_t outfit_make(const struct plan *plan, size_t index,
                        const char *directory, struct environment *environment,
                        struct fault *fault)
{
    const char *hwf = outfit_hwf(plan, index);
    gpg_error_t err = fill(plan, index, environment);
    if (!err && hwf)
        err = set_hwf(hwf, directory, environment, fault);
    if (err && !fault_is_set(fault))
        fault_set(fault, fault_of_error(err), err, NULL, NULL);
    return err;
}
