/* SPDX-License-Identifier: GPL-3.0-or-later */

/* stage: hooks of functions whose whole time belongs to one account. */
#ifndef PGPBENCH_PROBE_STAGE_H
#define PGPBENCH_PROBE_STAGE_H

#include "probe/account.h"
#include "probe/hook.h"

/* What libgcrypt's functions return. */
typedef unsigned gcrypt_error;

/* A row of a table of such functions: BYTES is what the call works on, in
 * words of its own parameters. */
#define STAGE(booked, type, name, parameters, arguments, bytes) \
    HOOK(type, name, #name, parameters)                         \
    {                                                           \
        struct span span;                                       \
        span_begin(&span, booked);                              \
        type answer = REAL(name) arguments;                     \
        span_end(&span, bytes);                                 \
        return answer;                                          \
    }

#define STAGE_VOID(booked, name, parameters, arguments, bytes) \
    HOOK(void, name, #name, parameters)                        \
    {                                                          \
        struct span span;                                      \
        span_begin(&span, booked);                             \
        REAL(name) arguments;                                  \
        span_end(&span, bytes);                                \
    }

#endif
