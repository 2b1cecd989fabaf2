/* SPDX-License-Identifier: GPL-3.0-or-later */

/* keyspec: "rsa1024", "dsa1024/elg1024", "ed25519/cv25519": which key to
 * make, as gpg's parameter block, and what must come of it. */
#ifndef PGPBENCH_BENCH_KEYSPEC_H
#define PGPBENCH_BENCH_KEYSPEC_H

#include <gpg-error.h>

struct keyspec {
    char *primary;    /* "dsa1024": as GPGME names what was made */
    char *subkey;     /* "elg1024" */
    char *parameters; /* GPGME's <GnupgKeyParms> block, unprotected key */
    /* What gpg --version must list for it: "EDDSA", "ECDH"; NULL where every
     * gpg has it. */
    const char *needs[2];
};

/* Understand ASKED: a primary key and, behind a slash, its encryption
 * subkey; without one, the usual for that primary.  A length that gpg may
 * not like is for gpg to refuse.  Fails with GPG_ERR_PUBKEY_ALGO for what is
 * no such name, or GPG_ERR_ENOMEM. */
gpg_error_t keyspec_init(struct keyspec *spec, const char *asked);

void keyspec_release(struct keyspec *spec);

#endif
