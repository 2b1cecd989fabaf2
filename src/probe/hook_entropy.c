/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook_entropy: the system's sources that are not files. */
#include "probe/hook.h"
#include "probe/watch.h"

#include <stdarg.h>
#include <sys/syscall.h>

HOOK(int, getentropy, "getentropy", (void *buffer, size_t size))
{
    struct span span;
    span_begin(&span, LEDGER_ENTROPY);
    const int answer = REAL(getentropy)(buffer, size);
    span_end(&span, answer == 0 ? size : 0);
    return answer;
}

HOOK(ssize_t, getrandom, "getrandom",
     (void *buffer, size_t size, unsigned flags))
{
    struct span span;
    span_begin(&span, LEDGER_ENTROPY);
    const ssize_t answer = REAL(getrandom)(buffer, size, flags);
    watch_done(&span, answer);
    return answer;
}

/* No system call has more than six arguments; that fewer were given does no
 * harm. */
HOOK(long, syscall, "syscall", (long number, ...))
{
    struct span span;
    long given[6];
    va_list rest;
    va_start(rest, number);
    for (int i = 0; i < 6; i++)
        given[i] = va_arg(rest, long);
    va_end(rest);
    span_begin(&span, number == SYS_getrandom ? LEDGER_ENTROPY : ACCOUNT_NONE);
    const long answer = REAL(syscall)(number, given[0], given[1], given[2],
                                      given[3], given[4], given[5]);
    watch_done(&span, answer);
    return answer;
}
