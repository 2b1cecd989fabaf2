/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of probe/account, with a clock that is set by hand. */
#include "probe/account.h"
#include "probe/tick.h"

#include "close.h"

#include <string.h>

static struct ledger_slot slot;
static uint64_t now_ns;

/* In place of probe/tick.c. */
uint64_t tick_now(void)
{
    return now_ns;
}

/* What is called lies lower on the stack: here the higher index is the
 * outer span. */
static struct span spans[4];

static void begin(int level, enum ledger_account account)
{
    span_begin(&spans[level], account);
}

static void end(int level, uint64_t bytes)
{
    span_end(&spans[level], bytes);
}

static void assert_booked(enum ledger_account account, uint64_t ns,
                          uint64_t bytes, uint32_t calls)
{
    const struct ledger_entry *entry = &slot.accounts[account];
    assert_int_equal(ledger_get(&entry->ns), ns);
    assert_int_equal(ledger_get(&entry->bytes), bytes);
    assert_int_equal(entry->calls, calls);
}

static int start(void **state)
{
    (void)state;
    memset(&slot, 0, sizeof slot);
    now_ns = 1000;
    account_reset();
    atomic_store(&account_slot, &slot);
    return 0;
}

static void a_call_is_booked_with_its_time_and_bytes(void **state)
{
    (void)state;
    begin(3, LEDGER_HASH);
    now_ns += 70;
    end(3, 4096);
    assert_booked(LEDGER_HASH, 70, 4096, 1);
}

static void a_stage_in_a_stage_is_part_of_the_outer_one(void **state)
{
    (void)state;
    begin(3, LEDGER_PUBKEY);
    now_ns += 10;
    begin(2, LEDGER_HASH);
    now_ns += 5;
    begin(1, LEDGER_PUBKEY);
    end(1, 9);
    end(2, 100);
    now_ns += 10;
    end(3, 7);
    assert_booked(LEDGER_PUBKEY, 25, 7, 1);
    assert_booked(LEDGER_HASH, 0, 0, 0);
}

static void entropy_is_taken_out_of_the_stage_around_it(void **state)
{
    (void)state;
    begin(3, LEDGER_RANDOM);
    now_ns += 10;
    for (int i = 0; i < 3; i++) {
        begin(2, LEDGER_ENTROPY);
        now_ns += 100;
        end(2, 32);
        now_ns += 1;
    }
    end(3, 20);
    assert_booked(LEDGER_ENTROPY, 300, 96, 3);
    assert_booked(LEDGER_RANDOM, 13, 20, 1);
}

static void flash_in_entropy_and_the_reverse_are_the_outer_one(void **state)
{
    (void)state;
    begin(3, LEDGER_ENTROPY);
    begin(2, LEDGER_FLASH_READ);
    now_ns += 5;
    end(2, 1);
    end(3, 2);
    begin(3, LEDGER_FLASH_META);
    begin(2, LEDGER_ENTROPY);
    now_ns += 7;
    end(2, 3);
    end(3, 0);
    assert_booked(LEDGER_ENTROPY, 5, 2, 1);
    assert_booked(LEDGER_FLASH_META, 7, 0, 1);
    assert_booked(LEDGER_FLASH_READ, 0, 0, 0);
}

static void of_two_inner_ones_in_a_stage_the_outer_is_booked(void **state)
{
    (void)state;
    begin(3, LEDGER_RANDOM);
    begin(2, LEDGER_FLASH_READ);
    now_ns += 5;
    begin(1, LEDGER_ENTROPY);
    now_ns += 6;
    end(1, 1);
    end(2, 2);
    end(3, 0);
    assert_booked(LEDGER_FLASH_READ, 11, 2, 1);
    assert_booked(LEDGER_ENTROPY, 0, 0, 0);
    assert_booked(LEDGER_RANDOM, 0, 0, 1);
}

static void what_is_of_no_interest_hides_nothing(void **state)
{
    (void)state;
    begin(3, ACCOUNT_NONE);
    begin(2, LEDGER_CIPHER);
    now_ns += 4;
    end(2, 16);
    end(3, 99);
    assert_booked(LEDGER_CIPHER, 4, 16, 1);
}

static void a_function_left_by_longjmp_is_forgotten(void **state)
{
    (void)state;
    begin(1, LEDGER_RANDOM);
    begin(0, LEDGER_ENTROPY);
    now_ns += 50;
    begin(2, LEDGER_HASH);
    now_ns += 3;
    end(2, 0);
    assert_booked(LEDGER_HASH, 3, 0, 1);
    assert_booked(LEDGER_RANDOM, 0, 0, 0);
    assert_int_equal(account_current(), ACCOUNT_NONE);
}

static void without_a_slot_nothing_is_booked(void **state)
{
    (void)state;
    atomic_store(&account_slot, NULL);
    begin(3, LEDGER_HASH);
    now_ns += 70;
    atomic_store(&account_slot, &slot);
    end(3, 1);
    assert_booked(LEDGER_HASH, 0, 0, 0);
}

static void a_slot_may_go_in_the_midst_of_a_call(void **state)
{
    (void)state;
    begin(3, LEDGER_HASH);
    now_ns += 70;
    atomic_store(&account_slot, NULL);
    end(3, 1);
    assert_booked(LEDGER_HASH, 0, 0, 0);
}

static void the_outermost_account_is_known(void **state)
{
    (void)state;
    assert_int_equal(account_current(), ACCOUNT_NONE);
    begin(3, LEDGER_PUBKEY);
    begin(2, LEDGER_ENTROPY);
    assert_int_equal(account_current(), LEDGER_PUBKEY);
    now_ns += 8;
    end(2, 0);
    end(3, 0);
    assert_int_equal(account_current(), ACCOUNT_NONE);
}

#define in_a_new_slot(function) cmocka_unit_test_setup(function, start)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_a_new_slot(a_call_is_booked_with_its_time_and_bytes),
        in_a_new_slot(a_stage_in_a_stage_is_part_of_the_outer_one),
        in_a_new_slot(entropy_is_taken_out_of_the_stage_around_it),
        in_a_new_slot(flash_in_entropy_and_the_reverse_are_the_outer_one),
        in_a_new_slot(of_two_inner_ones_in_a_stage_the_outer_is_booked),
        in_a_new_slot(what_is_of_no_interest_hides_nothing),
        in_a_new_slot(a_function_left_by_longjmp_is_forgotten),
        in_a_new_slot(without_a_slot_nothing_is_booked),
        in_a_new_slot(a_slot_may_go_in_the_midst_of_a_call),
        in_a_new_slot(the_outermost_account_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
