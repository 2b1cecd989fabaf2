/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook_random: libgcrypt's generator. */
#include "probe/stage.h"

#include <stdarg.h>

#define RANDOM_VOID(name, parameters, arguments, bytes) \
    STAGE_VOID(LEDGER_RANDOM, name, parameters, arguments, bytes)
#define RANDOM(type, name, parameters, arguments, bytes) \
    STAGE(LEDGER_RANDOM, type, name, parameters, arguments, bytes)

RANDOM_VOID(gcry_randomize, (void *buffer, size_t size, int level),
            (buffer, size, level), size)
RANDOM_VOID(gcry_create_nonce, (void *buffer, size_t size), (buffer, size),
            size)
RANDOM_VOID(gcry_mpi_randomize, (void *number, unsigned bits, int level),
            (number, bits, level), (bits + 7) / 8)
RANDOM(void *, gcry_random_bytes, (size_t size, int level), (size, level), size)
RANDOM(void *, gcry_random_bytes_secure, (size_t size, int level),
       (size, level), size)
RANDOM(gcrypt_error, gcry_random_add_bytes,
       (const void *buffer, size_t size, int quality), (buffer, size, quality),
       0)

/* Of enum gcry_ctl_cmds in gcrypt.h, which are fixed for good. */
enum control {
    CONTROL_ENABLE_QUICK_RANDOM = 44,
    CONTROL_SET_RANDOM_SEED_FILE = 45,
    CONTROL_UPDATE_RANDOM_SEED_FILE = 46,
    CONTROL_FAST_POLL = 48,
    CONTROL_CLOSE_RANDOM_DEVICE = 70
};

static enum ledger_account account_of(int verb)
{
    switch (verb) {
    case CONTROL_ENABLE_QUICK_RANDOM:
    case CONTROL_SET_RANDOM_SEED_FILE:
    case CONTROL_UPDATE_RANDOM_SEED_FILE:
    case CONTROL_FAST_POLL:
    case CONTROL_CLOSE_RANDOM_DEVICE:
        return LEDGER_RANDOM;
    default:
        return ACCOUNT_NONE;
    }
}

/* No verb has more than four arguments, none wider than a pointer; that
 * fewer were given does no harm. */
HOOK(gcrypt_error, gcry_control, "gcry_control", (int verb, ...))
{
    struct span span;
    void *given[4];
    va_list rest;
    va_start(rest, verb);
    for (int i = 0; i < 4; i++)
        given[i] = va_arg(rest, void *);
    va_end(rest);
    span_begin(&span, account_of(verb));
    const gcrypt_error err =
        REAL(gcry_control)(verb, given[0], given[1], given[2], given[3]);
    span_end(&span, 0);
    return err;
}
