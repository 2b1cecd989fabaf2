/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/peers. */
#include "bench/peers.h"

#include "close.h"

#include <string.h>

static void add(struct run *run, uint32_t engine, enum operation operation,
                uint32_t copies)
{
    const struct cell cell = {engine, 0, 0, copies, operation};

    assert_non_null(run_add_series(run, &cell));
}

static void assert_group(const struct peers *peers, size_t group,
                         const uint32_t *expected, size_t expected_count)
{
    size_t count = 0;
    const uint32_t *members = peers_of(peers, group, &count);

    assert_int_equal(count, expected_count);
    assert_memory_equal(members, expected, count * sizeof *members);
}

static void cells_of_one_engine_are_by_themselves(void **state)
{
    static const uint32_t first[] = {0}, second[] = {1};
    struct peers peers;
    struct run run;
    (void)state;

    run_init(&run);
    add(&run, 0, OPERATION_SIGN, 1);
    add(&run, 0, OPERATION_SIGN, 20);
    assert_int_equal(peers_init(&peers, &run), 0);
    assert_int_equal(peers.group_count, 2);
    assert_group(&peers, 0, first, 1);
    assert_group(&peers, 1, second, 1);
    peers_release(&peers);
    run_release(&run);
}

static void what_differs_in_the_engine_alone_is_together(void **state)
{
    static const uint32_t signs[] = {0, 2, 4}, verifies[] = {1, 3},
                          large[] = {5};
    struct peers peers;
    struct run run;
    (void)state;

    run_init(&run);
    add(&run, 0, OPERATION_SIGN, 1);
    add(&run, 0, OPERATION_VERIFY, 1);
    add(&run, 1, OPERATION_SIGN, 1);
    add(&run, 1, OPERATION_VERIFY, 1);
    add(&run, 2, OPERATION_SIGN, 1);
    add(&run, 2, OPERATION_VERIFY, 20);
    assert_int_equal(peers_init(&peers, &run), 0);
    assert_int_equal(peers.group_count, 3);
    assert_group(&peers, 0, signs, 3);
    assert_group(&peers, 1, verifies, 2);
    assert_group(&peers, 2, large, 1);
    peers_release(&peers);
    run_release(&run);
}

static void no_cells_are_no_groups(void **state)
{
    struct peers peers;
    struct run run;
    (void)state;

    run_init(&run);
    assert_int_equal(peers_init(&peers, &run), 0);
    assert_int_equal(peers.group_count, 0);
    peers_release(&peers);
    peers_release(&peers);
    run_release(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_of_one_engine_are_by_themselves),
        cmocka_unit_test(what_differs_in_the_engine_alone_is_together),
        cmocka_unit_test(no_cells_are_no_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
