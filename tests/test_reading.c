/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/reading, with slots written as the probe would and processes
 * that really are there or gone. */
#include "bench/reading.h"

#include "bench/clock.h"

#include "offspring.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

static int make_ledger(void **state)
{
    *state = calloc(1, sizeof(struct ledger));
    return *state ? 0 : -1;
}

static int free_ledger(void **state)
{
    free(*state);
    return 0;
}

/* Slot INDEX is PID's, a gpg whose main began at MAIN_NS and ended 100
 * later. */
static struct ledger_slot *write_slot(struct ledger *ledger, size_t index,
                                      pid_t pid, uint64_t main_ns)
{
    struct ledger_slot *slot = &ledger->slots[index];

    memset(slot, 0, sizeof *slot);
    slot->pid = (uint32_t)pid;
    slot->is_filled = 1;
    slot->has_ended = 1;
    slot->sees = LEDGER_SEES_GCRYPT | LEDGER_SEES_COMPRESS;
    ledger_set(&slot->moments[LEDGER_MAIN], main_ns);
    ledger_set(&slot->moments[LEDGER_ENDED], main_ns + 100);
    return slot;
}

static void book(struct ledger_slot *slot, enum ledger_account account,
                 uint64_t ns, uint64_t bytes)
{
    ledger_add(&slot->accounts[account].ns, ns);
    ledger_add(&slot->accounts[account].bytes, bytes);
    slot->accounts[account].calls++;
}

static pid_t a_pid_that_is_gone(void)
{
    const pid_t pid = offspring_ending(0);

    offspring_end(pid);
    return pid;
}

static void what_a_call_adds_is_read(void **state)
{
    struct ledger *ledger = *state;
    struct reading reading;

    reading_start(&reading, ledger, 0);
    struct ledger_slot *slot =
        write_slot(ledger, 3, a_pid_that_is_gone(), 1000);
    ledger_set(&slot->moments[LEDGER_FIRST_WORD], 1050);
    ledger_set(&slot->before_first_word_ns, 9);
    slot->sees = LEDGER_SEES_GCRYPT;
    book(slot, LEDGER_HASH, 20, 512);
    book(slot, LEDGER_HASH, 22, 512);
    reading_finish(&reading, ledger, 0, READING_NO_PAYLOAD);
    assert_true(reading.has_gpg);
    assert_ptr_equal(reading.gpg_slot, slot);
    assert_false(reading.has_agent);
    assert_true(reading.has_gcrypt);
    assert_false(reading.has_compress);
    assert_int_equal(reading.gpg.ns[LEDGER_HASH], 42);
    assert_int_equal(reading.gpg.bytes[LEDGER_HASH], 1024);
    assert_int_equal(reading.gpg.calls[LEDGER_HASH], 2);
    assert_int_equal(reading.main_ns, 1000);
    assert_int_equal(reading.first_word_ns, 1050);
    assert_int_equal(reading.before_first_word_ns, 9);
    assert_int_equal(reading.ended_ns, 1100);
}

static void the_agent_counts_from_the_start_of_the_call(void **state)
{
    struct ledger *ledger = *state;
    struct reading reading;
    const pid_t agent = offspring_waiting();

    struct ledger_slot *slot = write_slot(ledger, 0, agent, 10);
    book(slot, LEDGER_PUBKEY, UINT64_C(1) << 33, 0);
    slot->accounts[LEDGER_PUBKEY].calls = UINT32_MAX;
    reading_start(&reading, ledger, agent);
    book(slot, LEDGER_PUBKEY, 7, 0);
    book(slot, LEDGER_PUBKEY, 8, 0);
    reading_finish(&reading, ledger, agent, READING_NO_PAYLOAD);
    offspring_end(agent);
    assert_true(reading.has_agent);
    assert_false(reading.has_gpg);
    assert_null(reading.gpg_slot);
    assert_int_equal(reading.agent.ns[LEDGER_PUBKEY], 15);
    /* The counter has wrapped, the difference has not. */
    assert_int_equal(reading.agent.calls[LEDGER_PUBKEY], 2);
}

static void processes_that_were_there_before_do_not_count(void **state)
{
    struct ledger *ledger = *state;
    struct reading reading;
    const pid_t other = offspring_waiting();

    struct ledger_slot *slot = write_slot(ledger, 0, other, 10);
    reading_start(&reading, ledger, 0);
    book(slot, LEDGER_HASH, 5, 5);
    reading_finish(&reading, ledger, 0, READING_NO_PAYLOAD);
    offspring_end(other);
    assert_false(reading.has_gpg);
    assert_int_equal(reading.gpg.ns[LEDGER_HASH], 0);
}

