/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of probe/ledger.h: sums in halves. */
#include "probe/ledger.h"

#include "close.h"

#include <pthread.h>

#define THREADS 8
#define ROUNDS  20000

static void a_sum_carries_into_its_high_half(void **state)
{
    struct ledger_value value = {0};
    (void)state;
    ledger_add(&value, UINT32_MAX);
    ledger_add(&value, 1);
    assert_int_equal(value.low, 0);
    assert_int_equal(value.high, 1);
    ledger_add(&value, UINT64_C(0x2ffffffff));
    ledger_add(&value, UINT64_C(0x100000002));
    assert_int_equal(ledger_get(&value), UINT64_C(0x500000001));
}

static void what_is_set_is_got(void **state)
{
    struct ledger_value value = {0};
    (void)state;
    ledger_set(&value, UINT64_C(0xfedcba9876543210));
    assert_int_equal(ledger_get(&value), UINT64_C(0xfedcba9876543210));
}

/* Each addition carries about every second time. */
static void *add(void *opaque)
{
    for (int i = 0; i < ROUNDS; i++)
        ledger_add(opaque, UINT64_C(0x80000001));
    return NULL;
}

static void threads_that_add_at_once_lose_nothing(void **state)
{
    struct ledger_value value = {0};
    pthread_t threads[THREADS];
    (void)state;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, add, &value), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(ledger_get(&value),
                     UINT64_C(0x80000001) * THREADS * ROUNDS);
}

static void the_count_of_calls_wraps(void **state)
{
    struct ledger_entry entry = {.calls = UINT32_MAX - 1};
    const uint32_t before = entry.calls;
    (void)state;
    atomic_fetch_add(&entry.calls, 5);
    assert_int_equal(entry.calls, 3);
    assert_int_equal((uint32_t)(entry.calls - before), 5);
}

/* Programs of 32 and of 64 bits may share a ledger: no member asks for more
 * than four bytes' alignment. */
static void its_layout_is_the_same_for_all_word_sizes(void **state)
{
    (void)state;
    assert_int_equal(_Alignof(struct ledger), 4);
    assert_int_equal(sizeof(struct ledger_value), 8);
    assert_int_equal(sizeof(struct ledger_entry), 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sum_carries_into_its_high_half),
        cmocka_unit_test(what_is_set_is_got),
        cmocka_unit_test(threads_that_add_at_once_lose_nothing),
        cmocka_unit_test(the_count_of_calls_wraps),
        cmocka_unit_test(its_layout_is_the_same_for_all_word_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
