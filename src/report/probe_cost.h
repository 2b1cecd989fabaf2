/* SPDX-License-Identifier: GPL-3.0-or-later */

/* probe_cost: what the probe adds to real, by the samples of one cell.
 *
 * It is shown beside the figures and taken off none of them. */
#ifndef PGPBENCH_REPORT_PROBE_COST_H
#define PGPBENCH_REPORT_PROBE_COST_H

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>

struct series;

struct probe_cost {
    size_t plain;         /* samples of each kind; one is 0: not known */
    size_t probed;        /* likewise */
    double plain_ns;      /* median real of the plain samples */
    double ns;            /* median probed real less PLAIN_NS; the noise of
                             the machine can make it negative */
    double half_width_ns; /* of both medians together; -1: unknown */
};

/* Of SERIES; not known where it failed.  Fails with GPG_ERR_ENOMEM. */
gpg_error_t probe_cost_of(const struct series *series,
                          struct probe_cost *r_cost);

bool probe_cost_is_known(const struct probe_cost *cost);

/* In percent of the plain median; 0 where it is not known. */
double probe_cost_pct(const struct probe_cost *cost);

#endif
