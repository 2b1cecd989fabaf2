/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_csv: a run as one record a cell, for programs and spreadsheets.
 *
 * The columns are the same for every run: the cell and its parts, the bytes of
 * input, the cache, why it failed, how many plain samples its real time has,
 * the median of every metric under its name in the run file, and of the real
 * time the ends of the 95 % interval and of the range.  Metrics that only the
 * probe can tell come from probed samples, all others from plain ones, never
 * from both.  Nothing stands where a figure or a part is absent. */
#ifndef PGPBENCH_REPORT_FORMAT_CSV_H
#define PGPBENCH_REPORT_FORMAT_CSV_H

#include <gpg-error.h>
#include <stdio.h>

struct run;
struct view;

/* Write RUN to STREAM and flush it; VIEW does not matter.  Fails with the
 * system error of the write, or GPG_ERR_ENOMEM. */
gpg_error_t format_csv_write(const struct run *run, const struct view *view,
                             FILE *stream);

#endif