static void slots_of_processes_that_ended_are_freed(void **state)
{
    struct ledger *ledger = *state;
    struct reading reading;
    const pid_t living = offspring_waiting();

    for (size_t i = 0; i < LEDGER_SLOTS; i++)
        write_slot(ledger, i, a_pid_that_is_gone(), 10);
    write_slot(ledger, 5, living, 10);
    reading_start(&reading, ledger, 0);
    for (size_t i = 0; i < LEDGER_SLOTS; i++)
        assert_int_equal(ledger->slots[i].pid, i == 5 ? (uint32_t)living : 0);
    offspring_end(living);
}

/* A shell that runs gpg is watched too: what it read was read. */
static void of_several_gpg_is_who_had_the_payload(void **state)
{
    struct ledger *ledger = *state;
    struct reading reading;

    reading_start(&reading, ledger, 0);
    struct ledger_slot *shell = write_slot(ledger, 0, a_pid_that_is_gone(), 10);
    struct ledger_slot *gpg = write_slot(ledger, 1, a_pid_that_is_gone(), 30);
    write_slot(ledger, 2, a_pid_that_is_gone(), 50);
    ledger_set(&gpg->moments[LEDGER_FIRST_WORD], 40);
    book(shell, LEDGER_FLASH_READ, 1, 100);
    book(gpg, LEDGER_FLASH_READ, 2, 200);
    reading_finish(&reading, ledger, 0, 0);
    assert_int_equal(reading.main_ns, 30);
    assert_int_equal(reading.gpg.bytes[LEDGER_FLASH_READ], 300);
}

static void without_payload_gpg_is_who_came_last(void **state)
{
    struct ledger *ledger = *state;
    struct reading reading;

    reading_start(&reading, ledger, 0);
    write_slot(ledger, 7, a_pid_that_is_gone(), 30);
    write_slot(ledger, 1, a_pid_that_is_gone(), 10);
    reading_finish(&reading, ledger, 0, READING_NO_PAYLOAD);
    assert_int_equal(reading.main_ns, 30);
}

/* Of a gpg that cannot be watched. */
static void a_wrapper_alone_is_no_gpg(void **state)
{
    struct ledger *ledger = *state;
    struct reading reading;

    reading_start(&reading, ledger, 0);
    write_slot(ledger, 0, a_pid_that_is_gone(), 10)->sees = 0;
    reading_finish(&reading, ledger, 0, READING_NO_PAYLOAD);
    assert_false(reading.has_gpg);
}

static void a_wrapper_that_has_read_a_pipe_is_not_gpg(void **state)
{
    struct ledger *ledger = *state;
    struct reading reading;

    for (size_t wrapper = 0; wrapper < 2; wrapper++) {
        reading_start(&reading, ledger, 0);
        struct ledger_slot *slot =
            write_slot(ledger, wrapper, a_pid_that_is_gone(), 10);
        slot->sees = 0;
        ledger_set(&slot->moments[LEDGER_FIRST_WORD], 15);
        write_slot(ledger, 1 - wrapper, a_pid_that_is_gone(), 30);
        reading_finish(&reading, ledger, 0, READING_NO_PAYLOAD);
        assert_int_equal(reading.main_ns, 30);
    }
}

/* gpgconf, say, that a wrapper asks first: it has libgcrypt and reads pipes,
 * but what gpg is given never comes to it. */
static void gpg_has_had_all_of_the_payload(void **state)
{
    struct ledger *ledger = *state;

    for (uint64_t bytes = 99; bytes <= 100; bytes++) {
        struct reading reading;
        reading_start(&reading, ledger, 0);
        struct ledger_slot *slot =
            write_slot(ledger, 0, a_pid_that_is_gone(), 10);
        ledger_set(&slot->moments[LEDGER_FIRST_WORD], 15);
        book(slot, LEDGER_IPC, 1, bytes);
        reading_finish(&reading, ledger, 0, 100);
        assert_int_equal(reading.has_gpg, bytes == 100);
    }
}

/* The one that was there crashed, and gpg started another. */
static void a_new_agent_makes_the_old_one_absent(void **state)
{
    struct ledger *ledger = *state;
    struct reading reading;
    const pid_t old = offspring_waiting();
    const pid_t new = offspring_waiting();

    write_slot(ledger, 0, old, 10);
    reading_start(&reading, ledger, old);
    write_slot(ledger, 1, a_pid_that_is_gone(), 30);
    write_slot(ledger, 2, new, 40)->has_ended = 0;
    reading_finish(&reading, ledger, old, READING_NO_PAYLOAD);
    offspring_end(old);
    offspring_end(new);
    assert_false(reading.has_agent);
}

