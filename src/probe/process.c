/* SPDX-License-Identifier: GPL-3.0-or-later */

/* process: claims the slot and notes the moments.  What is booked is not
 * known here. */
#include "probe/process.h"

#include "probe/account.h"
#include "probe/farewell.h"
#include "probe/libraries.h"
#include "probe/own.h"
#include "probe/real.h"
#include "probe/slot.h"
#include "probe/tick.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct ledger *mapped;
static uint32_t sees; /* of this program; 0 until main */
static atomic_flag has_spoken = ATOMIC_FLAG_INIT;

static struct ledger_slot *own_slot(void)
{
    return atomic_load_explicit(&account_slot, memory_order_relaxed);
}

static void note(struct ledger_slot *slot, enum ledger_moment moment)
{
    ledger_set(&slot->moments[moment], tick_now());
}

static void claim(uint64_t loaded_ns)
{
    struct ledger_slot *slot = slot_claim(mapped, (uint32_t)getpid());
    if (!slot)
        return;
    const char *name = program_invocation_short_name;
    memcpy(slot->name, name, strnlen(name, sizeof slot->name - 1));
    ledger_set(&slot->moments[LEDGER_LOADED], loaded_ns);
    atomic_store(&slot->sees, sees);
    slot_publish(slot);
    atomic_store(&account_slot, slot);
}

/* What the parent had open is the child's too, but not what it was doing. */
static void begin_in_child(void)
{
    const int saved = errno;
    atomic_store(&account_slot, NULL);
    account_reset();
    atomic_flag_clear(&has_spoken);
    claim(tick_now());
    process_list(); /* a daemon has no main of its own, and no end */
    errno = saved;
}

void process_begin(void)
{
    const uint64_t loaded_ns = tick_now();
    const int saved = errno;
    const char *path = getenv(LEDGER_VARIABLE);
    if (path) {
        own_prepare();
        mapped = own_map_ledger(path);
    }
    if (mapped && pthread_atfork(NULL, NULL, begin_in_child) == 0)
        claim(loaded_ns);
    errno = saved;
}

const struct ledger *process_ledger(void)
{
    return mapped;
}

/* What the program is linked with.  A static library in it cannot be seen. */
static uint32_t look(void)
{
    uint32_t seen = 0;
    if (real_is_there("gcry_md_write"))
        seen |= LEDGER_SEES_GCRYPT;
    if (real_is_there("deflate"))
        seen |= LEDGER_SEES_COMPRESS;
    return seen;
}

void process_main(void)
{
    struct ledger_slot *slot = own_slot();
    if (!slot)
        return;
    process_list();
    sees = look();
    atomic_store(&slot->sees, sees);
    note(slot, LEDGER_MAIN);
}

void process_word(void)
{
    struct ledger_slot *slot = own_slot();
    if (!slot || atomic_flag_test_and_set(&has_spoken))
        return;
    note(slot, LEDGER_FIRST_WORD);
    ledger_set(&slot->before_first_word_ns, slot_sum(slot));
}

/* A child of vfork has its parent's memory, but not its slot. */
static int is_ours(const struct ledger_slot *slot)
{
    return slot && atomic_load(&slot->pid) == (uint32_t)getpid();
}

void process_end(void)
{
    struct ledger_slot *slot = own_slot();
    const int saved = errno;
    if (!is_ours(slot))
        return;
    note(slot, LEDGER_ENDED);
    farewell_fill(&slot->farewell, atomic_load(&mapped->wants_details));
    atomic_store(&slot->has_ended, 1);
    errno = saved;
}

void process_list(void)
{
    struct ledger_slot *slot = own_slot();
    const int saved = errno;
    /* First what costs no system call: nearly always nobody wants them. */
    if (slot && atomic_load(&mapped->wants_details) && is_ours(slot))
        libraries_list(slot);
    errno = saved;
}

void process_leave(void)
{
    struct ledger_slot *slot = own_slot();
    if (is_ours(slot))
        atomic_store(&slot->is_filled, 0);
}

void process_return(void)
{
    struct ledger_slot *slot = own_slot();
    if (is_ours(slot))
        atomic_store(&slot->is_filled, 1);
}
