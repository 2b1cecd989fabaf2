/* SPDX-License-Identifier: GPL-3.0-or-later */

/* survey_probe: the probe is loaded into gpg and its agent, and what comes of
 * it looked at, in a home beside the survey's own, as a run does it. */
#include "bench/survey_topic.h"

#include "base/datadir.h"
#include "base/text.h"
#include "bench/command.h"
#include "bench/environment.h"
#include "bench/reading.h"
#include "bench/watch.h"
#include "bench/workplace.h"

#include <stdlib.h>
#include <string.h>

#define WITHOUT_IT "without it entropy, flash and stages are absent"

/* One survey of the probe; owns the last two. */
struct trial {
    struct survey_site *site;
    const char *parent; /* of the home */
    struct watch watch;
    struct workplace workplace;
};

static char *find_library(struct survey *survey)
{
    char *library = datadir_find_library(WATCH_LIBRARY);
    survey_set(survey, SURVEY_PROBE_LIBRARY, library ? SURVEY_OK : SURVEY_WEAK,
               "%s", library ? "found" : WATCH_LIBRARY " is not found");
    survey_set_path(survey, SURVEY_PROBE_LIBRARY, library);
    if (!library)
        survey_set_remedy(survey, SURVEY_PROBE_LIBRARY,
                          "install pgpbench, or set PGPBENCH_DATADIR to the "
                          "directory that holds the library; " WITHOUT_IT);
    return library;
}

static void set_ledger(struct survey *survey, const struct watch *watch)
{
    if (watch->is_in_memory) {
        survey_set(survey, SURVEY_PROBE_LEDGER, SURVEY_OK,
                   "a file in memory, found in /proc/PID/fd");
        return;
    }
    survey_set(survey, SURVEY_PROBE_LEDGER, SURVEY_WEAK, "%s",
               watch->file ? "a file, found by its name"
                           : "a file without a name, found in /proc/PID/fd");
    survey_set_remedy(survey, SURVEY_PROBE_LEDGER,
                      "mount /proc and a tmpfs on /dev/shm, or use Linux "
                      "3.17 or later, or the ledger's pages go to the medium "
                      "under test");
}

static void make_ledger(struct trial *trial, const char *library)
{
    struct survey *survey = trial->site->survey;
    const gpg_error_t err =
        watch_init(&trial->watch, library, trial->site->work_dir);
    if (!err) {
        set_ledger(survey, &trial->watch);
        return;
    }
    watch_release(&trial->watch);
    if (gpg_err_code(err) == GPG_ERR_INV_NAME) {
        survey_set(survey, SURVEY_PROBE_LIBRARY, SURVEY_WEAK,
                   "LD_PRELOAD takes no path with a blank or colon, and the "
                   "work directory has one too");
        survey_set_remedy(survey, SURVEY_PROBE_LIBRARY,
                          "choose another place with --work-dir; " WITHOUT_IT);
    } else {
        survey_set(survey, SURVEY_PROBE_LEDGER, SURVEY_WEAK,
                   "it cannot be made (%s)", gpg_strerror(err));
        survey_set_remedy(survey, SURVEY_PROBE_LEDGER,
                          "choose another place with --work-dir; " WITHOUT_IT);
    }
}

/* Go to a home that is watched.  Where there can be none, SURVEY_HOME says
 * it. */
static bool enter_home(struct trial *trial)
{
    struct survey_site *site = trial->site;
    const struct workplace_means means = {
        .engine = &site->engine,
        .environment = &site->environment,
        .settings = &site->plan->settings,
        .guard = &site->guard,
        .children = &site->children,
        .watch = &trial->watch,
    };
    struct fault fault = {.what = FAULT_NONE};
    char *notice = NULL;
    trial->workplace.is_probed = true;
    const gpg_error_t err = workplace_init(&trial->workplace, &means,
                                           trial->parent, &notice, &fault);
    free(notice);
    fault_release(&fault);
    return !err;
}

