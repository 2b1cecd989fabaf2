/* SPDX-License-Identifier: GPL-3.0-or-later */

/* survey: the table of facts, and the order in which they are tried.  How is
 * up to survey_*.c. */
#include "bench/survey.h"

#include "bench/clock.h"
#include "bench/environment.h"
#include "bench/machine.h"
#include "bench/survey_topic.h"
#include "bench/workdir.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *key;
    const char *heading;
} topics[SURVEY_TOPIC_COUNT] = {
    [SURVEY_METHODS] = {"methods", "Methods, each tried here"},
    [SURVEY_PROBE] = {"probe", "Probe, loaded here"},
    [SURVEY_CLOCKS] = {"clocks", "Clocks"},
    [SURVEY_PROGRAMS] = {"programs", "Programs, libraries, data"},
    [SURVEY_PLACES] = {"places", "Places"},
};

#define METHOD  SURVEY_METHODS
#define PROBE   SURVEY_PROBE
#define CLOCK   SURVEY_CLOCKS
#define PROGRAM SURVEY_PROGRAMS
#define PLACE   SURVEY_PLACES

static const struct survey_row rows[SURVEY_COUNT] = {
    [SURVEY_SIGNATURE] = {METHOD, "signature", "one signature", "ns", false},
    [SURVEY_GPG_CPU] = {METHOD, "gpg_cpu", "CPU of gpg", "ns", false},
    [SURVEY_AGENT_CPU] = {METHOD, "agent_cpu", "CPU of gpg-agent", "ns", false},
    [SURVEY_CPU_SPLIT] = {METHOD, "cpu_split", "user and sys", "ns", false},
    [SURVEY_CLIENT_CPU] = {METHOD, "client_cpu", "CPU of client", "ns", false},
    [SURVEY_EVICTION] = {METHOD, "eviction", "evicting input", NULL, false},
    [SURVEY_MEMORY] = {METHOD, "memory", "data in memory", NULL, false},
    [SURVEY_PROC] = {METHOD, "proc", "/proc", NULL, false},
    [SURVEY_PROBE_LIBRARY] = {PROBE, "probe_library", "library", NULL, false},
    [SURVEY_PROBE_LEDGER] = {PROBE, "probe_ledger", "ledger", NULL, false},
    [SURVEY_PROBE_GPG] = {PROBE, "probe_gpg", "in gpg", NULL, false},
    [SURVEY_PROBE_GCRYPT] = {PROBE, "probe_gcrypt", "  libgcrypt", NULL, false},
    [SURVEY_PROBE_COMPRESS] = {PROBE, "probe_compress", "  compression", NULL,
                               false},
    [SURVEY_PROBE_AGENT] = {PROBE, "probe_agent", "in gpg-agent", NULL, false},
    [SURVEY_PROBE_AGENT_GCRYPT] = {PROBE, "probe_agent_gcrypt", "  libgcrypt",
                                   NULL, false},
    [SURVEY_PROBE_CALL] = {PROBE, "probe_call", "cost per call", "ns", false},
    [SURVEY_PROBE_PROCESS] = {PROBE, "probe_process", "cost per process", "ns",
                              false},
    [SURVEY_CLOCK_RESOLUTION] = {CLOCK, "clock_resolution", "resolution", "ns",
                                 false},
    [SURVEY_CLOCK_STEP] = {CLOCK, "clock_step", "smallest step", "ns", false},
    [SURVEY_CLOCK_READING] = {CLOCK, "clock_reading", "one reading", "ns",
                              false},
    [SURVEY_CPU_TICK] = {CLOCK, "cpu_tick", "CPU tick", "ns", false},
    [SURVEY_EMPTY_REAL] = {CLOCK, "empty_real", "an empty span", "ns", false},
    [SURVEY_EMPTY_COST] = {CLOCK, "empty_cost", "its readings", "ns", false},
    [SURVEY_GPG] = {PROGRAM, "gpg", "gpg", NULL, false},
    [SURVEY_AGENT] = {PROGRAM, "gpg_agent", "gpg-agent", NULL, false},
    [SURVEY_GPGCONF] = {PROGRAM, "gpgconf", "gpgconf", NULL, false},
    [SURVEY_GPGME] = {PROGRAM, "gpgme", "GPGME", NULL, false},
    [SURVEY_LIBGCRYPT] = {PROGRAM, "libgcrypt", "libgcrypt", NULL, false},
    [SURVEY_GCRYPT_CC] = {PROGRAM, "libgcrypt_cc", "  compiler", NULL, true},
    [SURVEY_GCRYPT_ASM] = {PROGRAM, "libgcrypt_mpi_asm", "  mpi-asm", NULL,
                           true},
    [SURVEY_GCRYPT_HWF] = {PROGRAM, "libgcrypt_hwflist", "  hwflist", NULL,
                           true},
    [SURVEY_GCRYPT_RANDOM] = {PROGRAM, "libgcrypt_rnd_mod", "  rnd-mod", NULL,
                              true},
    [SURVEY_LIBASSUAN] = {PROGRAM, "libassuan", "libassuan", NULL, false},
    [SURVEY_GPG_ERROR] = {PROGRAM, "libgpg_error", "libgpg-error", NULL, false},
    [SURVEY_JANSSON] = {PROGRAM, "jansson", "jansson", NULL, false},
    [SURVEY_KEYS] = {PROGRAM, "keys", "test keys", NULL, false},
    [SURVEY_FIXTURES] = {PROGRAM, "fixtures", "fixtures", NULL, false},
    [SURVEY_WORK_DIR] = {PLACE, "work_dir", "work directory", NULL, false},
    [SURVEY_WORK_SPACE] = {PLACE, "work_dir_free", "  free space", "bytes",
                           false},
    [SURVEY_WORK_FILES] = {PLACE, "work_dir_inodes", "  free inodes", "count",
                           true},
    [SURVEY_HOME_DIR] = {PLACE, "home_dir", "home directory", NULL, false},
    [SURVEY_HOME_SPACE] = {PLACE, "home_dir_free", "  free space", "bytes",
                           false},
    [SURVEY_HOME] = {PLACE, "home", "sockets, modes", NULL, false},
};

