/* SPDX-License-Identifier: GPL-3.0-or-later */

/* survey_agent: the agent is started, asked and watched; and one signature
 * is measured from beginning to end, as a run does it. */
#include "bench/survey_topic.h"

#include "base/datadir.h"
#include "bench/agent.h"
#include "bench/bench.h"
#include "bench/command.h"

#include <stdlib.h>
#include <string.h>

static bool is_missing(const struct survey *survey, enum survey_fact fact)
{
    return survey->entries[fact].state == SURVEY_MISSING;
}

/* Let gpg ask its agent; what the agent used for that, or below 0. */
static int64_t spend_ns(struct survey_site *site)
{
    const char *const argv[] = {site->engine.path, "--batch",
                                "--list-secret-keys", NULL};
    const struct command command = {argv, NULL, site->plan->settings.timeout_s};
    struct command_result answer = {.status = 0};
    int64_t before_ns = 0;
    int64_t after_ns = 0;
    const bool is_told = agent_cpu_ns(&site->home.agent, &before_ns);
    command_run(&command, &site->guard, &answer);
    command_release(&answer);
    return is_told && agent_cpu_ns(&site->home.agent, &after_ns)
               ? after_ns - before_ns
               : -1;
}

static void set_cpu(struct survey_site *site)
{
    struct survey *survey = site->survey;
    const char *method = agent_method(&site->home.agent);
    const int64_t spent_ns = spend_ns(site);
    if (method && site->home.agent.has_clock && spent_ns > 0) {
        survey_set(survey, SURVEY_AGENT_CPU, SURVEY_OK,
                   "%s: it moved when gpg asked for a key", method);
        survey_set_number(survey, SURVEY_AGENT_CPU, spent_ns);
    } else if (method && spent_ns >= 0) {
        survey_set(survey, SURVEY_AGENT_CPU, SURVEY_WEAK,
                   "%s: in coarse steps only", method);
        survey_set_remedy(survey, SURVEY_AGENT_CPU,
                          "take many runs, or use a kernel that has the CPU "
                          "clocks of other processes");
    } else {
        survey_set(survey, SURVEY_AGENT_CPU, SURVEY_MISSING,
                   "none: neither its CPU clock nor /proc tells it");
        survey_set_remedy(survey, SURVEY_AGENT_CPU,
                          "mount /proc; without it cpu, user and sys are "
                          "absent");
    }
}

static void set_version(struct survey_site *site)
{
    const char *version = site->home.agent.version;
    const char *gpg = site->run.engines[0].version;
    if (!version || strcmp(version, gpg) == 0)
        return;
    survey_set(site->survey, SURVEY_AGENT, SURVEY_WEAK,
               "%s answers, but gpg is %s", version, gpg);
    survey_set_remedy(site->survey, SURVEY_AGENT,
                      "install gpg and gpg-agent of one version");
}

/* The split has the grain of the tick. */
static void set_split(struct survey_site *site)
{
    const int64_t tick_ns = site->run.machine.cpu_tick_ns;
    struct agent_split split;
    const bool is_told =
        !site->engine.has_agent || agent_read_split(&site->home.agent, &split);
    if (is_missing(site->survey, SURVEY_GPG_CPU))
        return;
    survey_set_time(site->survey, SURVEY_CPU_SPLIT, (double)tick_ns);
    survey_set(site->survey, SURVEY_CPU_SPLIT,
               is_told ? SURVEY_OK : SURVEY_WEAK,
               is_told ? "estimated: the kernel samples it at each CPU tick"
                       : "not told of the agent");
    if (!is_told)
        survey_set_remedy(site->survey, SURVEY_CPU_SPLIT,
                          "mount /proc; without it user and sys are absent");
}

