/* SPDX-License-Identifier: GPL-3.0-or-later */

/* subkey: which part of a key gpg takes to sign and which to encrypt.
 *
 * The rule is that of gpg 2.2.40 and 1.4.23, found by experiment: of the
 * valid subkeys that can, the one made last, of equals the first; the primary
 * key only where there is none.  To sign, GnuPG 2 passes over those whose
 * secret part it does not have. */
#ifndef PGPBENCH_BENCH_SUBKEY_H
#define PGPBENCH_BENCH_SUBKEY_H

#include "model/fault.h"
#include "model/operation.h"

#include <gpgme.h>
#include <stdbool.h>

/* What of KEY signs, or encrypts; NULL: nothing.  Where KEY was listed
 * without GPGME_KEYLIST_MODE_WITH_SECRET, every secret part is taken to be
 * there. */
gpgme_subkey_t subkey_that_signs(gpgme_key_t key);
gpgme_subkey_t subkey_that_encrypts(gpgme_key_t key);

/* "rsa1024", to be freed; NULL for NULL and where there is no memory. */
char *subkey_algorithm(gpgme_subkey_t subkey);

/* Whether FINGERPRINT, or KEYID, is that of SUBKEY.  False for NULL. */
bool subkey_has_fingerprint(gpgme_subkey_t subkey, const char *fingerprint);
bool subkey_has_keyid(gpgme_subkey_t subkey, const char *keyid);

/* Fill FAULT where OPERATION cannot be done with KEY, which is called NAME:
 * what is missing, expired or revoked. */
void subkey_find_lack(gpgme_key_t key, const char *name,
                      enum operation operation, struct fault *fault);

#endif
