/* SPDX-License-Identifier: GPL-3.0-or-later */

/* plan: keeps what was asked for.  The command line is cli's. */
#include "model/plan.h"

#include <stdlib.h>
#include <string.h>

gpg_error_t plan_list_add(struct plan_list *list, const char *string)
{
    const char **grown =
        realloc(list->item, (list->count + 1) * sizeof *list->item);
    if (!grown)
        return gpg_error(GPG_ERR_ENOMEM);
    list->item = grown;
    list->item[list->count++] = string;
    return 0;
}

gpg_error_t plan_init(struct plan *plan)
{
    static const uint32_t default_copies[] = {1, 20};
    memset(plan, 0, sizeof *plan);
    plan->engine_name = "gpg";
    for (int o = 0; o < OPERATION_COUNT; o++)
        plan->operations[o] = true;
    gpg_error_t err = settings_init(&plan->settings);
    if (!err)
        err = plan_set_copies(plan, default_copies, 2);
    if (err)
        plan_release(plan);
    return err;
}

gpg_error_t plan_set_copies(struct plan *plan, const uint32_t *copies,
                            size_t count)
{
    uint32_t *copy = calloc(count, sizeof *copy);
    if (!copy)
        return gpg_error(GPG_ERR_ENOMEM);
    memcpy(copy, copies, count * sizeof *copy);
    free(plan->copies);
    plan->copies = copy;
    plan->copies_count = count;
    return 0;
}

void plan_release(struct plan *plan)
{
    settings_release(&plan->settings);
    free(plan->engine_environment.item);
    free(plan->keys.item);
    free(plan->generate.item);
    free(plan->imports.item);
    free(plan->files.item);
    free(plan->copies);
    memset(plan, 0, sizeof *plan);
}
