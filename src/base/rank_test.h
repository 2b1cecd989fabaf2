/* SPDX-License-Identifier: GPL-3.0-or-later */

/* rank_test: whether two groups of values, or the two of each pair, differ,
 * and by how much: tests that ask nothing of how the values are distributed.
 *
 * Hollander & Wolfe, Nonparametric Statistical Methods, 2nd ed., chapters 3
 * (pairs) and 4 (groups).  Values are finite.  All fail with GPG_ERR_ENOMEM
 * only; memory grows with the number of values, not of their pairs. */
#ifndef PGPBENCH_BASE_RANK_TEST_H
#define PGPBENCH_BASE_RANK_TEST_H

#include "base/stats.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>

struct rank_result {
    double p;          /* two-sided; 1 where nothing can be said */
    double shift;      /* the Hodges-Lehmann estimate */
    bool has_interval; /* of the shift, at the level asked for */
    struct interval interval;
};

/* Wilcoxon's signed rank test of COUNT > 0 DIFFERENCES.
 *
 * p: those of 0 are left out, equal ones share their mean rank.  Up to
 * RANK_TEST_EXACT differences it is exact, ties or not: the distribution over
 * all signs given these ranks, by the shift algorithm of Streitberg & Röhmel
 * (1986).  Beyond that the normal approximation with correction for ties and
 * continuity, as R's wilcox.test(correct = TRUE) has it.  Two-sided is twice
 * the smaller tail, at most 1.
 *
 * shift: the median of all Walsh averages (d[i] + d[j]) / 2, i <= j; its
 * interval runs from the k-th smallest to the k-th largest of these, k from
 * the distribution without ties (beyond RANK_TEST_EXACT from its normal
 * approximation).  None below six differences at LEVEL 0.95. */
gpg_error_t rank_test_pairs(const double *differences, size_t count,
                            double level, struct rank_result *r_result);

struct rank_group {
    const double *values;
    size_t count; /* above 0 */
};

/* Mann and Whitney's U test (Wilcoxon's rank sum test) of two independent
 * groups.
 *
 * p: as above, exact for up to RANK_TEST_EXACT values in both groups together,
 * and for up to 200 where one group has five at most.  shift: the median of
 * all differences OTHER less BASE; its interval likewise. */
gpg_error_t rank_test_groups(const struct rank_group *base,
                             const struct rank_group *other, double level,
                             struct rank_result *r_result);

#define RANK_TEST_EXACT 50

/* The smallest p that COUNT pairs, or two groups of these sizes, can have:
 * all differences in one direction, none equal. */
double rank_test_pairs_least_p(size_t count);
double rank_test_groups_least_p(size_t base_count, size_t other_count);

#endif
