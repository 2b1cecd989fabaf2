/* SPDX-License-Identifier: GPL-3.0-or-later */

/* summary: numbers of one series.  The formulas are in base/stats. */
#include "report/summary.h"

#include <stdlib.h>

struct summary summary_of_sorted(const int64_t *values, size_t count,
                                 int64_t *scratch)
{
    struct summary summary = {0};

    if (count == 0)
        return summary;
    summary.count = count;
    summary.median = stats_median(values, count);
    summary.quartile_low = stats_quantile(values, count, 0.25);
    summary.quartile_high = stats_quantile(values, count, 0.75);
    summary.mad = stats_mad(values, count, scratch);
    summary.min = values[0];
    summary.max = values[count - 1];
    summary.has_interval =
        stats_median_interval(values, count, SUMMARY_LEVEL, &summary.interval);
    return summary;
}

gpg_error_t summary_of(const struct series *series, enum metric metric,
                       bool probed, struct summary *r_summary)
{
    *r_summary = (struct summary){0};
    if (series->sample_count == 0 || fault_is_set(&series->failure))
        return 0;

    int64_t *values = calloc(series->sample_count, 2 * sizeof *values);
    if (!values)
        return gpg_error_from_syserror();
    const size_t count = series_values(series, metric, probed, values);
    stats_sort(values, count);
    *r_summary =
        summary_of_sorted(values, count, values + series->sample_count);
    free(values);
    return 0;
}

gpg_error_t summary_shown(const struct series *series, enum metric metric,
                          struct summary *r_summary)
{
    return summary_of(series, metric, series_shows_probed(series, metric),
                      r_summary);
}

double summary_half_width(const struct summary *summary)
{
    if (summary->has_interval)
        return (summary->interval.high - summary->interval.low) / 2;
    if (summary->count >= 2)
        return ((double)summary->max - (double)summary->min) / 2;
    return -1;
}

double summary_spread_pct(const struct summary *summary)
{
    if (!summary->has_interval || !(summary->median > 0))
        return -1;
    return 100 * summary_half_width(summary) / summary->median;
}

bool summary_below_ticks(double ns, int64_t cpu_tick_ns)
{
    return cpu_tick_ns > 0 && ns < SUMMARY_SPLIT_TICKS * (double)cpu_tick_ns;
}
