/* SPDX-License-Identifier: GPL-3.0-or-later */

/* key: a key brought into a home or made there, and what gpg says of it. */
#ifndef PGPBENCH_BENCH_KEY_H
#define PGPBENCH_BENCH_KEY_H

#include "bench/keyspec.h"
#include "model/fault.h"
#include "model/run.h"

#include <gpg-error.h>
#include <gpgme.h>

/* Where a secret key comes from.  Nothing is owned. */
struct key_source {
    const char *path;  /* of its file; NULL: it comes from DATA */
    gpgme_data_t data; /* what key_export gave */
    const char *name;  /* of that, for messages */
};

/* Bring the secret key of SOURCE into the home of CONTEXT.  Fails with FAULT
 * filled. */
gpg_error_t key_bring(gpgme_ctx_t context, const struct key_source *source,
                      struct fault *fault);

/* Likewise, and read back what it is: fingerprint, and algorithm and size of
 * what signs and what encrypts, are in RECORD by gpg's words, not the file's,
 * unless RECORD has them already.  *R_KEY is for gpgme_key_unref.  Fails with
 * FAULT filled: FAULT_REFUSED if this gpg does not know the key's algorithm. */
gpg_error_t key_import(gpgme_ctx_t context, const struct key_source *source,
                       struct run_key *record, gpgme_key_t *r_key,
                       struct fault *fault);

/* The secret KEY out of the home of CONTEXT; *R_DATA is for
 * gpgme_data_release.  Fails with FAULT filled. */
gpg_error_t key_export(gpgme_ctx_t context, gpgme_key_t key,
                       gpgme_data_t *r_data, struct fault *fault);

/* Import the public keys in the file PATH; *R_COUNT is how many were not
 * there before.  Fails with FAULT filled. */
gpg_error_t key_import_public(gpgme_ctx_t context, const char *path,
                              uint32_t *r_count, struct fault *fault);

/* Make a key as SPEC says, untimed, and read it back like an imported one.
 * Fails with FAULT filled. */
gpg_error_t key_generate(gpgme_ctx_t context, const struct keyspec *spec,
                         struct run_key *record, gpgme_key_t *r_key,
                         struct fault *fault);

/* What the last gpgme_op_genkey in CONTEXT made must be what SPEC asked for:
 * gpg replaces sizes that it does not like, with success.  *R_KEY is for
 * gpgme_key_unref.  Fails with FAULT filled. */
gpg_error_t key_check_generated(gpgme_ctx_t context, const struct keyspec *spec,
                                gpgme_key_t *r_key, struct fault *fault);

#endif
