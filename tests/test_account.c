/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/account, with CPU time that this process has used. */
#include "bench/account.h"

#include "bench/children.h"
#include "bench/clock.h"

#include "offspring.h"

#include "close.h"

#define AN_HOUR_NS (3600 * NS_PER_S)

/* What getrusage tells of children comes in microseconds. */
#define SLACK_NS (10 * NS_PER_US)

/* One engine whose agent's time is all user time, and one cell with one
 * sample. */
static struct sample *make_run(struct run *run)
{
    const struct cell cell = {.copies = 1, .operation = OPERATION_SIGN};
    const struct sample blank = {.round = 0};

    run_init(run);
    struct run_engine *engine = run_add_engine(run);
    assert_non_null(engine);
    engine->agent_user_share = 1;
    struct series *series = run_add_series(run, &cell);
    assert_non_null(series);
    assert_int_equal(series_add(series, &blank), 0);
    return &series->samples[0];
}

static int64_t used_ns(void)
{
    return clock_own_cpu_ns() + children_waited_cpu_ns();
}

/* The set-up lies between what was used before the call and after it. */
static void without_samples_all_time_is_set_up(void **state)
{
    struct run run;
    (void)state;

    run_init(&run);
    const int64_t before_ns = used_ns();
    account_settle(&run, 0);
    assert_true(run.setup_cpu_ns >= before_ns);
    assert_true(run.setup_cpu_ns <= used_ns());
    run_release(&run);
}

/* What the child used cannot be ours: it has clocks of its own. */
static void time_of_children_that_were_waited_for_is_set_up_too(void **state)
{
    struct run run;
    (void)state;

    run_init(&run);
    const pid_t pid = offspring_burning(20 * NS_PER_MS);
    offspring_await_end(pid);
    offspring_end(pid);
    const int64_t own_ns = clock_own_cpu_ns();
    account_settle(&run, 0);
    assert_true(run.setup_cpu_ns >= own_ns + 20 * NS_PER_MS - SLACK_NS);
    run_release(&run);
}

static void extra_time_is_added(void **state)
{
    struct run run;
    (void)state;

    run_init(&run);
    const int64_t before_ns = used_ns();
    account_settle(&run, AN_HOUR_NS);
    assert_true(run.setup_cpu_ns >= AN_HOUR_NS + before_ns);
    assert_true(run.setup_cpu_ns <= AN_HOUR_NS + used_ns());
    run_release(&run);
}

/* cpu is the sum of gpg's and the agent's, and real is no CPU time. */
static void the_samples_parts_are_taken_off_once(void **state)
{
    struct run run;
    struct sample *sample = make_run(&run);
    (void)state;

    sample_set(sample, METRIC_REAL, AN_HOUR_NS / 2);
    sample_set(sample, METRIC_GPG_CPU, 3 * NS_PER_S);
    sample_set(sample, METRIC_GPG_USER, 2 * NS_PER_S);
    sample_set(sample, METRIC_AGENT_CPU, 20 * NS_PER_S);
    sample_set(sample, METRIC_CLIENT_CPU, 100 * NS_PER_S);
    sample_set(sample, METRIC_CPU, 23 * NS_PER_S);
    const int64_t before_ns = used_ns();
    account_settle(&run, AN_HOUR_NS);
    const int64_t outside_ns = run.setup_cpu_ns - AN_HOUR_NS + 123 * NS_PER_S;
    assert_true(outside_ns >= before_ns);
    assert_true(outside_ns <= used_ns());
    run_release(&run);
}

static void what_a_sample_does_not_have_is_not_taken_off(void **state)
{
    struct run run;
    struct sample *sample = make_run(&run);
    (void)state;

    sample->value[METRIC_GPG_CPU] = AN_HOUR_NS / 2; /* its bit is clear */
    account_settle(&run, AN_HOUR_NS);
    assert_true(run.setup_cpu_ns >= AN_HOUR_NS);
    run_release(&run);
}

/* The kernel's clocks differ: more was sampled than was used. */
static void set_up_is_never_below_nothing(void **state)
{
    struct run run;
    struct sample *sample = make_run(&run);
    (void)state;

    sample_set(sample, METRIC_GPG_CPU, AN_HOUR_NS);
    account_settle(&run, 0);
    assert_int_equal(run.setup_cpu_ns, 0);
    run_release(&run);
}

/* 3 s of gpg's, 2 of them user, and 4 s of the agent's, all user. */
static void settling_gives_every_sample_its_split(void **state)
{
    struct run run;
    struct sample *sample = make_run(&run);
    (void)state;

    sample_set(sample, METRIC_GPG_CPU, 3 * NS_PER_S);
    sample_set(sample, METRIC_GPG_USER, 2 * NS_PER_S);
    sample_set(sample, METRIC_AGENT_CPU, 4 * NS_PER_S);
    sample_set(sample, METRIC_CPU, 7 * NS_PER_S);
    account_settle(&run, AN_HOUR_NS);
    assert_true(sample_has(sample, METRIC_USER));
    assert_int_equal(sample->value[METRIC_USER], 6 * NS_PER_S);
    assert_int_equal(sample->value[METRIC_SYS], NS_PER_S);
    run_release(&run);
}

static void the_agents_share_is_user_of_user_and_sys(void **state)
{
    const struct agent_split split = {30 * NS_PER_MS, 10 * NS_PER_MS};
    struct run run;
    (void)state;

    make_run(&run);
    account_split(&run.engines[0], "procstat", &split);
    assert_close(run.engines[0].agent_user_share, 0.75);
    assert_string_equal(run.engines[0].accounting.agent_split, "procstat");
    run_release(&run);
}

static void a_later_split_replaces_an_earlier_one(void **state)
{
    const struct agent_split first = {30 * NS_PER_MS, 10 * NS_PER_MS};
    const struct agent_split later = {0, 1};
    struct run run;
    (void)state;

    make_run(&run);
    account_split(&run.engines[0], "procstat", &first);
    account_split(&run.engines[0], "reaped", &later);
    assert_close(run.engines[0].agent_user_share, 0);
    assert_string_equal(run.engines[0].accounting.agent_split, "reaped");
    run_release(&run);
}

static void an_empty_split_changes_nothing(void **state)
{
    const struct agent_split none = {0, 0};
    struct run run;
    (void)state;

    make_run(&run);
    account_split(&run.engines[0], "reaped", &none);
    assert_close(run.engines[0].agent_user_share, 1);
    assert_null(run.engines[0].accounting.agent_split);
    run_release(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_samples_all_time_is_set_up),
        cmocka_unit_test(time_of_children_that_were_waited_for_is_set_up_too),
        cmocka_unit_test(extra_time_is_added),
        cmocka_unit_test(the_samples_parts_are_taken_off_once),
        cmocka_unit_test(what_a_sample_does_not_have_is_not_taken_off),
        cmocka_unit_test(set_up_is_never_below_nothing),
        cmocka_unit_test(settling_gives_every_sample_its_split),
        cmocka_unit_test(the_agents_share_is_user_of_user_and_sys),
        cmocka_unit_test(a_later_split_replaces_an_earlier_one),
        cmocka_unit_test(an_empty_split_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
