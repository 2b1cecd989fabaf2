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
                              struct cell place)
{
    gpg_error_t err = 0;
    for (place.fixture = 0; place.fixture < run->fixture_count; place.fixture++)
        for (size_t c = 0; !err && c < plan->copies_count; c++) {
            place.copies = plan->copies[c];
            err = add_group(plan, run, place);
        }
    return err;
}

/* A cell without fixture. */
static gpg_error_t add_bare(const struct plan *plan, struct run *run,
                            struct cell cell, enum operation operation)
{
    cell.fixture = CELL_NONE;
    cell.copies = 1;
    cell.operation = operation;
    return plan->operations[operation] ? add_cell(plan, run, &cell) : 0;
}

static gpg_error_t add_engine(const struct plan *plan,
                              const struct lineup_key *keys, struct run *run,
                              uint32_t engine)
{
    struct cell place = {.engine = engine, .key = CELL_NONE};
    gpg_error_t err = add_bare(plan, run, place, OPERATION_START);
    for (place.key = 0; !err && place.key < run->key_count; place.key++) {
        if (keys[place.key].is_made)
            err = add_bare(plan, run, place, OPERATION_GENERATE);
        if (!err && keys[place.key].is_used)
            err = add_groups(plan, run, place);
    }
    return err;
}

gpg_error_t lineup_add(const struct plan *plan, const struct lineup_key *keys,
                       struct run *run)
{
    gpg_error_t err = 0;
    for (uint32_t e = 0; !err && e < run->engine_count; e++)
        err = add_engine(plan, keys, run, e);
    return err;
}
