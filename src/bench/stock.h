/* SPDX-License-Identifier: GPL-3.0-or-later */

/* stock: the payload files in the work directory.
 *
 * Inputs, and the messages to verify and decrypt, are kept from one sample
 * to the next: a cache, which is dropped where the medium is too small for
 * all of it, so that a cell fails only if its own files do not fit. */
#ifndef PGPBENCH_BENCH_STOCK_H
#define PGPBENCH_BENCH_STOCK_H

#include "model/cell.h"

#include <gpg-error.h>

enum stock_kind { STOCK_PLAIN, STOCK_SIGNED, STOCK_ENCRYPTED, STOCK_OUTPUT };

/* The path of a file of KIND for CELL in DIRECTORY, to be freed.  Plain ones
 * are shared by engines and keys; there is one output.  NULL: no memory. */
char *stock_path(const char *directory, enum stock_kind kind,
                 const struct cell *cell);

/* Remove every payload file of DIRECTORY. */
void stock_drop(const char *directory);

#endif
