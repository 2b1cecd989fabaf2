/* SPDX-License-Identifier: GPL-3.0-or-later */

/* survey_program: programs, libraries and data: which, where, and whether
 * they answer. */
#include "bench/survey_topic.h"

#include "base/datadir.h"
#include "base/text.h"
#include "bench/command.h"
#include "bench/environment.h"
#include "bench/outfit.h"
#include "model/run_file.h"

#include <assuan.h>
#include <gpgme.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_KEY     "dsa1024"
#define DEFAULT_FIXTURE "fixtures/COPYING"

/* What gpgconf and gpg-agent say after their names, "(GnuPG) 2.2.40", to be
 * freed; NULL if they do not answer. */
static char *ask_version(struct survey_site *site, const char *program)
{
    const char *const argv[] = {program, "--version", NULL};
    const double limit_s = site->plan->settings.timeout_s;
    const struct command command = {argv, NULL, limit_s};
    struct command_result answer = {.status = 0};
    char *version = NULL;
    if (command_run(&command, &site->guard, &answer) == 0 &&
        command_succeeded(&answer)) {
        const char *behind = strstr(text_string(&answer.out), ") ");
        if (behind)
            version = strndup(behind + 2, strcspn(behind + 2, " \n\r"));
    }
    command_release(&answer);
    return version;
}

static void set_program(struct survey_site *site, enum survey_fact fact,
                        const char *path)
{
    char *version = ask_version(site, path);
    survey_set(site->survey, fact, version ? SURVEY_OK : SURVEY_MISSING, "%s",
               version ? version : "it does not tell its version");
    survey_set_path(site->survey, fact, path);
    if (!version)
        survey_set_remedy(site->survey, fact,
                          "install GnuPG anew, or give another with --engine");
    free(version);
}

static void set_gpgconf(struct survey_site *site)
{
    if (site->engine.gpgconf) {
        set_program(site, SURVEY_GPGCONF, site->engine.gpgconf);
        return;
    }
    survey_set(site->survey, SURVEY_GPGCONF, SURVEY_WEAK,
               "neither beside gpg nor in PATH");
    survey_set_remedy(site->survey, SURVEY_GPGCONF,
                      "install the package gpgconf: it tells where the "
                      "agent's socket is");
}

static void set_detail(struct survey *survey, enum survey_fact fact,
                       const char *value)
{
    struct text words = {.bytes = NULL};
    if (!value)
        return;
    /* Lists of libgcrypt's have a colon behind each word. */
    for (const char *c = value; *c != '\0'; c++)
        text_add_char(&words, *c == ':' ? ' ' : *c, c[1] || *c != ':');
    survey_set(survey, fact, SURVEY_OK, "%s", text_string(&words));
    text_release(&words);
}

static void set_engine(struct survey_site *site,
                       const struct run_engine *record)
{
    struct survey *survey = site->survey;
    const struct gcrypt_config *gcrypt = &record->libgcrypt;
    survey_set(survey, SURVEY_GPG, SURVEY_OK, "%s", record->version);
    survey_set_path(survey, SURVEY_GPG, site->engine.path);
    if (!site->engine.has_agent) {
        survey_set(survey, SURVEY_AGENT, SURVEY_UNTRIED,
                   "not used by this gpg");
        return;
    }
    set_gpgconf(site);
    if (site->engine.agent_program &&
        survey->entries[SURVEY_AGENT].state == SURVEY_UNTRIED)
        set_program(site, SURVEY_AGENT, site->engine.agent_program);
    set_detail(survey, SURVEY_LIBGCRYPT, gcrypt->version);
    set_detail(survey, SURVEY_GCRYPT_CC, gcrypt->cc);
    set_detail(survey, SURVEY_GCRYPT_ASM, gcrypt->mpi_asm);
    set_detail(survey, SURVEY_GCRYPT_HWF, gcrypt->hwflist);
    set_detail(survey, SURVEY_GCRYPT_RANDOM, gcrypt->rnd_mod);
}

static void find_engine(struct survey_site *site)
{
    const struct plan *plan = site->plan;
    struct fault fault = {.what = FAULT_NONE};
    struct run_engine *record = run_add_engine(&site->run);
    gpg_error_t err = outfit_make(plan, 0, site->work_dir ? site->work_dir : "",
                                  &site->environment, &fault);
    if (!err)
        err = environment_enter(&site->environment);
    /* Never the user's own; gpg makes none of this name. */
    environment_set_home(site->home.path ? site->home.path : "/nonexistent");
    if (!record)
        return;
    if (!err)
        err = engine_init(&site->engine, plan_engine_at(plan, 0)->path,
                          plan->settings.timeout_s, &site->guard, record,
                          &fault);
    site->has_engine = record->version != NULL;
    if (err)
        survey_set_fault(
            site->survey,
            fault.what == FAULT_NO_AGENT ? SURVEY_AGENT : SURVEY_GPG, &fault);
    if (site->has_engine)
        set_engine(site, record);
    fault_release(&fault);
}

