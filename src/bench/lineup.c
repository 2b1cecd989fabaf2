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
        if (plan->operations[o] && operation_row(place.operation)->has_key)
            err = add_cell(plan, run, &place);
    }
    return err;
}

gpg_error_t lineup_add(const struct plan *plan, struct run *run)
{
    const struct cell start = {0, CELL_NONE, CELL_NONE, 1, OPERATION_START};
    gpg_error_t err = 0;
    if (plan->operations[OPERATION_START])
        err = add_cell(plan, run, &start);
    for (uint32_t k = 0; k < run->key_count; k++)
        for (uint32_t f = 0; f < run->fixture_count; f++)
            for (size_t c = 0; !err && c < plan->copies_count; c++)
                err = add_group(
                    plan, run,
                    (struct cell){0, k, f, plan->copies[c], OPERATION_START});
    return err;
}