gpg_error_t survey_start_agent(struct survey_site *site, struct home *home,
                               const char *key, struct fault *fault)
{
    const char *const argv[] = {site->engine.path, "--batch", "--import", key,
                                NULL};
    const double timeout_s = site->plan->settings.timeout_s;
    const struct command command = {argv, NULL, timeout_s};
    struct command_result answer = {.status = 0};
    gpg_error_t err = command_run(&command, &site->guard, &answer);
    if (err)
        fault_set(fault, fault_of_error(err), err, site->engine.path,
                  "gpg --import did not end well");
    else
        err = home_find_agent(home, &site->engine, timeout_s, &site->guard,
                              &site->children, fault);
    command_release(&answer);
    return err;
}

static void try_agent(struct survey_site *site)
{
    struct fault fault = {.what = FAULT_NONE};
    char *key = datadir_find("keys/dsa1024.asc");
    if (key && survey_start_agent(site, &site->home, key, &fault) == 0) {
        set_cpu(site);
        set_version(site);
        set_split(site);
    } else if (key) {
        survey_set_fault(site->survey, SURVEY_AGENT, &fault);
    }
    fault_release(&fault);
    free(key);
}

void survey_agent(struct survey_site *site)
{
    if (!site->has_engine || !site->home.path ||
        is_missing(site->survey, SURVEY_AGENT))
        return;
    if (site->engine.has_agent) {
        try_agent(site);
    } else {
        survey_set(site->survey, SURVEY_AGENT_CPU, SURVEY_UNTRIED,
                   "not used by this gpg");
        set_split(site);
    }
}

/* What a signature cannot do without. */
static bool can_sign(const struct survey *survey)
{
    static const enum survey_fact needed[] = {
        SURVEY_GPG,      SURVEY_AGENT,    SURVEY_GPGME, SURVEY_KEYS,
        SURVEY_FIXTURES, SURVEY_WORK_DIR, SURVEY_HOME,  SURVEY_HOME_DIR,
    };
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (is_missing(survey, needed[i]))
            return false;
    return true;
}

/* A method that works by itself must also have worked here. */
static void confirm(struct survey *survey, enum survey_fact fact,
                    const struct series *series, enum metric metric)
{
    if (survey->entries[fact].state == SURVEY_UNTRIED ||
        is_missing(survey, fact))
        return;
    for (size_t i = 0; i < series->sample_count; i++)
        if (sample_has(&series->samples[i], metric))
            return;
    survey_set(survey, fact, SURVEY_MISSING,
               "it works, but told nothing of a signature");
    survey_set_remedy(survey, fact,
                      "report this, with what --format json prints");
}

static void set_signature(struct survey *survey, const struct series *series)
{
    if (series->sample_count == 0) {
        survey_set_fault(survey, SURVEY_SIGNATURE, &series->failure);
        return;
    }
    const struct sample *sample = &series->samples[0];
    survey_set_time(survey, SURVEY_SIGNATURE,
                    (double)sample->value[METRIC_REAL]);
    confirm(survey, SURVEY_GPG_CPU, series, METRIC_GPG_CPU);
    confirm(survey, SURVEY_AGENT_CPU, series, METRIC_AGENT_CPU);
}

gpg_error_t survey_signature(struct survey *survey, const struct plan *plan)
{
    uint32_t copies = 1;
    struct plan once = *plan; /* all that it owns stays PLAN's */
    const struct bench_events silent = {.state = NULL};
    struct fault fault = {.what = FAULT_NONE};
    struct run run;
    if (!can_sign(survey)) {
        survey_set(survey, SURVEY_SIGNATURE, SURVEY_UNTRIED,
                   "not tried, for what is missing below");
        return 0;
    }
    once.copies = &copies;
    once.copies_count = 1;
    once.settings.runs = 1;
    once.settings.warmup = 0;
    memset(once.operations, 0, sizeof once.operations);
    once.operations[OPERATION_SIGN] = true;
    run_init(&run);
    const gpg_error_t err = bench_run(&once, &run, &silent, &fault);
    if (err && gpg_err_code(err) != GPG_ERR_CANCELED)
        survey_set_fault(survey, SURVEY_SIGNATURE, &fault);
    else if (!err && run.series_count > 0)
        set_signature(survey, &run.series[0]);
    run_release(&run);
    fault_release(&fault);
    return gpg_err_code(err) == GPG_ERR_CANCELED ? err : 0;
}
