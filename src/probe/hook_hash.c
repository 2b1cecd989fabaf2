/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook_hash: libgcrypt's message digests, and what makes keys of
 * passphrases by them.  Handles are "void *" here. */
#include "probe/stage.h"

#define HASH(name, parameters, arguments) \
    STAGE(LEDGER_HASH, gcrypt_error, name, parameters, arguments, 0)
#define HASH_VOID(name, parameters, arguments, bytes) \
    STAGE_VOID(LEDGER_HASH, name, parameters, arguments, bytes)

HASH(gcry_md_open, (void *r_hash, int algo, unsigned flags),
     (r_hash, algo, flags))
HASH(gcry_md_enable, (void *hash, int algo), (hash, algo))
HASH(gcry_md_setkey, (void *hash, const void *key, size_t size),
     (hash, key, size))
HASH(gcry_md_copy, (void *r_copy, void *hash), (r_copy, hash))
HASH(gcry_md_ctl, (void *hash, int verb, void *buffer, size_t size),
     (hash, verb, buffer, size))
HASH(gcry_md_extract, (void *hash, int algo, void *buffer, size_t size),
     (hash, algo, buffer, size))
HASH(gcry_md_hash_buffers,
     (int algo, unsigned flags, void *digest, const void *parts, int count),
     (algo, flags, digest, parts, count))

HASH_VOID(gcry_md_write, (void *hash, const void *buffer, size_t size),
          (hash, buffer, size), size)
HASH_VOID(gcry_md_hash_buffer,
          (int algo, void *digest, const void *buffer, size_t size),
          (algo, digest, buffer, size), size)
HASH_VOID(gcry_md_reset, (void *hash), (hash), 0)
HASH_VOID(gcry_md_close, (void *hash), (hash), 0)

STAGE(LEDGER_HASH, unsigned char *, gcry_md_read, (void *hash, int algo),
      (hash, algo), 0)

HASH(gcry_kdf_derive,
     (const void *passphrase, size_t size, int algo, int subalgo,
      const void *salt, size_t salt_size, unsigned long iterations,
      size_t key_size, void *key),
     (passphrase, size, algo, subalgo, salt, salt_size, iterations, key_size,
      key))
HASH(gcry_kdf_compute, (void *kdf, const void *operations), (kdf, operations))
