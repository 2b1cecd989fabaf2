/* SPDX-License-Identifier: GPL-3.0-or-later */

/* survey_clock: how fine the clocks are, and what looking at them costs. */
#include "bench/survey_topic.h"

#include "bench/clock.h"
#include "bench/gauge.h"

/* What a coarser clock cannot tell of a small operation of some ms. */
#define COARSE_NS (100 * NS_PER_US)

static void set_step(struct survey *survey)
{
    const int64_t step_ns = gauge_step_ns(&clock_monotonic);
    survey_set_time(survey, SURVEY_CLOCK_STEP, (double)step_ns);
    if (step_ns > 0 && step_ns <= COARSE_NS)
        return;
    survey->entries[SURVEY_CLOCK_STEP].state = SURVEY_WEAK;
    survey_set_remedy(survey, SURVEY_CLOCK_STEP,
                      "use a kernel with high resolution timers; here only "
                      "long operations are told apart");
}

static void set_empty(struct survey_site *site)
{
    struct meter meter = {.clock = &clock_monotonic,
                          .children = &site->children};
    if (site->home.agent.pid > 0)
        meter.agent = &site->home.agent;
    const struct gauge_empty empty = gauge_empty(&meter);
    survey_set_time(site->survey, SURVEY_EMPTY_REAL, (double)empty.real_ns);
    survey_set_time(site->survey, SURVEY_EMPTY_COST, (double)empty.cost_ns);
}

void survey_clocks(struct survey_site *site)
{
    struct survey *survey = site->survey;
    survey_set_time(survey, SURVEY_CLOCK_RESOLUTION,
                    (double)site->run.machine.clock_resolution_ns);
    set_step(survey);
    survey_set_time(survey, SURVEY_CLOCK_READING,
                    gauge_reading_ns(&clock_monotonic));
    if (site->run.machine.cpu_tick_ns > 0)
        survey_set_time(survey, SURVEY_CPU_TICK,
                        (double)site->run.machine.cpu_tick_ns);
    set_empty(site);
}
