/* SPDX-License-Identifier: GPL-3.0-or-later */

/* operation: the table of what can be timed: names and traits only.
 *
 * How an operation is carried out is its recipe (bench/recipe.h). */
#ifndef PGPBENCH_MODEL_OPERATION_H
#define PGPBENCH_MODEL_OPERATION_H

#include <stdbool.h>

/* In the order in which a report shows them. */
enum operation {
    OPERATION_START,
    OPERATION_GENERATE,
    OPERATION_SIGN,
    OPERATION_VERIFY,
    OPERATION_ENCRYPT,
    OPERATION_DECRYPT,
    OPERATION_COUNT
};

struct operation_row {
    const char *name;  /* "sign": in cell names and after -o */
    const char *title; /* "Sign": in a report */
    bool has_key;
    bool has_fixture;
    bool has_output;
    const char *what; /* one line for a person */
};

/* The row of OPERATION, which must be below OPERATION_COUNT. */
const struct operation_row *operation_row(enum operation operation);

/* The operation called NAME; OPERATION_COUNT if there is none. */
enum operation operation_find(const char *name);

#endif
