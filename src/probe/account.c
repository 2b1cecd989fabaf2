/* SPDX-License-Identifier: GPL-3.0-or-later */

/* account: the stack of spans of a thread, reduced to what matters of it. */
#include "probe/account.h"

#include "probe/tick.h"

/* Of what is open in this thread.  A span's address is its name here and is
 * never followed: its function may have been left by longjmp.
 *
 * The model "initial-exec" spares a call of the dynamic linker for each
 * access; a preload may ask for it. */
struct open_spans {
    volatile uintptr_t outer;   /* 0: none */
    volatile uintptr_t inner;   /* entropy or flash in it; 0: none */
    volatile uint8_t account;   /* of the outer one */
    volatile uint64_t taken_ns; /* by all inner ones ever */
};

static _Thread_local struct open_spans
    __attribute__((tls_model("initial-exec"))) open_spans;

_Atomic(struct ledger_slot *) account_slot;

/* Entropy and flash are the first five accounts. */
static bool is_taken_out(unsigned account)
{
    return account <= LEDGER_FLASH_META;
}

/* A called function lies below its caller on the stack. */
static void forget_what_longjmp_left(uintptr_t here)
{
    if (open_spans.outer && open_spans.outer < here) {
        open_spans.outer = 0;
        open_spans.inner = 0;
    } else if (open_spans.inner && open_spans.inner < here) {
        open_spans.inner = 0;
    }
}

/* The first store claims the thread's stack: a signal handler after it is a
 * part of this span. */
static void begin_outer(struct span *span)
{
    open_spans.outer = (uintptr_t)span;
    open_spans.account = span->account;
    span->role = SPAN_OUTER;
    span->taken_before_ns = open_spans.taken_ns;
    span->start_ns = tick_now();
}

static void begin_inner(struct span *span)
{
    open_spans.inner = (uintptr_t)span;
    span->role = SPAN_INNER;
    span->start_ns = tick_now();
}

void span_begin(struct span *span, enum ledger_account account)
{
    span_skip(span);
    span->account = (uint8_t)account;
    if (account == ACCOUNT_NONE || !account_is_open())
        return;
    forget_what_longjmp_left((uintptr_t)span);
    if (!open_spans.outer)
        begin_outer(span);
    else if (!open_spans.inner && is_taken_out(account) &&
             !is_taken_out(open_spans.account))
        begin_inner(span);
}

static void book(unsigned account, uint64_t ns, uint64_t bytes)
{
    struct ledger_slot *slot =
        atomic_load_explicit(&account_slot, memory_order_relaxed);
    if (!slot)
        return;
    struct ledger_entry *entry = &slot->accounts[account];
    ledger_add(&entry->ns, ns);
    if (bytes > 0)
        ledger_add(&entry->bytes, bytes);
    atomic_fetch_add_explicit(&entry->calls, 1, memory_order_relaxed);
}

void span_end(struct span *span, uint64_t bytes)
{
    if (span->role == SPAN_UNBOOKED)
        return;
    uint64_t ns = tick_now() - span->start_ns;
    if (span->role == SPAN_INNER) {
        open_spans.taken_ns += ns;
        open_spans.inner = 0;
    } else {
        const uint64_t taken = open_spans.taken_ns - span->taken_before_ns;
        ns = taken < ns ? ns - taken : 0;
        open_spans.outer = 0;
    }
    book(span->account, ns, bytes);
}

enum ledger_account account_current(void)
{
    return open_spans.outer ? open_spans.account : ACCOUNT_NONE;
}

uint64_t account_taken_ns(void)
{
    return open_spans.taken_ns;
}

void account_reset(void)
{
    open_spans.outer = 0;
    open_spans.inner = 0;
}
