/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fleet: many runs in one table: a row for each machine or file, a column for
 * each cell, the medians of real.
 *
 * It judges nothing: what differs between them is compare's to say. */
#ifndef PGPBENCH_REPORT_FLEET_H
#define PGPBENCH_REPORT_FLEET_H

#include "report/compare.h"

#include <gpg-error.h>
#include <stddef.h>

struct text;

/* A cell that some row has; all of its name but the engine. */
struct fleet_column {
    const struct run *run;
    const struct series *series; /* the first of its name */
};

/* What a row says beside its figures: name, machine, gpg, libgcrypt, started;
 * NULL where that is not known. */
#define FLEET_WORDS 5
const char *fleet_word_key(size_t index);
const char *fleet_word(const struct compare_side *side, size_t index);

/* Owns the arrays, not what they point to. */
struct fleet {
    const struct compare_side **rows;
    size_t row_count;
    struct fleet_column *columns; /* in the order in which they are met */
    size_t column_count;
    const struct series **cells; /* row by row; NULL: it has no such cell */
};

/* Put the SIDES of COMPARE, of which only these are looked at, into the zeroed
 * FLEET, in the order of SORT: NULL, as they are; the key of a word, see above;
 * else by real in the one cell whose name ends with SORT or has it
 * as its operation, those without a figure last.  FLEET is for fleet_release in
 * any case.  Fails with GPG_ERR_ENOMEM; GPG_ERR_NOT_FOUND if there is no such
 * cell, GPG_ERR_AMBIGUOUS if there are several. */
gpg_error_t fleet_make(struct fleet *fleet, const struct compare *compare,
                       const char *sort);

/* The series of row ROW in column COLUMN; NULL: there is none. */
const struct series *fleet_cell(const struct fleet *fleet, size_t row,
                                size_t column);

/* Append the name of COLUMN: "dsa1024/sign/COPYING/x1". */
void fleet_add_name(const struct fleet_column *column, struct text *text);

/* Whether two columns differ in their operation alone. */
bool fleet_are_together(const struct fleet_column *a,
                        const struct fleet_column *b);

void fleet_release(struct fleet *fleet);

#endif