/* GPGME must take this gpg, and be able to run programs by itself. */
static gpg_error_t try_gpgme(struct survey_site *site)
{
    gpgme_ctx_t context = NULL;
    /* The first use runs several programs. */
    guard_arm(&site->guard, site->plan->settings.timeout_s);
    gpg_error_t err = gpgme_set_engine_info(GPGME_PROTOCOL_OpenPGP,
                                            site->engine.path, site->home.path);
    if (!err)
        err = gpgme_new(&context);
    if (!err)
        err = gpgme_set_protocol(context, GPGME_PROTOCOL_OpenPGP);
    if (!err)
        err = gpgme_set_protocol(context, GPGME_PROTOCOL_SPAWN);
    guard_disarm(&site->guard);
    gpgme_release(context);
    return err;
}

static void set_libraries(struct survey_site *site)
{
    struct survey *survey = site->survey;
    survey_set(survey, SURVEY_GPGME, SURVEY_OK, "%s",
               gpgme_check_version(NULL));
    survey_set(survey, SURVEY_LIBASSUAN, SURVEY_OK, "%s",
               assuan_check_version(NULL));
    survey_set(survey, SURVEY_GPG_ERROR, SURVEY_OK, "%s",
               gpg_error_check_version(NULL));
    survey_set(survey, SURVEY_JANSSON, SURVEY_OK, "%s", run_file_library());
    const gpg_error_t err = site->has_engine ? try_gpgme(site) : 0;
    if (err) {
        survey_set(survey, SURVEY_GPGME, SURVEY_MISSING,
                   "%s cannot use this gpg (%s)", gpgme_check_version(NULL),
                   gpg_strerror(err));
        survey_set_remedy(survey, SURVEY_GPGME,
                          "give a gpg that works with --engine");
    }
}

/* What to do about data that is not found; OR is what helps as well. */
static void set_data_remedy(struct survey *survey, enum survey_fact fact,
                            const char * or)
{
    struct text words = {.bytes = NULL};
    char *advice = datadir_advice();
    text_add(&words, advice ? advice : "set PGPBENCH_DATADIR");
    text_add(&words, or);
    survey_set_remedy(survey, fact, "%s", text_string(&words));
    text_release(&words);
    free(advice);
}

static void set_keys(struct survey *survey)
{
    struct datadir_list list = {.names = NULL};
    struct text names = {.bytes = NULL};
    bool has_default = false;
    datadir_list("keys", ".asc", &list);
    for (size_t i = 0; i < list.count; i++) {
        text_addf(&names, "%s%s", i > 0 ? " " : "", list.names[i]);
        if (strcmp(list.names[i], DEFAULT_KEY) == 0)
            has_default = true;
    }
    survey_set(survey, SURVEY_KEYS, has_default ? SURVEY_OK : SURVEY_MISSING,
               "%s", list.count > 0 ? text_string(&names) : "none is found");
    survey_set_path(survey, SURVEY_KEYS, list.directory);
    if (!has_default)
        set_data_remedy(survey, SURVEY_KEYS, "");
    text_release(&names);
    datadir_list_release(&list);
}

static void set_fixtures(struct survey *survey)
{
    char *path = datadir_find(DEFAULT_FIXTURE);
    char *random = datadir_find("fixtures/random");
    if (path) {
        char *slash = strrchr(path, '/');
        survey_set(survey, SURVEY_FIXTURES, SURVEY_OK, "%s%s", slash + 1,
                   random ? " random" : "");
        *slash = '\0';
        survey_set_path(survey, SURVEY_FIXTURES, path);
    } else {
        survey_set(survey, SURVEY_FIXTURES, SURVEY_MISSING,
                   DEFAULT_FIXTURE " is not found");
        set_data_remedy(survey, SURVEY_FIXTURES,
                        ", or name a FILE in each run");
    }
    free(path);
    free(random);
}

void survey_programs(struct survey_site *site)
{
    find_engine(site);
    set_libraries(site);
    set_keys(site->survey);
    set_fixtures(site->survey);
}