static void a_gpg_that_was_killed_is_not_complete(void **state)
{
    struct ledger *ledger = *state;
    struct reading reading;

    reading_start(&reading, ledger, 0);
    struct ledger_slot *slot = write_slot(ledger, 0, a_pid_that_is_gone(), 10);
    ledger_set(&slot->moments[LEDGER_ENDED], 0);
    reading_finish(&reading, ledger, 0, READING_NO_PAYLOAD);
    assert_false(reading.has_gpg);
}

static void a_slot_that_is_not_filled_is_none(void **state)
{
    struct ledger *ledger = *state;
    struct reading reading;

    reading_start(&reading, ledger, 0);
    write_slot(ledger, 0, a_pid_that_is_gone(), 10)->is_filled = 0;
    reading_finish(&reading, ledger, 0, READING_NO_PAYLOAD);
    assert_false(reading.has_gpg);
    assert_null(reading_find(ledger, 0));
}

static void farewells_are_added_up(void **state)
{
    struct ledger *ledger = *state;
    struct reading reading;

    reading_start(&reading, ledger, 0);
    for (size_t i = 0; i < 2; i++) {
        struct ledger_farewell *farewell =
            &write_slot(ledger, i, a_pid_that_is_gone(), 10)->farewell;
        ledger_set(&farewell->user_ns, 7000 + i);
        ledger_set(&farewell->sys_ns, 300);
        ledger_set(&farewell->peak_rss_bytes, 5 - i);
        ledger_set(&farewell->minor_faults, 11);
    }
    write_slot(ledger, 2, a_pid_that_is_gone(), 10)->has_ended = 0;
    reading_finish(&reading, ledger, 0, READING_NO_PAYLOAD);
    assert_int_equal(reading.usage.count, 2);
    assert_int_equal(reading.usage.user_ns, 14001);
    assert_int_equal(reading.usage.cpu_ns, 14601);
    assert_int_equal(reading.usage.peak_rss_bytes, 5);
    assert_int_equal(reading.usage.minor_faults, 22);
}

static int64_t await_ns(const struct reading *reading,
                        const struct ledger *ledger, int64_t limit_ns)
{
    const int64_t start_ns = clock_now_ns(&clock_monotonic);

    reading_await(reading, ledger, 0, limit_ns);
    return clock_now_ns(&clock_monotonic) - start_ns;
}

static void a_farewell_is_awaited_no_longer_than_needed(void **state)
{
    struct ledger *ledger = *state;
    struct reading reading;

    reading_start(&reading, ledger, 0);
    /* Nobody came. */
    assert_true(await_ns(&reading, ledger, 20 * NS_PER_MS) >= 20 * NS_PER_MS);
    struct ledger_slot *slot = write_slot(ledger, 0, a_pid_that_is_gone(), 10);
    slot->has_ended = 0;
    assert_true(await_ns(&reading, ledger, 20 * NS_PER_MS) >= 20 * NS_PER_MS);
    slot->has_ended = 1;
    assert_true(await_ns(&reading, ledger, 1000 * NS_PER_S) < 100 * NS_PER_S);
}

int main(void)
{
#define with_ledger(test) \
    cmocka_unit_test_setup_teardown(test, make_ledger, free_ledger)
    const struct CMUnitTest tests[] = {
        with_ledger(what_a_call_adds_is_read),
        with_ledger(the_agent_counts_from_the_start_of_the_call),
        with_ledger(processes_that_were_there_before_do_not_count),
        with_ledger(slots_of_processes_that_ended_are_freed),
        with_ledger(of_several_gpg_is_who_had_the_payload),
        with_ledger(without_payload_gpg_is_who_came_last),
        with_ledger(a_wrapper_alone_is_no_gpg),
        with_ledger(a_wrapper_that_has_read_a_pipe_is_not_gpg),
        with_ledger(gpg_has_had_all_of_the_payload),
        with_ledger(a_new_agent_makes_the_old_one_absent),
        with_ledger(a_gpg_that_was_killed_is_not_complete),
        with_ledger(a_slot_that_is_not_filled_is_none),
        with_ledger(farewells_are_added_up),
        with_ledger(a_farewell_is_awaited_no_longer_than_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