static void set_unloaded(struct survey *survey, enum survey_fact fact,
                         const char *program)
{
    survey_set(survey, fact, SURVEY_WEAK,
               "nothing comes of it: a static %s, a set-uid one, or one of "
               "another C library loads no probe",
               program);
    survey_set_remedy(survey, fact,
                      "give a build with --engine that takes LD_PRELOAD; what "
                      "this %s does for entropy, flash and stages is absent",
                      program);
}

/* The base names of SLOT's libraries that begin with one of PREFIXES. */
static void add_names(const struct ledger_slot *slot,
                      const char *const *prefixes, struct text *names)
{
    const uint32_t listed = atomic_load(&slot->library_count);
    for (uint32_t i = 0; i < listed && i < LEDGER_LIBRARIES; i++) {
        const char *name = text_base_name(slot->libraries[i].path);
        for (const char *const *prefix = prefixes; *prefix; prefix++)
            if (strncmp(name, *prefix, strlen(*prefix)) == 0)
                text_addf(names, "%s%s", names->length > 0 ? ", " : "", name);
    }
}

/* What can be seen through a library, and what if it cannot. */
static const struct view {
    enum survey_fact fact;
    uint32_t sees;
    const char *stages;
    const char *library;
    const char *prefixes[3];
} views[] = {
    {SURVEY_PROBE_GCRYPT,
     LEDGER_SEES_GCRYPT,
     "hash, cipher, pubkey, random",
     "libgcrypt",
     {"libgcrypt."}},
    {SURVEY_PROBE_COMPRESS,
     LEDGER_SEES_COMPRESS,
     "compress",
     "zlib or bzip2",
     {"libz.", "libbz2."}},
};

static void set_unseen(struct trial *trial, const struct view *view)
{
    struct survey *survey = trial->site->survey;
    if (view->sees == LEDGER_SEES_GCRYPT && !trial->site->engine.has_agent) {
        survey_set(survey, view->fact, SURVEY_UNTRIED,
                   "not used by this gpg: %s are absent", view->stages);
        return;
    }
    survey_set(survey, view->fact, SURVEY_WEAK, "no shared %s is seen",
               view->library);
    survey_set_remedy(survey, view->fact,
                      "give a gpg with --engine that is linked with shared "
                      "libraries; in this one %s cannot be told",
                      view->stages);
}

static void set_view(struct trial *trial, const struct view *view,
                     const struct ledger_slot *slot)
{
    struct text names = {.bytes = NULL};
    if ((atomic_load(&slot->sees) & view->sees) == 0) {
        set_unseen(trial, view);
        return;
    }
    add_names(slot, view->prefixes, &names);
    survey_set(trial->site->survey, view->fact, SURVEY_OK, "%s%s%s",
               view->stages, names.length > 0 ? ", in " : "",
               text_string(&names));
    text_release(&names);
}

static void set_gpg(struct trial *trial, const struct ledger_slot *slot)
{
    struct survey *survey = trial->site->survey;
    char name[LEDGER_NAME_BYTES + 1] = "";
    memcpy(name, slot->name, LEDGER_NAME_BYTES);
    survey_set(survey, SURVEY_PROBE_GPG, SURVEY_OK,
               "it loads into %s: entropy, flash, ipc", name);
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++)
        set_view(trial, &views[i], slot);
}

static void try_gpg(struct trial *trial)
{
    struct survey *survey = trial->site->survey;
    const char *const argv[] = {trial->site->engine.path, "--version", NULL};
    const struct command command = {argv, NULL,
                                    trial->site->plan->settings.timeout_s};
    struct command_result answer = {.status = 0};
    struct reading reading;
    watch_want_details(&trial->watch, true);
    reading_start(&reading, trial->watch.ledger, 0);
    const gpg_error_t err = command_run(&command, &trial->site->guard, &answer);
    reading_finish(&reading, trial->watch.ledger, 0, READING_NO_PAYLOAD);
    watch_want_details(&trial->watch, false);
    if (reading.gpg_slot)
        set_gpg(trial, reading.gpg_slot);
    else if (!err)
        set_unloaded(survey, SURVEY_PROBE_GPG, "gpg");
    if (err || !command_succeeded(&answer)) {
        survey_set(survey, SURVEY_PROBE_GPG, SURVEY_WEAK,
                   "with it, gpg --version does not succeed");
        survey_set_remedy(survey, SURVEY_PROBE_GPG,
                          "measure with --probe never, and report this");
    }
    command_release(&answer);
}

