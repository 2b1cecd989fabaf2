/* SPDX-License-Identifier: GPL-3.0-or-later */

/* rank_order: sorting and counting.  It knows no test. */
#include "base/rank_order.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left;
    const double b = *(const double *)right;

    return (a > b) - (a < b);
}

void rank_sort(double *values, size_t count)
{
    if (count > 1)
        qsort(values, count, sizeof *values, compare);
}

double rank_doubled(const double *sorted, size_t count, uint32_t *ranks)
{
    double ties = 0;

    for (size_t i = 0; i < count;) {
        size_t end = i + 1;
        while (end < count && !(sorted[end] > sorted[i]))
            end++;
        const double t = (double)(end - i);
        ties += t * t * t - t;
        for (size_t j = i; j < end; j++)
            ranks[j] = (uint32_t)(i + 1 + end);
        i = end;
    }
    return ties;
}

uint64_t rank_sums_count(const struct rank_sums *sums)
{
    const uint64_t n = sums->a_count;

    return sums->a == sums->b ? n * (n + 1) / 2 : n * sums->b_count;
}

/* How many sums are at most LIMIT.  As a grows, fewer of b are small enough;
 * rounding keeps the order. */
static uint64_t count_up_to(const struct rank_sums *sums, double limit)
{
    const int is_triangle = sums->a == sums->b;
    uint64_t count = 0;
    size_t end = sums->b_count;

    for (size_t i = 0; i < sums->a_count; i++) {
        const size_t first = is_triangle ? i : 0;
        while (end > 0 && sums->a[i] + sums->b[end - 1] > limit)
            end--;
        if (end > first)
            count += end - first;
    }
    return count;
}

/* Doubles in their order as whole numbers, -0 just below 0. */
static int64_t key_of(double value)
{
    int64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits >= 0 ? bits : INT64_MIN - bits - 1;
}

static double value_of(int64_t key)
{
    const int64_t bits = key >= 0 ? key : INT64_MIN - key - 1;
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

double rank_sums_select(const struct rank_sums *sums, uint64_t k)
{
    assert(k >= 1 && k <= rank_sums_count(sums));
    int64_t low = key_of(sums->a[0] + sums->b[0]);
    int64_t high =
        key_of(sums->a[sums->a_count - 1] + sums->b[sums->b_count - 1]);

    /* The least number with K sums up to it is one of them. */
    while (low < high) {
        const int64_t middle =
            low + (int64_t)(((uint64_t)high - (uint64_t)low) / 2);
        if (count_up_to(sums, value_of(middle)) >= k)
            high = middle;
        else
            low = middle + 1;
    }
    return value_of(low);
}

double rank_sums_median(const struct rank_sums *sums)
{
    const uint64_t count = rank_sums_count(sums);
    const double low = rank_sums_select(sums, (count + 1) / 2);

    return count % 2 == 1
               ? low
               : low + (rank_sums_select(sums, count / 2 + 1) - low) / 2;
}
