/* SPDX-License-Identifier: GPL-3.0-or-later */

/* reading: sums up slots.  What the sums mean for a sample is stages'. */
#include "bench/reading.h"

#include "bench/clock.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

static uint32_t owner_of(const struct ledger_slot *slot)
{
    return atomic_load_explicit(&slot->pid, memory_order_acquire);
}

static bool is_filled(const struct ledger_slot *slot)
{
    return atomic_load_explicit(&slot->is_filled, memory_order_acquire) != 0;
}

const struct ledger_slot *reading_find(const struct ledger *ledger, pid_t pid)
{
    for (size_t i = 0; pid > 0 && i < LEDGER_SLOTS; i++) {
        const struct ledger_slot *slot = &ledger->slots[i];
        if (owner_of(slot) == (uint32_t)pid && is_filled(slot))
            return slot;
    }
    return NULL;
}

static void add_accounts(const struct ledger_slot *slot,
                         struct reading_accounts *accounts)
{
    for (int i = 0; i < LEDGER_ACCOUNTS; i++) {
        const struct ledger_entry *entry = &slot->accounts[i];
        accounts->ns[i] += (int64_t)ledger_get(&entry->ns);
        accounts->bytes[i] += (int64_t)ledger_get(&entry->bytes);
        accounts->calls[i] += atomic_load(&entry->calls);
    }
    accounts->jitter_ns += (int64_t)ledger_get(&slot->jitter.ns);
    accounts->jitter_calls += atomic_load(&slot->jitter.calls);
}

static void take_away(struct reading_accounts *accounts,
                      const struct reading_accounts *before)
{
    for (int i = 0; i < LEDGER_ACCOUNTS; i++) {
        accounts->ns[i] -= before->ns[i];
        accounts->bytes[i] -= before->bytes[i];
        accounts->calls[i] -= before->calls[i];
    }
    accounts->jitter_ns -= before->jitter_ns;
    accounts->jitter_calls -= before->jitter_calls;
}

static void free_if_ended(struct ledger_slot *slot)
{
    uint32_t pid = owner_of(slot);
    if (pid == 0 || kill((pid_t)pid, 0) == 0 || errno != ESRCH)
        return;
    /* Another process may have taken it over meanwhile. */
    atomic_compare_exchange_strong(&slot->pid, &pid, 0);
}

void reading_start(struct reading *reading, struct ledger *ledger, pid_t agent)
{
    memset(reading, 0, sizeof *reading);
    for (size_t i = 0; i < LEDGER_SLOTS; i++) {
        free_if_ended(&ledger->slots[i]);
        reading->others[i] = owner_of(&ledger->slots[i]);
    }
    const struct ledger_slot *slot = reading_find(ledger, agent);
    if (slot)
        add_accounts(slot, &reading->agent_before);
}

static int64_t moment_of(const struct ledger_slot *slot,
                         enum ledger_moment moment)
{
    return (int64_t)ledger_get(&slot->moments[moment]);
}

/* gpg works with libgcrypt or zlib, and all of its input has come to it
 * through a pipe.  What does not may be a wrapper, or a program that it runs,
 * of a gpg that cannot be watched. */
static bool may_be_gpg(const struct ledger_slot *slot, int64_t payload_bytes)
{
    if (atomic_load(&slot->sees) == 0)
        return false;
    if (payload_bytes == READING_NO_PAYLOAD)
        return true;
    return moment_of(slot, LEDGER_FIRST_WORD) != 0 &&
           (int64_t)ledger_get(&slot->accounts[LEDGER_IPC].bytes) >=
               payload_bytes;
}

/* A wrapper comes before its gpg. */
static bool is_rather_gpg(const struct ledger_slot *slot,
                          const struct ledger_slot *other)
{
    return !other ||
           moment_of(slot, LEDGER_MAIN) > moment_of(other, LEDGER_MAIN);
}

/* gpg has ended, so this is an agent that it had to start: the one we know
 * crashed, and what either did is not to be had. */
static bool is_new_agent(const struct ledger_slot *slot)
{
    return atomic_load(&slot->has_ended) == 0 &&
           (atomic_load(&slot->sees) & LEDGER_SEES_GCRYPT) != 0;
}

