/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of probe/slot. */
#include "probe/slot.h"

#include "close.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static struct ledger *ledger;

static int start(void **state)
{
    (void)state;
    ledger = mmap(NULL, sizeof *ledger, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (ledger == MAP_FAILED)
        return -1;
    ledger->magic = LEDGER_MAGIC;
    ledger->version = LEDGER_VERSION;
    ledger->byte_count = sizeof *ledger;
    ledger->slot_count = LEDGER_SLOTS;
    ledger->directory_count = 1;
    strcpy(ledger->directories[0], "/flash");
    return 0;
}

static int finish(void **state)
{
    (void)state;
    return munmap(ledger, sizeof *ledger);
}

static bool is_sound(void)
{
    return slot_ledger_is_sound(ledger, sizeof *ledger);
}

static void a_ledger_of_another_kind_is_not_sound(void **state)
{
    (void)state;
    assert_true(is_sound());
    assert_false(slot_ledger_is_sound(ledger, sizeof *ledger - 1));
    ledger->magic++;
    assert_false(is_sound());
    ledger->magic--;
    ledger->version++;
    assert_false(is_sound());
    ledger->version--;
    ledger->byte_count--;
    assert_false(is_sound());
    ledger->byte_count++;
    ledger->slot_count = LEDGER_SLOTS + 1;
    assert_false(is_sound());
    ledger->slot_count = 0;
    assert_true(is_sound());
}

static void a_directory_without_an_end_is_not_sound(void **state)
{
    (void)state;
    ledger->directory_count = LEDGER_DIRECTORIES + 1;
    assert_false(is_sound());
    ledger->directory_count = 1;
    memset(ledger->directories[0], '/', LEDGER_PATH_BYTES);
    assert_false(is_sound());
}

static void two_processes_get_two_slots(void **state)
{
    (void)state;
    struct ledger_slot *first = slot_claim(ledger, 100);
    struct ledger_slot *second = slot_claim(ledger, 200);
    assert_non_null(first);
    assert_non_null(second);
    assert_ptr_not_equal(first, second);
    assert_int_equal(first->pid, 100);
    assert_int_equal(second->pid, 200);
}

static void after_exec_a_process_has_its_slot_wiped(void **state)
{
    (void)state;
    struct ledger_slot *slot = slot_claim(ledger, 100);
    slot_publish(slot);
    assert_int_equal(slot->is_filled, 1);
    ledger_add(&slot->accounts[LEDGER_HASH].ns, 5);
    slot->has_ended = 1;
    slot->library_count = 3;
    strcpy(slot->name, "sh");
    assert_ptr_equal(slot_claim(ledger, 100), slot);
    assert_int_equal(slot->pid, 100);
    assert_int_equal(slot->is_filled, 0);
    assert_int_equal(slot->has_ended, 0);
    assert_int_equal(slot->library_count, 0);
    assert_int_equal(slot_sum(slot), 0);
    assert_string_equal(slot->name, "");
}

static void who_finds_no_slot_is_turned_away(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < LEDGER_SLOTS; i++)
        ledger->slots[i].pid = (uint32_t)getpid();
    assert_null(slot_claim(ledger, 1000));
    assert_null(slot_claim(ledger, 1001));
    assert_int_equal(ledger->turned_away, 2);
    ledger->slots[7].pid = 0;
    assert_ptr_equal(slot_claim(ledger, 1001), &ledger->slots[7]);
    ledger->slot_count = 0;
    assert_null(slot_claim(ledger, 1001));
    assert_int_equal(ledger->turned_away, 3);
}

static uint32_t a_pid_that_is_gone(void)
{
    const pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    waitpid(pid, NULL, 0);
    return (uint32_t)pid;
}

static void for_want_of_a_free_slot_a_dead_ones_is_taken(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < LEDGER_SLOTS; i++)
        ledger->slots[i].pid = (uint32_t)getpid();
    ledger->slots[7].pid = a_pid_that_is_gone();
    slot_publish(&ledger->slots[7]);
    ledger_add(&ledger->slots[7].accounts[LEDGER_HASH].ns, 5);
    assert_ptr_equal(slot_claim(ledger, 1000), &ledger->slots[7]);
    assert_int_equal(ledger->slots[7].pid, 1000);
    assert_int_equal(ledger->slots[7].is_filled, 0);
    assert_int_equal(slot_sum(&ledger->slots[7]), 0);
    assert_int_equal(ledger->turned_away, 0);
}

static void a_free_slot_is_taken_before_a_dead_ones(void **state)
{
    (void)state;
    const uint32_t gone = a_pid_that_is_gone();
    for (uint32_t i = 0; i < LEDGER_SLOTS; i++)
        ledger->slots[i].pid = gone;
    ledger->slots[7].pid = 0;
    assert_ptr_equal(slot_claim(ledger, (uint32_t)getpid()), &ledger->slots[7]);
}

static void *claim_some(void *opaque)
{
    const uint32_t first = *(uint32_t *)opaque;
    for (uint32_t i = 0; i < LEDGER_SLOTS / 4; i++)
        if (!slot_claim(ledger, first + i))
            return opaque;
    return NULL;
}

static void those_that_claim_at_once_get_a_slot_each(void **state)
{
    uint32_t firsts[4] = {1000, 2000, 3000, 4000};
    pthread_t threads[4];
    void *failed = NULL;
    (void)state;
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, claim_some, &firsts[i]), 0);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    for (uint32_t i = 0; i < LEDGER_SLOTS; i++)
        for (uint32_t j = 0; j < i; j++)
            assert_int_not_equal(ledger->slots[i].pid, ledger->slots[j].pid);
    assert_int_equal(ledger->turned_away, 0);
}

static void the_sum_is_over_all_accounts(void **state)
{
    (void)state;
    struct ledger_slot *slot = slot_claim(ledger, 1);
    for (size_t i = 0; i < LEDGER_ACCOUNTS; i++)
        ledger_add(&slot->accounts[i].ns, UINT64_C(1) << (3 * i));
    ledger_add(&slot->jitter.ns, 1); /* is in one of them already */
    assert_int_equal(slot_sum(slot), UINT64_C(011111111111));
}

#define with_ledger(function) \
    cmocka_unit_test_setup_teardown(function, start, finish)

int main(void)
{
    const struct CMUnitTest tests[] = {
        with_ledger(a_ledger_of_another_kind_is_not_sound),
        with_ledger(a_directory_without_an_end_is_not_sound),
        with_ledger(two_processes_get_two_slots),
        with_ledger(after_exec_a_process_has_its_slot_wiped),
        with_ledger(who_finds_no_slot_is_turned_away),
        with_ledger(for_want_of_a_free_slot_a_dead_ones_is_taken),
        with_ledger(a_free_slot_is_taken_before_a_dead_ones),
        with_ledger(those_that_claim_at_once_get_a_slot_each),
        with_ledger(the_sum_is_over_all_accounts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
