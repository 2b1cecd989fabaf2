/* SPDX-License-Identifier: GPL-3.0-or-later */

/* key: a key brought into a home or made there, and what gpg says of it. */
#ifndef PGPBENCH_BENCH_KEY_H
#define PGPBENCH_BENCH_KEY_H

#include "bench/engine.h"
#include "bench/guard.h"
#include "bench/keyspec.h"
#include "model/fault.h"
#include "model/run.h"

#include <gpg-error.h>
#include <gpgme.h>
#include <stdbool.h>

/* The secret key file that ASKED means: a name of keys/, else a file.  It
 * must be a regular one that can be read.  *R_PATH is to be freed.  Fails
 * with FAULT filled. */
gpg_error_t key_find(const char *asked, char **r_path, struct fault *fault);

/* What a key asked for as ASKED is called in cell names: no slash, no
 * ".asc".  To be freed; NULL: no memory. */
char *key_name(const char *asked);

/* Refuse the file PATH if its secret key is protected: asked of ENGINE, which
 * would otherwise ask for a passphrase in the middle of a run.  Fails with
 * FAULT filled. */
gpg_error_t key_check_unprotected(const char *path, const struct engine *engine,
                                  double timeout_s, struct guard *guard,
                                  struct fault *fault);

/* Import the secret key in the file PATH through CONTEXT, and read back what
 * it is: fingerprint, algorithm and sizes in RECORD are gpg's words, not the
 * file's.  *R_KEY is for gpgme_key_unref.  Fails with FAULT filled. */
gpg_error_t key_import(gpgme_ctx_t context, const char *path,
                       struct run_key *record, gpgme_key_t *r_key,
                       struct fault *fault);

/* Import the public keys in the file PATH; *R_COUNT is how many gpg looked
 * at.  Fails with FAULT filled. */
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

/* Whether FINGERPRINT is that of KEY or of one of its subkeys. */
bool key_has_fingerprint(gpgme_key_t key, const char *fingerprint);

/* Why OPERATION cannot be done with KEY; FAULT_NONE if it can. */
enum fault_what key_lacks(gpgme_key_t key, enum operation operation);

#endif
