/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/loop, with a clock and work that are not real: how a cell
 * that fails and a stop end it before its time. */
#include "loop_world.h"

#include "close.h"

static void a_failed_cell_is_not_taken_again(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 3);
    world.run.settings.runs = 5;
    world.failing = 2;
    world.fails_from = 3;
    assert_int_equal(loop_world_run(&world), 0);
    assert_int_equal(loop_world_times(&world, 1), 5);
    assert_int_equal(loop_world_times(&world, 2), 3);
    assert_int_equal(loop_world_times(&world, 3), 5);
    const struct fault *fault = &world.run.series[1].failure;
    assert_int_equal(fault->what, FAULT_DISK_FULL);
    assert_string_equal(fault->thing, "out");
    assert_int_equal(fault->round, 2);
    assert_false(fault_is_set(&world.run.series[0].failure));
    run_release(&world.run);
}

static void a_cell_that_fails_in_warm_up_is_not_measured(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 3);
    world.run.settings.warmup = 2;
    world.run.settings.runs = 2;
    world.failing = 3;
    assert_int_equal(loop_world_run(&world), 0);
    assert_int_equal(loop_world_times(&world, 3), 1);
    assert_int_equal(loop_world_times(&world, 1), 4);
    assert_true(fault_is_set(&world.run.series[2].failure));
    assert_int_equal(world.run.series[2].sample_count, 0);
    run_release(&world.run);
}

static void the_loop_ends_when_every_cell_has_failed(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 1);
    world.failing = 1;
    assert_int_equal(loop_world_run(&world), 0);
    assert_int_equal(world.takes, 1);
    run_release(&world.run);
    loop_world_init(&world, 0);
    assert_int_equal(loop_world_run(&world), 0);
    assert_int_equal(world.takes, 0);
    run_release(&world.run);
}

static void a_stop_keeps_what_was_measured(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 3);
    world.run.settings.runs = 5;
    world.stops_at = 3;
    assert_int_equal(gpg_err_code(loop_world_run(&world)), GPG_ERR_CANCELED);
    assert_int_equal(world.takes, 3);
    assert_loop_world_counts(&world, 1);
    run_release(&world.run);
}

static void a_stop_is_not_a_failure_of_the_cell(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 3);
    world.run.settings.runs = 5;
    world.stops_at = 4;
    world.stop_fails = true;
    assert_int_equal(gpg_err_code(loop_world_run(&world)), GPG_ERR_CANCELED);
    assert_int_equal(world.takes, 4);
    assert_loop_world_counts(&world, 1);
    assert_false(run_has_failure(&world.run));
    run_release(&world.run);
}

static void a_stop_ends_the_warm_up(void **state)
{
    struct loop_world world;
    (void)state;

    loop_world_init(&world, 3);
    world.run.settings.warmup = 2;
    world.stops_at = 2;
    assert_int_equal(gpg_err_code(loop_world_run(&world)), GPG_ERR_CANCELED);
    assert_int_equal(world.takes, 2);
    assert_loop_world_counts(&world, 0);
    run_release(&world.run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failed_cell_is_not_taken_again),
        cmocka_unit_test(a_cell_that_fails_in_warm_up_is_not_measured),
        cmocka_unit_test(the_loop_ends_when_every_cell_has_failed),
        cmocka_unit_test(a_stop_keeps_what_was_measured),
        cmocka_unit_test(a_stop_is_not_a_failure_of_the_cell),
        cmocka_unit_test(a_stop_ends_the_warm_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
