/* SPDX-License-Identifier: GPL-3.0-or-later */

/* notice: the table of checks and the list they fill.  What each looks at
 * is in notice_scene.c, _engine.c, _probe.c, _samples.c and _figures.c. */
#include "report/notice.h"

#include "report/notice_finder.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    enum notice_kind kind;
    void (*find)(struct finder *finder);
} checks[] = {
    {NOTICE_INCOMPLETE, notice_find_incomplete},
    {NOTICE_FAILED, notice_find_failed},
    {NOTICE_LOAD, notice_find_load},
    {NOTICE_LOAD_DURING, notice_find_load_during},
    {NOTICE_FREQUENCY, notice_find_frequency},
    {NOTICE_TEMPERATURE, notice_find_temperature},
    {NOTICE_ROOM, notice_find_room},
    {NOTICE_CACHE_WARM, notice_find_cache_warm},
    {NOTICE_HOME_DIR, notice_find_home_dir},
    {NOTICE_VERSIONS, notice_find_versions},
    {NOTICE_ACCOUNTING, notice_find_accounting},
    {NOTICE_PROBED, notice_find_probed},
    {NOTICE_PROBE_ABSENT, notice_find_probe_absent},
    {NOTICE_AGENT_DEATHS, notice_find_agent_deaths},
    {NOTICE_NO_PROBE, notice_find_no_probe},
    {NOTICE_UNPROBED, notice_find_unprobed},
    {NOTICE_PROBE_COST, notice_find_probe_cost},
    {NOTICE_GULP, notice_find_gulp},
    {NOTICE_FEW_SAMPLES, notice_find_few_samples},
    {NOTICE_PRECISION, notice_find_precision},
    {NOTICE_FIRST_SAMPLE, notice_find_first_sample},
    {NOTICE_CPU_ABOVE_REAL, notice_find_cpu_above_real},
    {NOTICE_COPIES, notice_find_copies},
    {NOTICE_SPLIT, notice_find_split},
    {NOTICE_SAME_LIBRARY, notice_find_same_library},
    {NOTICE_FEATURES, notice_find_features},
};

gpg_error_t notice_collect(const struct run *run, struct notice_list *r_list)
{
    struct finder finder = {.run = run, .list = r_list};

    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        finder.kind = checks[i].kind;
        checks[i].find(&finder);
    }
    if (finder.err)
        notice_list_release(r_list);
    return finder.err;
}

void notice_list_release(struct notice_list *list)
{
    if (!list)
        return;
    for (size_t i = 0; i < list->count; i++) {
        free(list->notices[i].words);
        free(list->notices[i].advice);
    }
    free(list->notices);
    *list = (struct notice_list){0};
}

struct fold finder_fold(struct finder *finder, finder_weigh *weigh)
{
    struct fold fold = {.weight = -1};

    for (size_t i = 0; i < finder->run->series_count; i++) {
        const struct series *series = &finder->run->series[i];
        if (fault_is_set(&series->failure))
            continue;
        const double weight = weigh(finder, series);
        if (!(weight >= 0)) {
            fold.others++;
            continue;
        }
        fold.cells++;
        if (weight > fold.weight) {
            fold.weight = weight;
            fold.worst = i;
        }
    }
    return fold;
}

struct summary finder_summary(struct finder *finder,
                              const struct series *series, enum metric metric)
{
    struct summary summary = {0};

    if (!finder->err)
        finder->err = summary_shown(series, metric, &summary);
    return summary;
}

void finder_release_text(struct finder *finder, struct text *text)
{
    if (text_failed(text))
        finder->err = gpg_error(GPG_ERR_ENOMEM);
    text_release(text);
}

void finder_add_cell(struct finder *finder, size_t index, struct text *text)
{
    struct text name = {0};

    cell_name(finder->run, &finder->run->series[index].cell, &name);
    text_add_readable(text, text_string(&name));
    finder_release_text(finder, &name);
}

void finder_add_engine(struct finder *finder, size_t index, struct text *text)
{
    const char *name = finder->run->engines[index].name;

    if (finder->run->engine_count < 2 || !name)
        return;
    text_add_readable(text, name);
    text_add(text, ": ");
}

void finder_add_cells(size_t count, struct text *text)
{
    text_addf(text, count == 1 ? "%zu cell" : "%zu cells", count);
}

void finder_add(struct finder *finder, const struct fold *fold, size_t engine,
                struct text *words, const char *advice)
{
    struct notice notice = {.kind = finder->kind,
                            .engine = engine,
                            .series = fold ? fold->worst : NOTICE_NONE,
                            .cells = fold ? fold->cells : 0};
    struct notice_list *list = finder->list;
    struct notice *notices =
        realloc(list->notices, (list->count + 1) * sizeof *notices);

    if (notices)
        list->notices = notices;
    notice.words = text_take(words);
    notice.advice = advice ? strdup(advice) : NULL;
    if (!finder->err && notices && notice.words && (!advice || notice.advice)) {
        notices[list->count++] = notice;
        return;
    }
    if (!finder->err)
        finder->err = gpg_error(GPG_ERR_ENOMEM);
    free(notice.words);
    free(notice.advice);
}
