/* SPDX-License-Identifier: GPL-3.0-or-later */

/* notice_probe: warnings about the probe, and about what only it can see. */
#include "report/notice_finder.h"

#include "report/probe_cost.h"

/* Above this part of real the probe disturbs what it looks at, and entropy
 * or flash decide how long a cell takes. */
#define GOOD_PART_PCT 5

static enum probe_use asked(const struct finder *finder)
{
    return probe_use_find(finder->run->settings.probe);
}

static double weigh_probed(struct finder *finder, const struct series *series)
{
    if (series->sample_count == 0 || series_count(series, false) > 0)
        return -1;
    return finder_summary(finder, series, METRIC_ENTROPY).count > 0 ? 0 : -1;
}

void notice_find_probed(struct finder *finder)
{
    const struct fold fold = finder_fold(finder, weigh_probed);
    struct text words = {0};

    if (fold.cells == 0)
        return;
    text_add(&words, "every sample of ");
    finder_add_cells(fold.cells, &words);
    text_add(&words, " was taken with the probe loaded, which slows the "
                     "start of gpg");
    finder_add(finder, &fold, NOTICE_NONE, &words,
               "--probe never keeps it out of real, user and sys");
}

static double weigh_absent(struct finder *finder, const struct series *series)
{
    if (series_count(series, true) == 0 ||
        finder_summary(finder, series, METRIC_ENTROPY).count > 0)
        return -1;
    return 0;
}

/* For each engine, since it is the engine that cannot be probed. */
void notice_find_probe_absent(struct finder *finder)
{
    const struct run *run = finder->run;

    for (size_t e = 0; e < run->engine_count; e++) {
        struct fold fold = {.cells = 0};
        struct text words = {0};

        for (size_t i = 0; i < run->series_count; i++) {
            const struct series *series = &run->series[i];
            if (series->cell.engine != e || fault_is_set(&series->failure) ||
                weigh_absent(finder, series) < 0)
                continue;
            fold.worst = fold.cells == 0 ? i : fold.worst;
            fold.cells++;
        }
        if (fold.cells == 0)
            continue;
        text_add(&words, "the probe did not load into ");
        text_add_readable(&words,
                          run->engines[e].name ? run->engines[e].name : "gpg");
        text_add(&words, " (");
        finder_add_cells(fold.cells, &words);
        text_add(&words, "): entropy and flash are -");
        finder_add(finder, &fold, e, &words,
                   "a static or set-uid gpg, or one of another libc, takes "
                   "none");
    }
}

static double weigh_unprobed(struct finder *finder, const struct series *series)
{
    (void)finder;
    return series->sample_count > 0 && series_count(series, true) == 0 ? 0 : -1;
}

void notice_find_no_probe(struct finder *finder)
{
    for (size_t e = 0; e < finder->run->engine_count; e++) {
        const char *notice = finder->run->engines[e].probe_notice;
        struct text words = {0};

        if (!notice)
            continue;
        finder_add_engine(finder, e, &words);
        text_add(&words, "no probe, so entropy and flash are -: ");
        text_add_readable(&words, notice);
        finder_add(finder, NULL, e, &words,
                   "pgpbench check tells what the probe needs");
    }
}

void notice_find_unprobed(struct finder *finder)
{
    struct text words = {0};
    struct text advice = {0};

    if (run_probe_use(finder->run) == PROBE_NEVER)
        return;
    const struct fold fold = finder_fold(finder, weigh_unprobed);
    if (fold.cells == 0)
        return;
    finder_add_cells(fold.cells, &words);
    text_add(&words, " without a probed sample (");
    finder_add_cell(finder, fold.worst, &words);
    text_add(&words, "): entropy and flash are -");
    text_addf(&advice, "raise --max-time (it was %g s)",
              finder->run->settings.max_time_s);
    finder_add(finder, &fold, NOTICE_NONE, &words, text_string(&advice));
    finder_release_text(finder, &advice);
}

/* Only what the samples show: on a restless machine the medians of few of
 * them differ by more than that anyway.  The floor is all start of gpg, of
 * which loading the probe is always a good part. */
static double weigh_cost(struct finder *finder, const struct series *series)
{
    struct probe_cost cost = {0};

    if (finder->err || series->cell.operation == OPERATION_START)
        return -1;
    finder->err = probe_cost_of(series, &cost);
    if (cost.half_width_ns < 0 ||
        (cost.ns - cost.half_width_ns) * 100 <= GOOD_PART_PCT * cost.plain_ns)
        return -1;
    return probe_cost_pct(&cost);
}

void notice_find_probe_cost(struct finder *finder)
{
    const struct fold fold = finder_fold(finder, weigh_cost);
    struct text words = {0};

    if (fold.cells == 0)
        return;
    text_addf(&words, "the probe adds more than %d %% to real in ",
              GOOD_PART_PCT);
    finder_add_cells(fold.cells, &words);
    text_add(&words, " (");
    finder_add_cell(finder, fold.worst, &words);
    text_addf(&words, ": %.0f %%)", fold.weight);
    finder_add(finder, &fold, NOTICE_NONE, &words,
               "what it tells of them is that much off");
}

/* Median of METRIC in percent of the real time of the same samples, the
 * probed ones. */
static double share_pct(struct finder *finder, const struct series *series,
                        enum metric metric)
{
    const struct summary part = finder_summary(finder, series, metric);
    struct summary real = {0};

    if (!finder->err)
        finder->err = summary_of(series, METRIC_REAL, true, &real);
    return real.median > 0 ? 100 * part.median / real.median : 0;
}

static double weigh_gulp(struct finder *finder, const struct series *series)
{
    const double entropy_pct = share_pct(finder, series, METRIC_ENTROPY);
    const double flash_pct = share_pct(finder, series, METRIC_FLASH);
    const double pct = entropy_pct > flash_pct ? entropy_pct : flash_pct;

    return pct > GOOD_PART_PCT ? pct : -1;
}

/* What every sample knows its own of needs no word. */
void notice_find_gulp(struct finder *finder)
{
    struct text words = {0};

    if (asked(finder) != PROBE_SEPARATE)
        return;
    const struct fold fold = finder_fold(finder, weigh_gulp);
    if (fold.cells == 0)
        return;
    const struct series *worst = &finder->run->series[fold.worst];
    const bool is_flash = share_pct(finder, worst, METRIC_FLASH) >=
                          share_pct(finder, worst, METRIC_ENTROPY);
    text_addf(&words, "entropy or flash above %d %% of real in ",
              GOOD_PART_PCT);
    finder_add_cells(fold.cells, &words);
    text_add(&words, " (");
    finder_add_cell(finder, fold.worst, &words);
    text_addf(&words, ": %s %.0f %%)", is_flash ? "flash" : "entropy",
              fold.weight);
    finder_add(finder, &fold, NOTICE_NONE, &words,
               "--probe always tells it in every sample");
}
