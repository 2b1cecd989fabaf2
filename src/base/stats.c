/* SPDX-License-Identifier: GPL-3.0-or-later */

/* stats: pure functions on arrays of measured values.  Differences are taken
 * as unsigned numbers or as doubles, so that no value can overflow them. */
#include "base/stats.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static int compare_values(const void *left, const void *right)
{
    const int64_t a = *(const int64_t *)left;
    const int64_t b = *(const int64_t *)right;

    return (a > b) - (a < b);
}

void stats_sort(int64_t *values, size_t count)
{
    if (count > 1)
        qsort(values, count, sizeof *values, compare_values);
}

/* HIGH - LOW, which may be more than an int64_t holds. */
static uint64_t gap(int64_t low, int64_t high)
{
    return (uint64_t)high - (uint64_t)low;
}

double stats_median(const int64_t *sorted, size_t count)
{
    assert(count > 0);
    const int64_t high = sorted[count / 2];
    if (count % 2 == 1)
        return (double)high;

    const int64_t low = sorted[count / 2 - 1];
    const uint64_t between = gap(low, high);
    const double half = between % 2 == 1 ? 0.5 : 0.0;
    return (double)(low + (int64_t)(between / 2)) + half;
}

double stats_quantile(const int64_t *sorted, size_t count, double p)
{
    assert(count > 0);
    if (!(p > 0))
        return (double)sorted[0];
    if (p >= 1)
        return (double)sorted[count - 1];

    const double place = (double)(count - 1) * p;
    const size_t below = (size_t)place;
    if (below + 1 >= count)
        return (double)sorted[count - 1];
    const double part = place - (double)below;
    return (double)sorted[below] +
           part * (double)gap(sorted[below], sorted[below + 1]);
}

/* Write the sorted values into NEAREST, those closest to CENTRE first: from
 * both ends inwards, the farther one each time. */
static void order_by_distance(const int64_t *sorted, size_t count,
                              double centre, int64_t *nearest)
{
    size_t low = 0;
    size_t high = count;

    for (size_t left = count; left > 0; left--) {
        const double below = centre - (double)sorted[low];
        const double above = (double)sorted[high - 1] - centre;
        nearest[left - 1] = below > above ? sorted[low++] : sorted[--high];
    }
}

double stats_mad(const int64_t *sorted, size_t count, int64_t *scratch)
{
    const double median = stats_median(sorted, count);

    /* Distances can be halves, which an int64_t does not hold: the values
     * are put in order of distance, not the distances. */
    order_by_distance(sorted, count, median, scratch);
    const size_t middle = count / 2;
    const double upper = fabs((double)scratch[middle] - median);
    if (count % 2 == 1)
        return upper;
    const double lower = fabs((double)scratch[middle - 1] - median);
    return lower + (upper - lower) / 2;
}

/* The largest K with 1 - 2 P(B < K) at least LEVEL, B binomial (COUNT, 1/2);
 * 0 if there is none.  The binomial coefficient is kept apart from the power
 * of two, for 2^-COUNT is no double from 1075 on. */
static size_t interval_rank(size_t count, double level)
{
    double fraction = 1.0;
    long exponent = -(long)count;
    double below = 0.0;
    size_t k = 0;

    while (k < (count + 1) / 2) {
        below += scalbln(fraction, exponent);
        if (!(1.0 - 2.0 * below >= level))
            break;
        k++;
        int shift;
        fraction =
            frexp(fraction * (double)(count - k + 1) / (double)k, &shift);
        exponent += shift;
    }
    return k;
}

bool stats_median_interval(const int64_t *sorted, size_t count, double level,
                           struct interval *r_interval)
{
    const size_t k = interval_rank(count, level);

    if (k == 0)
        return false;
    r_interval->low = (double)sorted[k - 1];
    r_interval->high = (double)sorted[count - k];
    return true;
}
