/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_line: a run in one line for each engine, to be pasted where people
 * collect them: machine, gpg, libgcrypt, key, and the medians of real. */
#ifndef PGPBENCH_REPORT_FORMAT_LINE_H
#define PGPBENCH_REPORT_FORMAT_LINE_H

#include <gpg-error.h>
#include <stdio.h>

struct run;
struct view;

/* Write RUN to STREAM and flush it, times in the unit of VIEW, else in what
 * fits.  Fails with the system error of the write, or GPG_ERR_ENOMEM. */
gpg_error_t format_line_write(const struct run *run, const struct view *view,
                              FILE *stream);

#endif
