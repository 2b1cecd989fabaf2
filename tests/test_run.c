/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of run. */
#include "model/run.h"

#include "full_run.h"

#include "close.h"

static void everything_is_absent_at_first(void **state)
{
    struct run run;
    (void)state;

    run_init(&run);
    assert_null(run.program);
    assert_int_equal(run.setup_cpu_ns, -1);
    assert_int_equal(run.machine.cpus, -1);
    assert_int_equal(run.machine.memory_bytes, -1);
    assert_int_equal(run.machine.clock_resolution_ns, -1);
    assert_int_equal(run.machine.cpu_tick_ns, -1);
    for (int i = 0; i < 2; i++) {
        assert_true(isnan(run.machine.mhz[i]));
        assert_true(isnan(run.machine.celsius[i]));
        assert_true(isnan(run.machine.load[i]));
    }
    const struct run_engine *engine = run_add_engine(&run);
    assert_true(isnan(engine->agent_user_share));
    assert_null(engine->agent_version);
    assert_int_equal(run_add_fixture(&run)->size_bytes, -1);
    run_release(&run);
    assert_int_equal(run.engine_count, 0);
    run_release(&run);
    run_release(NULL);
}

static void entries_stay_in_the_order_added(void **state)
{
    struct run run;
    (void)state;

    run_init(&run);
    for (int64_t i = 0; i < 100; i++)
        run_add_fixture(&run)->size_bytes = i;
    assert_int_equal(run.fixture_count, 100);
    for (int64_t i = 0; i < 100; i++)
        assert_int_equal(run.fixtures[i].size_bytes, i);
    run_release(&run);
}

static void a_failure_of_any_cell_shows(void **state)
{
    struct run run;
    (void)state;

    full_run_init(&run);
    assert_true(run_has_failure(&run));
    fault_release(&run.series[1].failure);
    assert_false(run_has_failure(&run));
    run_release(&run);
}

/* A run with one sample; -1 leaves a value absent. */
static void init_split(struct run *run, double share, int64_t cpu_ns,
                       int64_t gpg_cpu_ns, int64_t gpg_user_ns)
{
    struct sample sample = {0};
    const struct cell cell = {0, CELL_NONE, CELL_NONE, 1, OPERATION_START};

    run_init(run);
    run_add_engine(run)->agent_user_share = share;
    if (cpu_ns != -1)
        sample_set(&sample, METRIC_CPU, cpu_ns);
    if (gpg_cpu_ns != -1)
        sample_set(&sample, METRIC_GPG_CPU, gpg_cpu_ns);
    if (gpg_user_ns != -1)
        sample_set(&sample, METRIC_GPG_USER, gpg_user_ns);
    assert_int_equal(series_add(run_add_series(run, &cell), &sample), 0);
    run_settle_split(run);
}

static void assert_split(const struct run *run, int64_t user_ns, int64_t sys_ns)
{
    const struct sample *sample = &run->series[0].samples[0];

    assert_true(sample_has(sample, METRIC_USER));
    assert_true(sample_has(sample, METRIC_SYS));
    assert_int_equal(sample->value[METRIC_USER], user_ns);
    assert_int_equal(sample->value[METRIC_SYS], sys_ns);
}

static void assert_no_split(const struct run *run)
{
    assert_false(sample_has(&run->series[0].samples[0], METRIC_USER));
    assert_false(sample_has(&run->series[0].samples[0], METRIC_SYS));
}

/* gpg 700 of which 400 user; the agent's 300 at a quarter: 75 user. */
static void the_split_adds_up_to_cpu(void **state)
{
    struct run run;
    (void)state;

    init_split(&run, 0.25, 1000, 700, 400);
    assert_split(&run, 475, 525);
    run.engines[0].agent_user_share = 1;
    run_settle_split(&run);
    assert_split(&run, 700, 300);
    run_release(&run);
}

static void an_idle_agent_needs_no_share(void **state)
{
    struct run run;
    (void)state;

    init_split(&run, NAN, 700, 700, 400);
    assert_split(&run, 400, 300);
    run_release(&run);
}

static void a_part_that_is_absent_makes_the_split_absent(void **state)
{
    struct run run;
    (void)state;

    init_split(&run, NAN, 1000, 700, 400);
    assert_no_split(&run);
    run_release(&run);
    init_split(&run, 0.5, -1, 700, 400);
    assert_no_split(&run);
    run_release(&run);
    init_split(&run, 0.5, 1000, -1, 400);
    assert_no_split(&run);
    run_release(&run);
    init_split(&run, 0.5, 1000, 700, -1);
    assert_no_split(&run);
    run_release(&run);
}

static void a_split_that_is_no_longer_known_goes(void **state)
{
    struct run run;
    (void)state;

    init_split(&run, 0.25, 1000, 700, 400);
    run.engines[0].agent_user_share = NAN;
    run_settle_split(&run);
    assert_no_split(&run);
    run_release(&run);
}

static void user_is_never_more_than_cpu(void **state)
{
    struct run run;
    (void)state;

    init_split(&run, 0.5, 700, 700, 4000000);
    assert_split(&run, 700, 0);
    run_release(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_absent_at_first),
        cmocka_unit_test(entries_stay_in_the_order_added),
        cmocka_unit_test(a_failure_of_any_cell_shows),
        cmocka_unit_test(the_split_adds_up_to_cpu),
        cmocka_unit_test(an_idle_agent_needs_no_share),
        cmocka_unit_test(a_part_that_is_absent_makes_the_split_absent),
        cmocka_unit_test(a_split_that_is_no_longer_known_goes),
        cmocka_unit_test(user_is_never_more_than_cpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
