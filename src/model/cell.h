/* SPDX-License-Identifier: GPL-3.0-or-later */

/* cell: where we stand: engine × key × operation × fixture × copies. */
#ifndef PGPBENCH_MODEL_CELL_H
#define PGPBENCH_MODEL_CELL_H

#include "model/operation.h"

#include <stdbool.h>
#include <stdint.h>

struct run;
struct text;

/* In place of an index: this cell has no key, no fixture. */
#define CELL_NONE UINT32_MAX

struct cell {
    uint32_t engine;  /* index into run->engines */
    uint32_t key;     /* index into run->keys, or CELL_NONE */
    uint32_t fixture; /* index into run->fixtures, or CELL_NONE */
    uint32_t copies;  /* how many times over, at least 1 */
    enum operation operation;
};

bool cell_equal(const struct cell *a, const struct cell *b);

/* The names of its key and its fixture; NULL: it has none. */
const char *cell_key_name(const struct run *run, const struct cell *cell);
const char *cell_fixture_name(const struct run *run, const struct cell *cell);

/* Append ENGINE/KEY/OPERATION/FIXTURE/xCOPIES, "-" for what does not
 * apply: the one name of a cell, in files, compare and messages. */
void cell_name(const struct run *run, const struct cell *cell,
               struct text *text);

/* Append the same without the engine and its slash: what cells that are
 * compared have in common. */
void cell_common_name(const struct run *run, const struct cell *cell,
                      struct text *text);

#endif
