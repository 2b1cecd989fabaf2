/* SPDX-License-Identifier: GPL-3.0-or-later */

/* tally: counts our own file calls.  It makes none. */
#include "bench/tally.h"

#include "bench/clock.h"

#include <errno.h>

int64_t tally_begin(const struct tally *tally)
{
    return tally ? clock_now_ns(&clock_monotonic) : 0;
}

void tally_end(struct tally *tally, enum tally_kind kind, int64_t start_ns,
               ssize_t bytes)
{
    const int saved = errno;
    if (!tally)
        return;
    const struct tally_call call = {start_ns, clock_now_ns(&clock_monotonic)};
    tally->ns[kind] += call.end_ns - call.start_ns;
    tally->bytes[kind] += bytes > 0 ? bytes : 0;
    if (tally->calls < TALLY_REMEMBERED)
        tally->first[tally->calls] = call;
    tally->last[tally->calls % TALLY_REMEMBERED] = call;
    tally->calls++;
    errno = saved;
}

int64_t tally_ns(const struct tally *tally)
{
    int64_t sum_ns = 0;
    for (int kind = 0; kind < TALLY_KINDS; kind++)
        sum_ns += tally->ns[kind];
    return sum_ns;
}

static size_t remembered(const struct tally *tally)
{
    return tally->calls < TALLY_REMEMBERED ? (size_t)tally->calls
                                           : TALLY_REMEMBERED;
}

int64_t tally_before_ns(const struct tally *tally, int64_t moment_ns)
{
    int64_t sum_ns = 0;
    for (size_t i = 0; i < remembered(tally); i++) {
        const struct tally_call *call = &tally->first[i];
        if (call->start_ns < moment_ns)
            sum_ns += (call->end_ns < moment_ns ? call->end_ns : moment_ns) -
                      call->start_ns;
    }
    return sum_ns;
}

int64_t tally_after_ns(const struct tally *tally, int64_t moment_ns)
{
    int64_t sum_ns = 0;
    for (size_t i = 0; i < remembered(tally); i++) {
        const struct tally_call *call = &tally->last[i];
        if (call->end_ns > moment_ns)
            sum_ns += call->end_ns -
                      (call->start_ns > moment_ns ? call->start_ns : moment_ns);
    }
    return sum_ns;
}
