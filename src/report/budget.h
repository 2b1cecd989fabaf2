/* SPDX-License-Identifier: GPL-3.0-or-later */

/* budget: where the real time of a cell went, part by part.
 *
 * Its parts add up: real = entropy + flash + all stages - overlap.  Medians
 * of parts would not, for each would come from another sample.  So every part
 * is a mean, and over the same samples: then what holds in each sample holds
 * in the budget, to the last digit.  The samples are the middle half of the
 * probed ones by real, a mean over which one slow sample cannot move, as it
 * would that of all (interquartile mean).  The one sample with the median
 * real would add up too, but all its small parts would be of one throw.
 *
 * It knows no plain sample and takes nothing off for the probe. */
#ifndef PGPBENCH_REPORT_BUDGET_H
#define PGPBENCH_REPORT_BUDGET_H

#include "model/metric.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>

struct series;

/* Entropy, flash, and the stages in their order, overlap being the last. */
#define BUDGET_PART_COUNT (2 + METRIC_STAGE_LAST - METRIC_STAGE_FIRST + 1)
#define BUDGET_OVERLAP    (BUDGET_PART_COUNT - 1)

/* The metric of PART, which must be below BUDGET_PART_COUNT. */
enum metric budget_metric(size_t part);

struct budget_part {
    bool is_known;        /* every sample used has it; else all is 0 */
    double ns;            /* mean; not negative, that of overlap either */
    double half_width_ns; /* half the range; -1: of one sample */
};

struct budget {
    size_t probed; /* samples with the probe loaded that have a real time */
    size_t used;   /* those behind the figures; 0: there is no budget */
    struct budget_part real;
    struct budget_part parts[BUDGET_PART_COUNT];
    struct budget_part jitter; /* inside pubkey and random: no part */
    double unknown_ns;         /* real + overlap - all other parts: 0 unless
                                  parts are absent or a file is wrong */
};

/* Of SERIES; there is none where it failed or the probe told nothing.  Of n
 * samples, (n + 1) / 4 are left out at either end.  Samples that lack a part
 * which others have are left out before that.  Fails with GPG_ERR_ENOMEM. */
gpg_error_t budget_of(const struct series *series, struct budget *r_budget);

/* NS in percent of the budget's real; 0 where that is 0. */
double budget_share_pct(const struct budget *budget, double ns);

#endif
