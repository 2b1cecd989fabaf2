/* SPDX-License-Identifier: GPL-3.0-or-later */

/* used: what gpg did, read back from the message it made, not from what it
 * was told. */
#ifndef PGPBENCH_BENCH_USED_H
#define PGPBENCH_BENCH_USED_H

#include "bench/engine.h"
#include "bench/guard.h"
#include "bench/payload.h"
#include "model/series.h"

#include <gpg-error.h>
#include <gpgme.h>

/* Let ENGINE list the packets of the start of the message in PLACE
 * and note in USED (empty so far) digest, compression and armor.  What does
 * not show stays absent. */
void used_read_message(struct used *used, const struct payload_place *place,
                       const struct engine *engine, double timeout_s,
                       struct guard *guard);

/* Note in USED the cipher that the last gpgme_op_decrypt in CONTEXT found. */
void used_read_cipher(struct used *used, gpgme_ctx_t context);

/* Understand LISTING, the output of gpg --list-packets. */
void used_parse_packets(struct used *used, const char *listing);

#endif