static const char *const state_names[] = {
    [SURVEY_UNTRIED] = "-",
    [SURVEY_OK] = "ok",
    [SURVEY_WEAK] = "weak",
    [SURVEY_MISSING] = "missing",
};

const struct survey_row *survey_row(enum survey_fact fact)
{
    return &rows[fact];
}

const char *survey_topic_key(enum survey_topic topic)
{
    return topics[topic].key;
}

const char *survey_topic_heading(enum survey_topic topic)
{
    return topics[topic].heading;
}

const char *survey_state_name(enum survey_state state)
{
    return state_names[state];
}

static gpg_error_t site_init(struct survey_site *site, struct survey *survey,
                             const struct plan *plan)
{
    memset(site, 0, sizeof *site);
    site->plan = plan;
    site->survey = survey;
    run_init(&site->run);
    machine_read(&site->run.machine);
    children_adopt(&site->children);
    gpg_error_t err = guard_start(&site->guard, &site->children);
    return err ? err : environment_clean();
}

static void site_release(struct survey_site *site)
{
    struct agent_split split;
    home_remove(&site->home, &site->children, &split);
    children_end(&site->children, 5 * NS_PER_S);
    if (site->work_dir)
        workdir_remove(site->work_dir);
    if (site->home_dir)
        workdir_remove(site->home_dir);
    guard_stop(&site->guard);
    children_release(&site->children);
    engine_release(&site->engine);
    environment_release(&site->environment);
    home_release(&site->home);
    run_release(&site->run);
    free(site->work_dir);
    free(site->home_dir);
}

static gpg_error_t visit(struct survey *survey, const struct plan *plan,
                         bool cleans)
{
    static void (*const parts[])(struct survey_site *) = {
        survey_places, survey_kernel, survey_programs,
        survey_agent,  survey_probe,  survey_clocks,
    };
    struct survey_site site;
    gpg_error_t err = site_init(&site, survey, plan);
    for (size_t i = 0; !err && i < sizeof parts / sizeof parts[0]; i++) {
        parts[i](&site);
        if (guard_signal() != 0)
            err = gpg_error(GPG_ERR_CANCELED);
    }
    if (!err)
        err = survey_leftovers(&site, cleans);
    site_release(&site);
    return err;
}

gpg_error_t survey_take(struct survey *survey, const struct plan *plan,
                        bool cleans, struct fault *fault)
{
    gpg_error_t err = visit(survey, plan, cleans);
    if (!err)
        err = survey_signature(survey, plan);
    return err ? fault_set(fault, fault_of_error(err), err, NULL, NULL) : 0;
}

bool survey_is_enough(const struct survey *survey, bool cleans)
{
    for (int f = 0; f < SURVEY_COUNT; f++)
        if (survey->entries[f].state == SURVEY_MISSING)
            return false;
    for (size_t i = 0; cleans && i < survey->leftovers.count; i++)
        if (!survey->leftovers.items[i].is_removed)
            return false;
    return true;
}

void survey_release(struct survey *survey)
{
    for (int f = 0; f < SURVEY_COUNT; f++) {
        free(survey->entries[f].value);
        free(survey->entries[f].path);
        free(survey->entries[f].remedy);
    }
    leftover_list_release(&survey->leftovers);
    memset(survey, 0, sizeof *survey);
}
