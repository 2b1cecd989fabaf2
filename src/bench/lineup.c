/* SPDX-License-Identifier: GPL-3.0-or-later */

/* lineup: lists the cells.  In which order they are measured is schedule's.
 */
#include "bench/lineup.h"

#include <stdbool.h>
#include <string.h>

static gpg_error_t add_cell(const struct plan *plan, struct run *run,
                            const struct cell *cell)
{
    struct series *series = run_add_series(run, cell);
    if (!series)
        return gpg_error(GPG_ERR_ENOMEM);
    if (cell->fixture == CELL_NONE)
        return 0;
    const int64_t size = run->fixtures[cell->fixture].size_bytes;
    if (size > INT64_MAX / cell->copies)
        return gpg_error(GPG_ERR_TOO_LARGE);
    series->input_bytes = size * cell->copies;
    if (strcmp(plan->settings.data, "file") != 0)
        return 0; /* nothing of it is read from a medium */
    series->cache =
        strcmp(plan->settings.cache, "cold") == 0 ? CACHE_COLD : CACHE_WARM;
    return 0;
}

/* The operations of one key, fixture and size, in the order of the table. */
static gpg_error_t add_group(const struct plan *plan, struct run *run,
                             struct cell place)
{
    gpg_error_t err = 0;
    for (int o = 0; !err && o < OPERATION_COUNT; o++) {
        place.operation = (enum operation)o;
        if (plan->operations[o] && operation_row(place.operation)->has_fixture)
            err = add_cell(plan, run, &place);
    }
    return err;
}

static gpg_error_t add_groups(const struct plan *plan, struct run *run,
                              uint32_t key)
{
    gpg_error_t err = 0;
    for (uint32_t f = 0; f < run->fixture_count; f++)
        for (size_t c = 0; !err && c < plan->copies_count; c++)
            err = add_group(plan, run,
                            (struct cell){.key = key,
                                          .fixture = f,
                                          .copies = plan->copies[c],
                                          .operation = OPERATION_START});
    return err;
}

/* A cell without fixture. */
static gpg_error_t add_bare(const struct plan *plan, struct run *run,
                            uint32_t key, enum operation operation)
{
    const struct cell cell = {
        .key = key, .fixture = CELL_NONE, .copies = 1, .operation = operation};
    return plan->operations[operation] ? add_cell(plan, run, &cell) : 0;
}

gpg_error_t lineup_add(const struct plan *plan, const struct lineup_key *keys,
                       struct run *run)
{
    gpg_error_t err = add_bare(plan, run, CELL_NONE, OPERATION_START);
    for (uint32_t k = 0; !err && k < run->key_count; k++) {
        if (keys[k].is_made)
            err = add_bare(plan, run, k, OPERATION_GENERATE);
        if (!err && keys[k].is_used)
            err = add_groups(plan, run, k);
    }
    return err;
}