static void set_gpg(struct reading *reading, const struct ledger_slot *slot)
{
    const uint32_t sees = atomic_load(&slot->sees);
    reading->main_ns = moment_of(slot, LEDGER_MAIN);
    reading->first_word_ns = moment_of(slot, LEDGER_FIRST_WORD);
    reading->ended_ns = moment_of(slot, LEDGER_ENDED);
    reading->before_first_word_ns =
        (int64_t)ledger_get(&slot->before_first_word_ns);
    reading->has_gpg = reading->main_ns != 0 && reading->ended_ns != 0;
    reading->gpg_slot = reading->has_gpg ? slot : NULL;
    reading->has_gcrypt = (sees & LEDGER_SEES_GCRYPT) != 0;
    reading->has_compress = (sees & LEDGER_SEES_COMPRESS) != 0;
}

/* Whether SLOT, the one of INDEX, was filled during the call. */
static bool is_newcomer(const struct reading *reading, size_t index,
                        const struct ledger_slot *slot, pid_t agent)
{
    const uint32_t pid = owner_of(slot);
    return pid != 0 && pid != reading->others[index] &&
           pid != (uint32_t)agent && is_filled(slot);
}

/* What it told as it ended; its status it cannot know. */
static void add_usage(const struct ledger_slot *slot, struct usage *usage)
{
    const struct ledger_farewell *farewell = &slot->farewell;
    const int64_t user_ns = (int64_t)ledger_get(&farewell->user_ns);
    const int64_t peak_bytes = (int64_t)ledger_get(&farewell->peak_rss_bytes);
    if (atomic_load(&slot->has_ended) == 0)
        return;
    usage->count++;
    usage->user_ns += user_ns;
    usage->cpu_ns += user_ns + (int64_t)ledger_get(&farewell->sys_ns);
    if (usage->peak_rss_bytes < peak_bytes)
        usage->peak_rss_bytes = peak_bytes;
    usage->minor_faults += (int64_t)ledger_get(&farewell->minor_faults);
    usage->major_faults += (int64_t)ledger_get(&farewell->major_faults);
    usage->voluntary_switches +=
        (int64_t)ledger_get(&farewell->voluntary_switches);
    usage->involuntary_switches +=
        (int64_t)ledger_get(&farewell->involuntary_switches);
}

void reading_await(const struct reading *reading, const struct ledger *ledger,
                   pid_t agent, int64_t limit_ns)
{
    const int64_t start_ns = clock_now_ns(&clock_monotonic);
    for (;;) {
        size_t living = 0;
        size_t ended = 0;
        for (size_t i = 0; i < LEDGER_SLOTS; i++) {
            const struct ledger_slot *slot = &ledger->slots[i];
            if (!is_newcomer(reading, i, slot, agent))
                continue;
            if (atomic_load(&slot->has_ended) != 0)
                ended++;
            else
                living++;
        }
        if ((ended > 0 && living == 0) ||
            clock_now_ns(&clock_monotonic) - start_ns >= limit_ns)
            return;
        clock_sleep_ns(NS_PER_MS / 4);
    }
}

void reading_finish(struct reading *reading, const struct ledger *ledger,
                    pid_t agent, int64_t payload_bytes)
{
    const struct ledger_slot *gpg = NULL;
    bool has_new_agent = false;
    for (size_t i = 0; i < LEDGER_SLOTS; i++) {
        const struct ledger_slot *slot = &ledger->slots[i];
        if (!is_newcomer(reading, i, slot, agent))
            continue;
        add_accounts(slot, &reading->gpg);
        add_usage(slot, &reading->usage);
        reading->processes += moment_of(slot, LEDGER_ENDED) != 0;
        has_new_agent = has_new_agent || is_new_agent(slot);
        if (may_be_gpg(slot, payload_bytes) && is_rather_gpg(slot, gpg))
            gpg = slot;
    }
    if (gpg)
        set_gpg(reading, gpg);
    const struct ledger_slot *slot = reading_find(ledger, agent);
    if (!slot || has_new_agent)
        return;
    reading->has_agent = true;
    add_accounts(slot, &reading->agent);
    take_away(&reading->agent, &reading->agent_before);
}
