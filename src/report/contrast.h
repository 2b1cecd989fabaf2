/* SPDX-License-Identifier: GPL-3.0-or-later */

/* contrast: one metric of two series -> how many times the one is the other,
 * with an interval and a test.
 *
 * Times differ by factors, so what is tested are logarithms: a ratio is e to
 * the shift that base/rank_test estimates.  That need not be the quotient of
 * the two medians. */
#ifndef PGPBENCH_REPORT_CONTRAST_H
#define PGPBENCH_REPORT_CONTRAST_H

#include "base/stats.h"
#include "model/metric.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>

struct series;

/* Of the intervals. */
#define CONTRAST_LEVEL 0.95

/* Two series, which may be of two runs. */
struct contrast_sides {
    const struct series *base;
    const struct series *other;
    bool are_paired; /* of one run: samples of one round belong together */
};

struct contrast {
    size_t n_base; /* samples behind all below; paired: pairs, the same */
    size_t n_other;
    bool is_paired;
    bool has_ratio;
    double ratio; /* other / base */
    bool has_interval;
    struct interval interval; /* of the ratio */
    double p;                 /* two-sided, not corrected; 1: nothing known */
};

/* METRIC in the samples that a report shows (summary_shown).
 *
 * Plain samples of one run in pairs: Wilcoxon's signed rank test, the ratio e
 * to the Hodges-Lehmann estimate.  Else, and for what only probed samples
 * tell, which are few: the U test of Mann and Whitney, which needs four and
 * four where the other needs six pairs.  Where a value is 0 or below, the
 * values themselves are tested, the ratio is that of the medians, absent
 * unless both are above 0, and there is no interval.  A series that failed has
 * no samples.  Fails with GPG_ERR_ENOMEM. */
gpg_error_t contrast_of(const struct contrast_sides *sides, enum metric metric,
                        struct contrast *r_contrast);

/* The smallest p that so many samples can have. */
double contrast_least_p(const struct contrast *contrast);

#endif
