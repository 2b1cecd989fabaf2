/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_json: a run as the run file that it was, or would be, kept in. */
#ifndef PGPBENCH_REPORT_FORMAT_JSON_H
#define PGPBENCH_REPORT_FORMAT_JSON_H

#include <gpg-error.h>
#include <stdio.h>

struct run;
struct view;

/* Write RUN to STREAM and flush it; VIEW does not matter.  Fails with the
 * system error of the write, or GPG_ERR_ENOMEM. */
gpg_error_t format_json_write(const struct run *run, const struct view *view,
                              FILE *stream);

#endif
