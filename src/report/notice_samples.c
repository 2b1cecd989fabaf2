/* SPDX-License-Identifier: GPL-3.0-or-later */

/* notice_samples: warnings about what the samples of cells show. */
#include "report/notice_finder.h"

#include <inttypes.h>
#include <stdlib.h>

/* A first sample this far above the median of the others stands out. */
#define FIRST_RATIO 1.2

static double weigh_few(struct finder *finder, const struct series *series)
{
    const size_t count = finder_summary(finder, series, METRIC_REAL).count;

    if (count == 0 || count >= SUMMARY_INTERVAL_COUNT)
        return -1;
    return (double)(SUMMARY_INTERVAL_COUNT - count);
}

/* The option that stood in the way of more samples. */
static void advise_more(const struct settings *settings, struct text *advice)
{
    if (settings->runs > 0)
        text_addf(advice, "--runs %d gives one", SUMMARY_INTERVAL_COUNT);
    else if (settings->max_runs > 0 &&
             settings->max_runs < SUMMARY_INTERVAL_COUNT)
        text_addf(advice, "--max-runs %d gives one", SUMMARY_INTERVAL_COUNT);
    else
        text_addf(advice, "raise --max-time (it was %g s)",
                  settings->max_time_s);
}

void notice_find_few_samples(struct finder *finder)
{
    const struct fold fold = finder_fold(finder, weigh_few);
    struct text words = {0};
    struct text advice = {0};

    if (fold.cells == 0)
        return;
    const int fewest = SUMMARY_INTERVAL_COUNT - (int)fold.weight;
    if (fold.others > 0)
        text_addf(&words, "%zu of ", fold.cells);
    finder_add_cells(fold.cells + fold.others, &words);
    text_addf(&words, " with fewer than %d samples and so no interval (",
              SUMMARY_INTERVAL_COUNT);
    finder_add_cell(finder, fold.worst, &words);
    text_addf(&words, fewest == 1 ? ": n=%d, no spread)" : ": n=%d)", fewest);
    advise_more(&finder->run->settings, &advice);
    finder_add(finder, &fold, NOTICE_NONE, &words, text_string(&advice));
    finder_release_text(finder, &advice);
}

static double weigh_precision(struct finder *finder,
                              const struct series *series)
{
    const struct summary real = finder_summary(finder, series, METRIC_REAL);
    const double spread_pct = summary_spread_pct(&real);

    /* What a reader would see as the precision asked is not a miss. */
    if (spread_pct < finder->run->settings.precision_pct + 0.05)
        return -1;
    return spread_pct;
}

void notice_find_precision(struct finder *finder)
{
    const struct settings *settings = &finder->run->settings;
    struct text words = {0};
    struct text advice = {0};

    if (settings->runs > 0 || !(settings->precision_pct > 0))
        return;
    const struct fold fold = finder_fold(finder, weigh_precision);
    if (fold.cells == 0)
        return;
    finder_add_cells(fold.cells, &words);
    text_addf(&words, " did not reach the precision asked, +-%g%% (",
              settings->precision_pct);
    finder_add_cell(finder, fold.worst, &words);
    text_addf(&words, ": +-%.1f%%)", fold.weight);
    text_addf(&advice,
              "raise --max-time (it was %g s) or --max-runs (%" PRIu32 ")",
              settings->max_time_s, settings->max_runs);
    finder_add(finder, &fold, NOTICE_NONE, &words, text_string(&advice));
    finder_release_text(finder, &advice);
}

/* How many times the median of the others the first sample took, where it
 * stands out from them; else -1.  VALUES are in the order taken. */
static double first_ratio(int64_t *values, size_t count)
{
    if (count < 3)
        return -1;
    stats_sort(values + 1, count - 1);
    const double median = stats_median(values + 1, count - 1);
    if (values[0] <= values[count - 1] || !(median > 0) ||
        (double)values[0] <= FIRST_RATIO * median)
        return -1;
    return (double)values[0] / median;
}

static double weigh_first(struct finder *finder, const struct series *series)
{
    if (finder->err || series->sample_count == 0)
        return -1;
    int64_t *values = calloc(series->sample_count, sizeof *values);
    if (!values) {
        finder->err = gpg_error_from_syserror();
        return -1;
    }
    const size_t count = series_values(series, METRIC_REAL, false, values);
    const double ratio = first_ratio(values, count);
    free(values);
    return ratio;
}

void notice_find_first_sample(struct finder *finder)
{
    const struct fold fold = finder_fold(finder, weigh_first);
    struct text words = {0};

    if (fold.cells == 0)
        return;
    text_add(&words, "the first sample stands out in ");
    finder_add_cells(fold.cells, &words);
    text_add(&words, " (");
    finder_add_cell(finder, fold.worst, &words);
    text_addf(&words, ": %.1f times the others' median)", fold.weight);
    finder_add(finder, &fold, NOTICE_NONE, &words,
               finder->run->settings.warmup == 0
                   ? "--warmup 1 leaves such a first one out"
                   : NULL);
}
