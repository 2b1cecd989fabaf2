/* SPDX-License-Identifier: GPL-3.0-or-later */

/* inputs: keeps exports off what is read.  It opens neither. */
#include "cli/inputs.h"

#include "bench/keyfile.h"

#include <stdlib.h>

static gpg_error_t protect(const struct output *output, const char *path,
                           struct fault *fault)
{
    return output_protect(output, path, "this run reads it", fault);
}

static gpg_error_t protect_list(const struct output *output,
                                const struct plan_list *list,
                                struct fault *fault)
{
    gpg_error_t err = 0;
    for (size_t i = 0; !err && i < list->count; i++)
        err = protect(output, list->item[i], fault);
    return err;
}

/* A key that cannot be found is not ours to complain about. */
static gpg_error_t protect_key(const struct output *output, const char *asked,
                               struct fault *fault)
{
    struct fault ignored = {.what = FAULT_NONE};
    char *path = NULL;
    gpg_error_t err = 0;
    if (keyfile_find(asked, &path, &ignored) == 0)
        err = protect(output, path, fault);
    fault_release(&ignored);
    free(path);
    return err;
}

gpg_error_t inputs_protect(const struct plan *plan, const struct output *output,
                           struct fault *fault)
{
    gpg_error_t err = protect_list(output, &plan->files, fault);
    if (!err)
        err = protect_list(output, &plan->imports, fault);
    for (size_t i = 0; !err && i < plan->engine_count; i++)
        err = protect(output, plan->engines[i].path, fault);
    for (size_t i = 0; !err && i < plan->keys.count; i++)
        err = protect_key(output, plan->keys.item[i], fault);
    return err;
}
