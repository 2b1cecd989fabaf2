/* SPDX-License-Identifier: GPL-3.0-or-later */

/* stock: the payload of all cells: files in the work directory or, where the
 * payload is in memory, memfds.
 *
 * Inputs, and the messages to verify and decrypt, are kept from one sample
 * to the next: a cache, which is dropped where the medium is too small for
 * all of it, so that a cell fails only if its own files do not fit. */
#ifndef PGPBENCH_BENCH_STOCK_H
#define PGPBENCH_BENCH_STOCK_H

#include "bench/payload.h"
#include "model/cell.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>

enum stock_kind { STOCK_PLAIN, STOCK_SIGNED, STOCK_ENCRYPTED, STOCK_OUTPUT };

/* A memfd and what lies in it. */
struct stock_memory {
    enum stock_kind kind;
    struct cell cell;
    int fd;
};

struct stock {
    const char *directory; /* borrowed */
    bool is_in_memory;
    struct stock_memory *memory;
    size_t memory_count;
};

/* The place for KIND of CELL; nothing may lie there yet (payload_size).
 * Plain ones are shared by engines and keys; there is one output.  *R_PLACE
 * is for stock_release_place.  Fails with the system's error. */
gpg_error_t stock_place(struct stock *stock, enum stock_kind kind,
                        const struct cell *cell, struct payload_place *r_place);

void stock_release_place(struct payload_place *place);

/* Let what lies in FROM be what lies in TO, which was empty. */
void stock_move(struct stock *stock, const struct payload_place *from,
                const struct payload_place *to);

/* Remove all payload. */
void stock_drop(struct stock *stock);

void stock_release(struct stock *stock);

#endif
