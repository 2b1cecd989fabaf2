/* SPDX-License-Identifier: GPL-3.0-or-later */

/* key: a test key imported into a home, and what gpg says of it. */
#ifndef PGPBENCH_BENCH_KEY_H
#define PGPBENCH_BENCH_KEY_H

#include "model/fault.h"
#include "model/run.h"

#include <gpg-error.h>
#include <gpgme.h>

/* Import the secret key in the file PATH through CONTEXT, and read back what
 * it is: fingerprint, algorithm and sizes in RECORD are gpg's words, not the
 * file's.  *R_KEY is for gpgme_key_unref.  Fails with FAULT filled. */
gpg_error_t key_import(gpgme_ctx_t context, const char *path,
                       struct run_key *record, gpgme_key_t *r_key,
                       struct fault *fault);

/* Whether FINGERPRINT is that of KEY or of one of its subkeys. */
bool key_has_fingerprint(gpgme_key_t key, const char *fingerprint);

#endif
