/* SPDX-License-Identifier: GPL-3.0-or-later */

/* stats: pure functions on arrays of measured values.
 *
 * Nothing here knows what the values are, and nothing changes its input:
 * what needs order works on an array the caller has sorted. */
#ifndef PGPBENCH_BASE_STATS_H
#define PGPBENCH_BASE_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sort COUNT values ascending, in place. */
void stats_sort(int64_t *values, size_t count);

/* Median of COUNT sorted values, COUNT > 0: the middle one, or the mean of
 * the middle two. */
double stats_median(const int64_t *sorted, size_t count);

/* Quantile P (0 to 1) of COUNT sorted values, COUNT > 0, by linear
 * interpolation between order statistics: Hyndman & Fan (1996), type 7, the
 * default of R. */
double stats_quantile(const int64_t *sorted, size_t count, double p);

/* Median absolute deviation from the median, unscaled, of COUNT > 0 sorted
 * values.  SCRATCH has room for COUNT values. */
double stats_mad(const int64_t *sorted, size_t count, int64_t *scratch);

struct interval {
    double low;
    double high;
};

/* Distribution-free interval of the median: the order statistics x(k) and
 * x(n+1-k) with the largest k whose coverage 1 - 2 P(B < k), B binomial
 * (n, 1/2), is at least LEVEL (0.95).  Conover, Practical Nonparametric
 * Statistics, 3rd ed., section 3.2.  False, and *R_INTERVAL untouched, where
 * no such k exists: below six values at level 0.95. */
bool stats_median_interval(const int64_t *sorted, size_t count, double level,
                           struct interval *r_interval);

#endif
