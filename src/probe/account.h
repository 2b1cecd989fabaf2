/* SPDX-License-Identifier: GPL-3.0-or-later */

/* account: books the time of watched calls, each moment once.
 *
 * A span is one watched call.  Of nested spans of a thread the outermost is
 * booked, with its bytes and as one call; those in it are part of it.  Only
 * entropy and flash inside something else are booked themselves, and their
 * time is taken out of the outer one; of entropy and flash inside each other
 * again the outermost.
 *
 * Spans are the caller's, on its stack; nothing is locked or allocated, and
 * errno stays.  A signal handler may open and close spans at any moment. */
#ifndef PGPBENCH_PROBE_ACCOUNT_H
#define PGPBENCH_PROBE_ACCOUNT_H

#include "probe/ledger.h"

#include <stdbool.h>
#include <stddef.h>

/* In place of an account: the call is of no interest. */
#define ACCOUNT_NONE LEDGER_ACCOUNTS

enum span_role {
    SPAN_UNBOOKED, /* of no interest, or part of an outer span */
    SPAN_OUTER,
    SPAN_INNER /* entropy or flash, taken out of the outer one */
};

struct span {
    uint64_t start_ns;
    uint64_t taken_before_ns;
    uint8_t account; /* also of a span that is not booked */
    uint8_t role;
    bool is_word; /* if it succeeds, it may be the first word */
};

/* The slot to book to; NULL: nothing is booked, spans cost nothing. */
extern _Atomic(struct ledger_slot *) account_slot;

static inline bool account_is_open(void)
{
    return atomic_load_explicit(&account_slot, memory_order_relaxed) != NULL;
}

/* Begin SPAN.  A span that is never ended since its function was left by
 * longjmp is forgotten at the next one further up the stack. */
void span_begin(struct span *span, enum ledger_account account);

void span_end(struct span *span, uint64_t bytes);

/* A span that is not booked. */
static inline void span_skip(struct span *span)
{
    span->account = ACCOUNT_NONE;
    span->role = SPAN_UNBOOKED;
    span->is_word = false;
}

/* The account of the calling thread's outermost span, or ACCOUNT_NONE. */
enum ledger_account account_current(void);

/* What was taken out of spans of this thread so far, ns. */
uint64_t account_taken_ns(void);

/* Forget the calling thread's spans; for the child after a fork. */
void account_reset(void);

#endif
