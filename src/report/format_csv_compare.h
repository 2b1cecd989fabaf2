/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_csv_compare: a comparison in plain numbers, a record for each metric
 * of each cell that either side has: cell,metric,base,other,ratio,low,high,
 * verdict,n_base,n_other.
 *
 * Base and other are medians, in ns.  A cell is called KEY/OPERATION/FIXTURE/
 * xCOPIES; where the base is compared with several others, the name of the
 * other and a slash come before that. */
#ifndef PGPBENCH_REPORT_FORMAT_CSV_COMPARE_H
#define PGPBENCH_REPORT_FORMAT_CSV_COMPARE_H

#include <gpg-error.h>
#include <stdio.h>

struct compare;
struct view;

/* Write COMPARE to STREAM and flush it.  Fails with the system error of the
 * write, or GPG_ERR_ENOMEM. */
gpg_error_t format_csv_compare_write(const struct compare *compare,
                                     const struct view *view, FILE *stream);

#endif
