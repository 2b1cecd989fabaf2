/* SPDX-License-Identifier: GPL-3.0-or-later */

/* rank_order: ranks, and single values out of all sums of pairs.  For
 * rank_test. */
#ifndef PGPBENCH_BASE_RANK_ORDER_H
#define PGPBENCH_BASE_RANK_ORDER_H

#include <stddef.h>
#include <stdint.h>

/* Sort COUNT values ascending, in place. */
void rank_sort(double *values, size_t count);

/* Twice the mean ranks, from 1, of COUNT sorted values into RANKS: whole
 * numbers, ties or not.  Returns the sum of t^3 - t over the groups of t equal
 * values. */
double rank_doubled(const double *sorted, size_t count, uint32_t *ranks);

/* All sums that are looked through: of every value of A with every one of B;
 * where B is A, of every two values, each with itself too, once.  Both
 * sorted. */
struct rank_sums {
    const double *a;
    const double *b;
    size_t a_count;
    size_t b_count;
};

/* How many there are. */
uint64_t rank_sums_count(const struct rank_sums *sums);

/* The K-th smallest, K from 1, in time that grows with the number of values,
 * not of sums. */
double rank_sums_select(const struct rank_sums *sums, uint64_t k);

/* Their median. */
double rank_sums_median(const struct rank_sums *sums);

#endif
