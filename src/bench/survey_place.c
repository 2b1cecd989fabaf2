/* SPDX-License-Identifier: GPL-3.0-or-later */

/* survey_place: the directories of a run, and what killed ones have left in
 * them. */
#include "bench/survey_topic.h"

#include "base/text.h"
#include "base/units.h"
#include "bench/workdir.h"

#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

/* The default run needs about 2 MB and some 40 files. */
#define LEAST_BYTES (INT64_C(16) << 20)
#define LEAST_FILES 100

static const char *temporary_directory(void)
{
    const char *directory = getenv("TMPDIR");
    return directory && *directory != '\0' ? directory : "/tmp";
}

static const char *work_parent(const struct plan *plan)
{
    return plan->work_dir ? plan->work_dir : temporary_directory();
}

/* Two facts of one directory, and the option that names another. */
struct place_facts {
    enum survey_fact directory;
    enum survey_fact space;
    const char *option;
};

static const struct place_facts work_facts = {SURVEY_WORK_DIR,
                                              SURVEY_WORK_SPACE, "--work-dir"};
static const struct place_facts home_facts = {SURVEY_HOME_DIR,
                                              SURVEY_HOME_SPACE, "--home-dir"};

static void set_space(struct survey *survey, const struct place_facts *facts,
                      const struct statvfs *medium)
{
    const int64_t bytes = (int64_t)medium->f_bavail * (int64_t)medium->f_frsize;
    const bool is_enough = bytes >= LEAST_BYTES;
    struct text size = {.bytes = NULL};
    units_add_size(&size, bytes);
    survey_set(survey, facts->space, is_enough ? SURVEY_OK : SURVEY_WEAK, "%s",
               text_string(&size));
    survey_set_number(survey, facts->space, bytes);
    if (!is_enough)
        survey_set_remedy(survey, facts->space,
                          "make room, or choose another place with %s",
                          facts->option);
    text_release(&size);
}

/* A medium without a table of inodes tells of 0. */
static void set_files(struct survey *survey, const struct statvfs *medium)
{
    if (medium->f_files == 0)
        return;
    const int64_t count = (int64_t)medium->f_favail;
    const bool is_enough = count >= LEAST_FILES;
    survey_set(survey, SURVEY_WORK_FILES, is_enough ? SURVEY_OK : SURVEY_WEAK,
               "%lld", (long long)count);
    survey_set_number(survey, SURVEY_WORK_FILES, count);
    if (!is_enough)
        survey_set_remedy(survey, SURVEY_WORK_FILES,
                          "remove files there, or choose another place with "
                          "--work-dir");
}

/* Make a directory in PARENT, as a run would, and say what it is like. */
static void survey_directory(struct survey_site *site, const char *parent,
                             const struct place_facts *facts, char **r_path)
{
    struct survey *survey = site->survey;
    struct statvfs medium;
    const gpg_error_t err = workdir_make(parent, r_path);
    char *filesystem = err ? NULL : workdir_filesystem(*r_path);
    if (err) {
        survey_set(survey, facts->directory, SURVEY_MISSING,
                   "nothing can be made here (%s)", gpg_strerror(err));
        survey_set_remedy(survey, facts->directory,
                          "choose a place that can be written with %s",
                          facts->option);
    } else {
        survey_set(survey, facts->directory, SURVEY_OK, "%s",
                   filesystem ? filesystem : "a file system without a name");
    }
    survey_set_path(survey, facts->directory, parent);
    if (!err && statvfs(*r_path, &medium) == 0) {
        set_space(survey, facts, &medium);
        if (facts == &work_facts)
            set_files(survey, &medium);
    }
    free(filesystem);
}

static void survey_home(struct survey_site *site, const char *parent)
{
    struct fault fault = {.what = FAULT_NONE};
    char *notice = NULL;
    char name[HOME_NAME_BYTES];
    home_name(0, false, name);
    const gpg_error_t err = home_init(&site->home, parent, name,
                                      &site->plan->settings, &notice, &fault);
    if (err) {
        survey_set_fault(site->survey, SURVEY_HOME, &fault);
    } else if (notice) {
        survey_set(site->survey, SURVEY_HOME, SURVEY_WEAK, "%s", notice);
        survey_set_remedy(site->survey, SURVEY_HOME,
                          "give a short path on a medium with sockets and "
                          "modes with --home-dir, or let it be in /tmp");
    } else {
        survey_set(site->survey, SURVEY_HOME, SURVEY_OK,
                   "the home and its agent can be there");
    }
    free(notice);
    fault_release(&fault);
}

void survey_places(struct survey_site *site)
{
    const struct plan *plan = site->plan;
    survey_directory(site, work_parent(plan), &work_facts, &site->work_dir);
    if (plan->home_dir)
        survey_directory(site, plan->home_dir, &home_facts, &site->home_dir);
    const char *parent = plan->home_dir ? site->home_dir : site->work_dir;
    if (parent)
        survey_home(site, parent);
}

static void clean(struct survey_site *site, struct leftover *leftover)
{
    char *sockets[LEFTOVER_HOMES] = {NULL};
    for (size_t i = 0; i < LEFTOVER_HOMES; i++) {
        char *home = leftover_home(leftover, i);
        if (home && access(home, F_OK) == 0 && site->has_engine &&
            site->engine.has_agent)
            sockets[i] = engine_agent_socket(&site->engine, home,
                                             site->plan->settings.timeout_s,
                                             &site->guard);
        free(home);
    }
    leftover_clean(leftover, sockets);
    for (size_t i = 0; i < LEFTOVER_HOMES; i++)
        free(sockets[i]);
}

gpg_error_t survey_leftovers(struct survey_site *site, bool cleans)
{
    struct leftover_list *list = &site->survey->leftovers;
    const char *const places[] = {work_parent(site->plan), site->plan->home_dir,
                                  temporary_directory(), "/tmp"};
    gpg_error_t err = 0;
    for (size_t i = 0; !err && i < sizeof places / sizeof places[0]; i++)
        if (places[i])
            err = leftover_find(list, places[i]);
    for (size_t i = 0; cleans && i < list->count && guard_signal() == 0; i++)
        clean(site, &list->items[i]);
    return err;
}