static void set_agent(struct trial *trial, pid_t pid)
{
    struct survey *survey = trial->site->survey;
    const struct ledger_slot *slot = reading_find(trial->watch.ledger, pid);
    if (!slot) {
        set_unloaded(survey, SURVEY_PROBE_AGENT, "gpg-agent");
        return;
    }
    survey_set(survey, SURVEY_PROBE_AGENT, SURVEY_OK,
               "it loads: entropy, flash, ipc");
    if ((atomic_load(&slot->sees) & LEDGER_SEES_GCRYPT) != 0) {
        survey_set(survey, SURVEY_PROBE_AGENT_GCRYPT, SURVEY_OK, "%s",
                   views[0].stages);
        return;
    }
    survey_set(survey, SURVEY_PROBE_AGENT_GCRYPT, SURVEY_WEAK,
               "no shared libgcrypt is seen");
    survey_set_remedy(survey, SURVEY_PROBE_AGENT_GCRYPT,
                      "give a build with --engine whose agent is linked with "
                      "shared libraries; in this one pubkey cannot be told");
}

static void start_agent(struct trial *trial, const char *key)
{
    struct survey_site *site = trial->site;
    struct home *home = &trial->workplace.home;
    struct fault fault = {.what = FAULT_NONE};
    if (survey_start_agent(site, home, key, &fault) == 0) {
        set_agent(trial, home->agent.pid);
    } else {
        survey_set(site->survey, SURVEY_PROBE_AGENT, SURVEY_WEAK,
                   "with the probe it does not answer");
        survey_set_remedy(site->survey, SURVEY_PROBE_AGENT,
                          "measure with --probe never, and report this");
    }
    fault_release(&fault);
}

/* Of an agent that does not answer without the probe, SURVEY_AGENT tells. */
static void try_agent(struct trial *trial)
{
    struct survey *survey = trial->site->survey;
    char *key = datadir_find("keys/dsa1024.asc");
    if (!trial->site->engine.has_agent)
        survey_set(survey, SURVEY_PROBE_AGENT, SURVEY_UNTRIED,
                   "not used by this gpg");
    else if (key && survey->entries[SURVEY_AGENT].state != SURVEY_MISSING)
        start_agent(trial, key);
    free(key);
}

static bool is_loaded(const struct trial *trial)
{
    return trial->site->survey->entries[SURVEY_PROBE_GPG].state == SURVEY_OK;
}

static void try_in_home(struct trial *trial)
{
    struct agent_split split;
    if (enter_home(trial)) {
        try_gpg(trial);
        try_agent(trial);
        if (is_loaded(trial))
            survey_toll_of_process(trial->site, &trial->watch);
    }
    watch_leave(&trial->watch);
    workplaces_remove(&trial->workplace, 1, &split);
    workplace_release(&trial->workplace);
    environment_set_home(trial->site->home.path);
}

void survey_probe(struct survey_site *site)
{
    struct trial trial = {.site = site, .watch = {.fd = -1}};
    char *library = find_library(site->survey);
    trial.parent = site->plan->home_dir ? site->home_dir : site->work_dir;
    if (library && site->work_dir)
        make_ledger(&trial, library);
    if (trial.watch.ledger) {
        survey_toll_of_call(site, &trial.watch);
        if (site->has_engine && site->home.path && trial.parent)
            try_in_home(&trial);
    }
    watch_release(&trial.watch);
    free(library);
}
