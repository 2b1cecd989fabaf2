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

static const char *key_name(const struct run *run, uint32_t key)
{
    if (key == CELL_NONE)
        return "-";
    assert(key < run->key_count);
    return or_dash(run->keys[key].name);
}

static const char *fixture_name(const struct run *run, uint32_t fixture)
{
    if (fixture == CELL_NONE)
        return "-";
    assert(fixture < run->fixture_count);
    return or_dash(run->fixtures[fixture].name);
}

void cell_name(const struct run *run, const struct cell *cell,
               struct text *text)
{
    assert(cell->engine < run->engine_count);
    text_addf(text, "%s/%s/%s/%s/x%" PRIu32,
              or_dash(run->engines[cell->engine].name),
              key_name(run, cell->key), operation_row(cell->operation)->name,
              fixture_name(run, cell->fixture), cell->copies);
}

bool cell_equal(const struct cell *a, const struct cell *b)
{
    return a->engine == b->engine && a->key == b->key &&
           a->fixture == b->fixture && a->copies == b->copies &&
           a->operation == b->operation;
}
