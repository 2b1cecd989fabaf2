/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_hyperfine: a run as hyperfine's --export-json has one, for the
 * scripts of its users: {"results": [{"command", "mean", "stddev", "median",
 * "user", "system", "min", "max", "times", "exit_codes", "parameters"}]},
 * times in seconds. */
#ifndef PGPBENCH_REPORT_FORMAT_HYPERFINE_H
#define PGPBENCH_REPORT_FORMAT_HYPERFINE_H

#include <gpg-error.h>
#include <stdio.h>

struct run;
struct view;

/* Write RUN to STREAM and flush it; VIEW does not matter.  The command is the
 * cell's name, the parameters its parts; the samples are those that a report
 * shows.  Cells without samples are left out.  Fails with the system error of
 * the write, or GPG_ERR_ENOMEM. */
gpg_error_t format_hyperfine_write(const struct run *run,
                                   const struct view *view, FILE *stream);

#endif
