/* SPDX-License-Identifier: GPL-3.0-or-later */

/* cell: the name of where we stand.  What is there is known to the run. */
#include "model/cell.h"

#include "base/text.h"
#include "model/run.h"

#include <assert.h>
#include <inttypes.h>

static const char *or_dash(const char *name)
{
    return name ? name : "-";
}

const char *cell_key_name(const struct run *run, const struct cell *cell)
{
    if (cell->key == CELL_NONE)
        return NULL;
    assert(cell->key < run->key_count);
    return run->keys[cell->key].name;
}

const char *cell_fixture_name(const struct run *run, const struct cell *cell)
{
    if (cell->fixture == CELL_NONE)
        return NULL;
    assert(cell->fixture < run->fixture_count);
    return run->fixtures[cell->fixture].name;
}

void cell_common_name(const struct run *run, const struct cell *cell,
                      struct text *text)
{
    text_addf(text, "%s/%s/%s/x%" PRIu32, or_dash(cell_key_name(run, cell)),
              operation_row(cell->operation)->name,
              or_dash(cell_fixture_name(run, cell)), cell->copies);
}

void cell_name(const struct run *run, const struct cell *cell,
               struct text *text)
{
    assert(cell->engine < run->engine_count);
    text_addf(text, "%s/", or_dash(run->engines[cell->engine].name));
    cell_common_name(run, cell, text);
}

bool cell_equal(const struct cell *a, const struct cell *b)
{
    return a->engine == b->engine && a->key == b->key &&
           a->fixture == b->fixture && a->copies == b->copies &&
           a->operation == b->operation;
}
