/* SPDX-License-Identifier: GPL-3.0-or-later */

/* slot: claims, wipes and sums a slot.  It does not know whose it is. */
#include "probe/slot.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

static bool directories_are_sound(const struct ledger *ledger)
{
    if (ledger->directory_count > LEDGER_DIRECTORIES)
        return false;
    for (uint32_t i = 0; i < ledger->directory_count; i++)
        if (!memchr(ledger->directories[i], '\0', LEDGER_PATH_BYTES))
            return false;
    return true;
}

bool slot_ledger_is_sound(const struct ledger *ledger, size_t size)
{
    return size >= sizeof *ledger && ledger->magic == LEDGER_MAGIC &&
           ledger->version == LEDGER_VERSION &&
           ledger->byte_count == sizeof *ledger &&
           ledger->slot_count <= LEDGER_SLOTS && directories_are_sound(ledger);
}

/* Take SLOT if it is free or PID's already. */
static bool take(struct ledger_slot *slot, uint32_t pid)
{
    uint32_t owner = 0;
    return atomic_compare_exchange_strong(&slot->pid, &owner, pid) ||
           owner == pid;
}

/* Take SLOT if its owner has ended.  pgpbench frees such slots too, but only
 * as it is about to time a call. */
static bool inherit(struct ledger_slot *slot, uint32_t pid)
{
    uint32_t owner = atomic_load(&slot->pid);
    return kill((pid_t)owner, 0) != 0 && errno == ESRCH &&
           atomic_compare_exchange_strong(&slot->pid, &owner, pid);
}

/* The search begins where PID alone says, so that it ends at once, and after
 * an exec at the same slot: to touch all of them takes a process 0.2 ms. */
static struct ledger_slot *find(struct ledger *ledger, uint32_t pid,
                                bool (*get)(struct ledger_slot *, uint32_t))
{
    const uint32_t count = ledger->slot_count;
    for (uint32_t i = 0; i < count; i++) {
        struct ledger_slot *slot = &ledger->slots[(pid % count + i) % count];
        if (get(slot, pid))
            return slot;
    }
    return NULL;
}

struct ledger_slot *slot_claim(struct ledger *ledger, uint32_t pid)
{
    struct ledger_slot *slot = find(ledger, pid, take);
    if (!slot)
        slot = find(ledger, pid, inherit);
    if (slot)
        slot_wipe(slot);
    else
        atomic_fetch_add(&ledger->turned_away, 1);
    return slot;
}

/* The libraries stay: writing nine kilobytes at each start would cost more
 * than it is worth where nobody asked for them. */
void slot_wipe(struct ledger_slot *slot)
{
    const size_t first = offsetof(struct ledger_slot, name);
    const size_t behind = offsetof(struct ledger_slot, libraries);
    atomic_store(&slot->is_filled, 0);
    atomic_store(&slot->has_ended, 0);
    memset((char *)slot + first, 0, behind - first);
    atomic_thread_fence(memory_order_release);
}

void slot_publish(struct ledger_slot *slot)
{
    atomic_store(&slot->is_filled, 1);
}

uint64_t slot_sum(const struct ledger_slot *slot)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < LEDGER_ACCOUNTS; i++)
        sum += ledger_get(&slot->accounts[i].ns);
    return sum;
}
