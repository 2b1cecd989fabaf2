/* SPDX-License-Identifier: GPL-3.0-or-later */

/* recipe: how each operation is carried out, and how it is checked.
 *
 * perform is what is timed: exactly one gpgme_op_* call.  judge looks at
 * what that call itself reported; prove looks at what it made, mostly with
 * another gpg, untimed.  A recipe knows no clock. */
#ifndef PGPBENCH_BENCH_RECIPE_H
#define PGPBENCH_BENCH_RECIPE_H

#include "bench/payload.h"
#include "bench/stock.h"
#include "model/fault.h"
#include "model/operation.h"

#include <gpg-error.h>
#include <gpgme.h>
#include <stdbool.h>

/* All that one call needs.  Nothing is owned. */
struct call {
    gpgme_ctx_t context; /* OpenPGP */
    gpgme_ctx_t spawner; /* to start gpg by itself */
    const char *gpg_path;
    gpgme_key_t key;
    struct transfer *transfer;
    const char *plain_path; /* COPIES of it are what the bytes should be */
    uint32_t copies;
    const struct payload_place *output; /* what was made */
    const struct checksum *right_sum;   /* of the bytes; NULL: not known */
    gpgme_data_t words;                 /* takes what gpg prints (start) */
    const struct keyspec *spec;         /* of the key to make (generate) */
    struct used *used; /* what was found out; NULL: not wanted */
};

struct recipe {
    bool has_input;
    enum stock_kind input;
    gpg_error_t (*perform)(const struct call *call);
    gpg_error_t (*judge)(const struct call *call, struct fault *fault);
    gpg_error_t (*prove)(const struct call *call, struct fault *fault);
    unsigned proving_gpgs; /* that prove runs when all is well; above 1: so
                              many at least, as GPGME sees fit */
    bool uses_secret_key;  /* which gpg-agent does, where there is one */
    int judged_status;     /* gpg's own word for what judge will find */
};

const struct recipe *recipe_of(enum operation operation);

/* Open the transfer, perform, sync and close: the whole timed span.  Returns
 * the first error, the transfer's own before GPGME's. */
gpg_error_t recipe_perform(const struct recipe *recipe,
                           const struct call *call);

#endif
