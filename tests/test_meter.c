/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/meter, with a clock that is not real and processes that
 * are. */
#include "bench/meter.h"

#include "offspring.h"

#include "close.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define BURNT_NS (5 * NS_PER_MS)
#define SLACK_NS (10 * NS_PER_US)
#define LIMIT_NS (20 * NS_PER_S)

/* Goes on by 1000, 2000, 3000, … and burns CPU time in doing so. */
struct slow_clock {
    int64_t now_ns;
    int64_t step_ns;
    int64_t burnt_ns;
};

static int64_t slow_now_ns(void *state)
{
    struct slow_clock *clock = state;

    clock->step_ns += 1000;
    clock->now_ns += clock->step_ns;
    offspring_burn(clock->burnt_ns);
    return clock->now_ns;
}

static void real_is_the_span_between_two_looks_at_the_clock(void **state)
{
    struct slow_clock slow = {.now_ns = 5};
    const struct clock clock = {slow_now_ns, &slow};
    struct meter meter = {.clock = &clock};
    struct sample sample = {.round = 7};
    int status = 1;
    (void)state;

    meter_start(&meter);
    assert_true(meter_stop(&meter, 0, &sample, &status));
    assert_int_equal(sample.value[METRIC_REAL], 2000);
    assert_int_equal(slow.step_ns, 2000);
    assert_int_equal(status, 0);
    assert_int_equal(sample.round, 7);
}

/* What the clock itself burns lies inside all other readings. */
static void the_clock_is_read_last_before_and_first_after(void **state)
{
    struct slow_clock slow = {.burnt_ns = BURNT_NS};
    const struct clock clock = {slow_now_ns, &slow};
    struct meter meter = {.clock = &clock};
    struct sample sample = {.round = 0};
    int status = 0;
    (void)state;

    meter_start(&meter);
    meter_stop(&meter, 0, &sample, &status);
    assert_true(sample.value[METRIC_CLIENT_CPU] >= 2 * BURNT_NS);
}

static void without_children_their_figures_are_absent(void **state)
{
    struct meter meter = {.clock = &clock_monotonic};
    struct children barren = {.adopts = false};
    struct sample sample = {.round = 0};
    int status = 1;
    (void)state;

    meter_start(&meter);
    assert_true(meter_stop(&meter, 0, &sample, &status));
    assert_true(sample.have == ((UINT64_C(1) << METRIC_REAL) |
                                (UINT64_C(1) << METRIC_CLIENT_CPU)));
    meter.children = &barren;
    sample.have = 0;
    meter_start(&meter);
    assert_true(meter_stop(&meter, 0, &sample, &status));
    assert_false(sample_has(&sample, METRIC_GPG_CPU));
    assert_false(sample_has(&sample, METRIC_CPU));
    assert_int_equal(status, 0);
}

static void an_adopted_process_is_accounted(void **state)
{
    struct children children;
    struct meter meter = {.clock = &clock_monotonic, .children = &children};
    struct sample sample = {.round = 0};
    int status = 0;
    (void)state;

    children_adopt(&children);
    meter_start(&meter);
    offspring_orphan(BURNT_NS, 2);
    assert_true(meter_stop(&meter, LIMIT_NS, &sample, &status));
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 2);
    assert_true(sample.value[METRIC_GPG_CPU] >= BURNT_NS - SLACK_NS);
    assert_true(sample_has(&sample, METRIC_GPG_USER));
    assert_true(sample.value[METRIC_GPG_PEAK_RSS] > 0);
    assert_true(sample.value[METRIC_MINOR_FAULTS] > 0);
    assert_true(sample_has(&sample, METRIC_MAJOR_FAULTS));
    assert_true(sample_has(&sample, METRIC_VOLUNTARY_SWITCHES));
    assert_true(sample_has(&sample, METRIC_INVOLUNTARY_SWITCHES));
    assert_true(sample_has(&sample, METRIC_CPU));
    assert_int_equal(sample.value[METRIC_CPU], sample.value[METRIC_GPG_CPU]);
    assert_false(sample_has(&sample, METRIC_AGENT_CPU));
    /* That is settled at the end of a run. */
    assert_false(sample_has(&sample, METRIC_USER));
}

static void a_process_that_does_not_end_is_not_accounted(void **state)
{
    struct children children;
    struct meter meter = {.clock = &clock_monotonic, .children = &children};
    struct sample sample = {.round = 0};
    int status = 1;
    (void)state;

    children_adopt(&children);
    const pid_t pid = offspring_waiting();
    meter_start(&meter);
    assert_false(meter_stop(&meter, NS_PER_MS, &sample, &status));
    assert_true(sample_has(&sample, METRIC_REAL));
    assert_false(sample_has(&sample, METRIC_GPG_CPU));
    assert_false(sample_has(&sample, METRIC_CPU));
    assert_int_equal(status, 0);
    offspring_end(pid);
}

