/* SPDX-License-Identifier: GPL-3.0-or-later */

/* summary: the values of one metric in one series -> a few numbers.
 *
 * Plain and probed samples are never mixed.  It chooses no unit and no
 * digits. */
#ifndef PGPBENCH_REPORT_SUMMARY_H
#define PGPBENCH_REPORT_SUMMARY_H

#include "base/stats.h"
#include "model/series.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Below this many values there is no interval of SUMMARY_LEVEL. */
#define SUMMARY_INTERVAL_COUNT 6
#define SUMMARY_LEVEL          0.95

/* User or sys time below so many ticks of the kernel is more guess than
 * figure: the kernel splits CPU time by what each tick happens to meet. */
#define SUMMARY_SPLIT_TICKS 10

/* In the metric's own unit.  COUNT 0: absent, and all else is 0. */
struct summary {
    size_t count;
    double median;
    double quartile_low;
    double quartile_high;
    double mad; /* median absolute deviation, unscaled */
    int64_t min;
    int64_t max;
    bool has_interval; /* of the median, at SUMMARY_LEVEL */
    struct interval interval;
};

/* Of METRIC in the plain or the PROBED samples of SERIES.  A series that
 * failed has no figures: its summary is absent.  Fails with
 * GPG_ERR_ENOMEM. */
gpg_error_t summary_of(const struct series *series, enum metric metric,
                       bool probed, struct summary *r_summary);

/* Of COUNT sorted VALUES; SCRATCH has room for COUNT values. */
struct summary summary_of_sorted(const int64_t *values, size_t count,
                                 int64_t *scratch);

/* Likewise, of the samples that a report shows: the probed ones for a metric
 * that only the probe can tell and where there are no others, else the plain
 * ones. */
gpg_error_t summary_shown(const struct series *series, enum metric metric,
                          struct summary *r_summary);

/* How far the median may be off: half the interval, else half the range,
 * else (fewer than two values) -1: unknown. */
double summary_half_width(const struct summary *summary);

/* Half the interval in percent of the median; -1 where there is no interval
 * or the median is not above 0. */
double summary_spread_pct(const struct summary *summary);

/* Whether NS of user or sys time is below SUMMARY_SPLIT_TICKS ticks of
 * CPU_TICK_NS; false where the tick is not known (below 1). */
bool summary_below_ticks(double ns, int64_t cpu_tick_ns);

#endif
