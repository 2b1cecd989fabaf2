/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook_cipher: libgcrypt's symmetric ciphers. */
#include "probe/stage.h"

#define CIPHER(name, parameters, arguments, bytes) \
    STAGE(LEDGER_CIPHER, gcrypt_error, name, parameters, arguments, bytes)

/* Without an input the output buffer is worked on in place. */
#define WORK(name)                                                             \
    CIPHER(name,                                                               \
           (void *cipher, void *output, size_t output_size, const void *input, \
            size_t input_size),                                                \
           (cipher, output, output_size, input, input_size),                   \
           input ? input_size : output_size)

#define FEED(name)                                                \
    CIPHER(name, (void *cipher, const void *buffer, size_t size), \
           (cipher, buffer, size), 0)

WORK(gcry_cipher_encrypt)
WORK(gcry_cipher_decrypt)
FEED(gcry_cipher_setkey)
FEED(gcry_cipher_setiv)
FEED(gcry_cipher_setctr)
FEED(gcry_cipher_authenticate)
FEED(gcry_cipher_checktag)
CIPHER(gcry_cipher_gettag, (void *cipher, void *buffer, size_t size),
       (cipher, buffer, size), 0)
CIPHER(gcry_cipher_ctl, (void *cipher, int verb, void *buffer, size_t size),
       (cipher, verb, buffer, size), 0)
CIPHER(gcry_cipher_open, (void *r_cipher, int algo, int mode, unsigned flags),
       (r_cipher, algo, mode, flags), 0)
STAGE_VOID(LEDGER_CIPHER, gcry_cipher_close, (void *cipher), (cipher), 0)