/* This process plays the agent: its CPU clock can be read like any other. */
static void the_agents_time_is_added(void **state)
{
    struct children children;
    struct agent agent = {.pid = getpid(), .has_clock = true};
    struct meter meter = {&clock_monotonic, &children, &agent, 0, 0, 0, 0, 0};
    struct sample sample = {.round = 0};
    int status = 0;
    (void)state;

    assert_int_equal(clock_getcpuclockid(agent.pid, &agent.clock), 0);
    children_adopt(&children);
    meter_start(&meter);
    offspring_orphan(0, 0);
    offspring_burn(BURNT_NS);
    assert_true(meter_stop(&meter, LIMIT_NS, &sample, &status));
    assert_true(sample.value[METRIC_AGENT_CPU] >= BURNT_NS);
    assert_true(sample.value[METRIC_AGENT_PEAK_RSS] > 0);
    assert_true(sample_has(&sample, METRIC_CPU));
    assert_int_equal(sample.value[METRIC_CPU],
                     sample.value[METRIC_GPG_CPU] +
                         sample.value[METRIC_AGENT_CPU]);
}

static void cpu_is_absent_where_the_agents_part_is(void **state)
{
    struct children children;
    struct agent agent = {.pid = 0};
    struct meter meter = {&clock_monotonic, &children, &agent, 0, 0, 0, 0, 0};
    struct sample sample = {.round = 0};
    int status = 0;
    (void)state;

    children_adopt(&children);
    meter_start(&meter);
    offspring_orphan(0, 0);
    assert_true(meter_stop(&meter, LIMIT_NS, &sample, &status));
    assert_true(sample_has(&sample, METRIC_GPG_CPU));
    assert_false(sample_has(&sample, METRIC_AGENT_CPU));
    assert_false(sample_has(&sample, METRIC_CPU));
}

static void cpu_is_absent_where_the_agent_died_meanwhile(void **state)
{
    struct children children;
    struct agent agent = {.has_clock = true};
    struct meter meter = {&clock_monotonic, &children, &agent, 0, 0, 0, 0, 0};
    struct sample sample = {.round = 0};
    int status = 0;
    (void)state;

    children_adopt(&children);
    agent.pid = offspring_waiting();
    assert_int_equal(children_keep(&children, agent.pid), 0);
    assert_int_equal(clock_getcpuclockid(agent.pid, &agent.clock), 0);
    meter_start(&meter);
    assert_true(meter.has_agent_cpu);
    offspring_end(agent.pid);
    offspring_orphan(0, 0);
    assert_true(meter_stop(&meter, LIMIT_NS, &sample, &status));
    assert_true(sample_has(&sample, METRIC_GPG_CPU));
    assert_false(sample_has(&sample, METRIC_AGENT_CPU));
    assert_false(sample_has(&sample, METRIC_CPU));
}

static void usage_learnt_another_way_is_added_to_the_agents(void **state)
{
    struct agent agent = {.pid = 0};
    const struct meter meter = {&clock_monotonic, NULL, &agent, 0, 0, 0, 0, 0};
    const struct usage usage = {.count = 1, .cpu_ns = 50, .user_ns = 30};
    struct sample sample = {.round = 0};
    (void)state;

    meter_set_usage(&meter, &usage, &sample);
    assert_int_equal(sample.value[METRIC_GPG_CPU], 50);
    assert_int_equal(sample.value[METRIC_GPG_USER], 30);
    assert_false(sample_has(&sample, METRIC_GPG_PEAK_RSS));
    assert_false(sample_has(&sample, METRIC_CPU));
    sample_set(&sample, METRIC_AGENT_CPU, 8);
    meter_set_usage(&meter, &usage, &sample);
    assert_int_equal(sample.value[METRIC_CPU], 58);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_is_the_span_between_two_looks_at_the_clock),
        cmocka_unit_test(the_clock_is_read_last_before_and_first_after),
        cmocka_unit_test(without_children_their_figures_are_absent),
        cmocka_unit_test(an_adopted_process_is_accounted),
        cmocka_unit_test(a_process_that_does_not_end_is_not_accounted),
        cmocka_unit_test(the_agents_time_is_added),
        cmocka_unit_test(cpu_is_absent_where_the_agents_part_is),
        cmocka_unit_test(cpu_is_absent_where_the_agent_died_meanwhile),
        cmocka_unit_test(usage_learnt_another_way_is_added_to_the_agents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
