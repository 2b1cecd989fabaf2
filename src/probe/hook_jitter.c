/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook_jitter: libgcrypt's jitter generator, seen by its lock.
 *
 * No exported function leads to it alone.  But libgcrypt's generator holds
 * the lock of its pool while it polls the jitter generator, which holds its
 * own for just as long (rndjent.c, _gcry_rndjent_poll).  So one lock inside
 * another, in a public-key operation or a draw, is that poll; secure memory
 * has such a lock too, but for microseconds, where a poll takes milliseconds. */
#include "probe/account.h"
#include "probe/hook.h"
#include "probe/tick.h"

#define SHORTEST_NS 200000

/* Of the calling thread, inside the span that they were taken in. */
struct locks {
    uint64_t since_ns; /* the second was taken */
    uint64_t taken_ns; /* entropy by then */
    int depth;
};

static _Thread_local struct locks __attribute__((tls_model("initial-exec")))
locks;

static int is_watched(void)
{
    const enum ledger_account account = account_current();
    return account == LEDGER_PUBKEY || account == LEDGER_RANDOM;
}

static void took_one(void)
{
    if (++locks.depth == 2) {
        locks.since_ns = tick_now();
        locks.taken_ns = account_taken_ns();
    }
}

static void book(uint64_t ns)
{
    struct ledger_slot *slot =
        atomic_load_explicit(&account_slot, memory_order_relaxed);
    if (!slot || ns < SHORTEST_NS)
        return;
    ledger_add(&slot->jitter.ns, ns);
    atomic_fetch_add_explicit(&slot->jitter.calls, 1, memory_order_relaxed);
}

static void gave_one_back(void)
{
    if (locks.depth == 2 && account_taken_ns() == locks.taken_ns)
        book(tick_now() - locks.since_ns);
    if (locks.depth > 0)
        locks.depth--;
}

HOOK(int, gpgrt_lock_lock, "gpgrt_lock_lock", (void *lock))
{
    const int err = REAL(gpgrt_lock_lock)(lock);
    if (!is_watched())
        locks.depth = 0;
    else if (err == 0)
        took_one();
    return err;
}

HOOK(int, gpgrt_lock_unlock, "gpgrt_lock_unlock", (void *lock))
{
    if (is_watched())
        gave_one_back();
    return REAL(gpgrt_lock_unlock)(lock);
}
