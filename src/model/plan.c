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
    for (int o = 0; o < OPERATION_COUNT; o++)
        plan->operations[o] = true;
    gpg_error_t err = settings_init(&plan->settings);
    if (!err)
        err = plan_set_copies(plan, default_copies, 2);
    if (err)
        plan_release(plan);
    return err;
}

struct plan_engine *plan_add_engine(struct plan *plan)
{
    struct plan_engine *grown = reallocarray(
        plan->engines, plan->engine_count + 1, sizeof *plan->engines);
    if (!grown)
        return NULL;
    plan->engines = grown;
    grown[plan->engine_count] = (struct plan_engine){.name = "gpg"};
    return &grown[plan->engine_count++];
}

size_t plan_engines_to_measure(const struct plan *plan)
{
    return plan->engine_count > 0 ? plan->engine_count : 1;
}

const struct plan_engine *plan_engine_at(const struct plan *plan, size_t index)
{
    static const struct plan_engine found = {.name = "gpg"};
    if (index == 0 && plan->engine_count == 0)
        return &found;
    return index < plan->engine_count ? &plan->engines[index] : NULL;
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
    for (size_t i = 0; i < plan->engine_count; i++) {
        free(plan->engines[i].words);
        free(plan->engines[i].environment.item);
    }
    free(plan->engines);
    free(plan->keys.item);
    free(plan->generate.item);
    free(plan->imports.item);
    free(plan->files.item);
    free(plan->copies);
    memset(plan, 0, sizeof *plan);
}
