/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/loop with several engines: what will be compared is measured
 * side by side and stops together. */
#include "loop_world.h"

#include "close.h"

#include <stdlib.h>

static void peers_are_measured_one_right_after_the_other(void **state)
{
    struct loop_world world;
    size_t firsts[3] = {0};
    (void)state;

    loop_world_init(&world, 4);
    loop_world_add_engines(&world, 3);
    world.run.settings.runs = 20;
    assert_int_equal(loop_world_run(&world), 0);
    assert_int_equal(world.takes, 4 * 3 * 20);
    for (size_t i = 0; i < world.takes; i += 3) {
        unsigned seen = 0;
        firsts[world.engines[i]]++;
        for (size_t j = i; j < i + 3; j++) {
            assert_int_equal(world.cells[j], world.cells[i]);
            seen |= 1u << world.engines[j];
        }
        assert_int_equal(seen, 7);
    }
    /* None has an advantage of its place: 80 groups, 27 each. */
    for (size_t e = 0; e < 3; e++)
        assert_true(firsts[e] >= 13 && firsts[e] <= 40);
    run_release(&world.run);
}

static void a_precise_cell_waits_for_its_peer(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 1);
    loop_world_add_engines(&world, 2);
    world.value_ns[1] = 2000; /* engine 1 never settles */
    world.is_steady = true;
    world.run.settings.max_runs = 21;
    assert_int_equal(loop_world_run(&world), 0);
    assert_loop_world_counts(&world, 21);
    for (size_t i = 0; i < 21; i++)
        assert_int_equal(world.run.series[0].samples[i].round,
                         world.run.series[1].samples[i].round);
    run_release(&world.run);
}

static void the_time_limit_leaves_no_pair_half_measured(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 3);
    loop_world_add_engines(&world, 2);
    world.run.settings.max_time_s = 9; /* in the middle of the fifth pair */
    assert_int_equal(loop_world_run(&world), 0);
    assert_int_equal(world.takes, 10);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(world.run.series[i].sample_count,
                         world.run.series[i + 3].sample_count);
    run_release(&world.run);
}

static void a_failed_cell_leaves_its_peer_to_go_on(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 1);
    loop_world_add_engines(&world, 2);
    world.run.settings.runs = 8;
    assert_true(fault_set(&world.run.series[1].failure, FAULT_REFUSED, 0, "x",
                          NULL) != 0);
    assert_int_equal(loop_world_run(&world), 0);
    assert_int_equal(world.run.series[0].sample_count, 8);
    assert_int_equal(world.run.series[1].sample_count, 0);
    run_release(&world.run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(peers_are_measured_one_right_after_the_other),
        cmocka_unit_test(a_precise_cell_waits_for_its_peer),
        cmocka_unit_test(the_time_limit_leaves_no_pair_half_measured),
        cmocka_unit_test(a_failed_cell_leaves_its_peer_to_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
