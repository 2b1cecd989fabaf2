/* SPDX-License-Identifier: GPL-3.0-or-later */

/* drift: how real time of a cell moved over many runs of one engine.
 *
 * The trend is Theil's and Sen's: the median of the slopes between any two
 * runs, of the logarithms of their medians, so that one strange night does not
 * move it (Sen, Journal of the American Statistical Association 63, 1968).  It
 * is told without a test: the verdict is that of the newest run against the
 * first. */
#ifndef PGPBENCH_REPORT_DRIFT_H
#define PGPBENCH_REPORT_DRIFT_H

#include "report/compare.h"

#include <gpg-error.h>
#include <stddef.h>

struct drift {
    size_t runs;  /* that have a figure, the first too; below 2: no drift */
    double least; /* ratio of a run's median to the first one's */
    double most;
    double per_run; /* trend: factor from one run to the next */
};

/* Of the cell that INDEX is in the pairs of BASE, the first run, in COMPARE.
 * Fails with GPG_ERR_ENOMEM. */
gpg_error_t drift_of(const struct compare *compare,
                     const struct compare_side *base,
                     const struct compare_cell *cell, struct drift *r_drift);

#endif
