/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook_pubkey: libgcrypt's public-key operations. */
#include "probe/stage.h"

#define PUBKEY(type, name, parameters, arguments) \
    STAGE(LEDGER_PUBKEY, type, name, parameters, arguments, 0)

/* Of two S-expressions make a third. */
#define MAKE(name)                                                    \
    PUBKEY(gcrypt_error, name, (void *r_made, void *data, void *key), \
           (r_made, data, key))

MAKE(gcry_pk_encrypt)
MAKE(gcry_pk_decrypt)
MAKE(gcry_pk_sign)
PUBKEY(gcrypt_error, gcry_pk_verify, (void *signature, void *data, void *key),
       (signature, data, key))
PUBKEY(gcrypt_error, gcry_pk_genkey, (void *r_key, void *parameters),
       (r_key, parameters))
PUBKEY(gcrypt_error, gcry_pk_testkey, (void *key), (key))
PUBKEY(gcrypt_error, gcry_pk_hash_sign,
       (void *r_signature, const char *data, void *key, void *hash,
        void *context),
       (r_signature, data, key, hash, context))
PUBKEY(gcrypt_error, gcry_pk_hash_verify,
       (void *signature, const char *data, void *key, void *hash,
        void *context),
       (signature, data, key, hash, context))

PUBKEY(unsigned char *, gcry_pk_get_keygrip, (void *key, unsigned char *buffer),
       (key, buffer))
PUBKEY(unsigned, gcry_pk_get_nbits, (void *key), (key))
PUBKEY(const char *, gcry_pk_get_curve,
       (void *key, int iterator, unsigned *r_bits), (key, iterator, r_bits))
PUBKEY(void *, gcry_pk_get_param, (int algo, const char *name), (algo, name))
PUBKEY(gcrypt_error, gcry_pk_ctl, (int verb, void *buffer, size_t size),
       (verb, buffer, size))
PUBKEY(gcrypt_error, gcry_ecc_mul_point,
       (int curve, unsigned char *made, const unsigned char *scalar,
        const unsigned char *point),
       (curve, made, scalar, point))
