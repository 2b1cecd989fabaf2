/* SPDX-License-Identifier: GPL-3.0-or-later */

/* sizes: the same operation on few and on many copies, and whether many are
 * as much more work as they are more bytes.
 *
 * It knows the output of cells, not their time. */
#ifndef PGPBENCH_REPORT_SIZES_H
#define PGPBENCH_REPORT_SIZES_H

#include "model/cell.h"

#include <gpg-error.h>
#include <stdbool.h>

struct run;
struct series;

/* The series of one engine, key, operation and fixture with the fewest and
 * with the most copies; the same one where there is one size only, NULL where
 * there is none. */
struct sizes {
    const struct series *small;
    const struct series *large;
};

struct sizes sizes_of(const struct run *run, const struct cell *cell);

/* How many times the copies, and the output, of SMALL those of LARGE are.
 * The output is -1 where it is not known. */
struct growth {
    double copies;
    double output;
};

gpg_error_t sizes_growth(const struct series *small, const struct series *large,
                         struct growth *r_growth);

/* Whether the output stays far behind the copies: compression has found them
 * to be the same bytes over and over, and most of the work is not done. */
bool sizes_lag(const struct growth *growth);

/* Whether the sizes of CELL are known to be as much more work as they are
 * more bytes.  What an operation reads tells of its work as well as what it
 * writes: verify is judged by what sign wrote, decrypt by encrypt. */
gpg_error_t sizes_are_whole_work(const struct run *run, const struct cell *cell,
                                 bool *r_are);

#endif
