/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_json_compare: a comparison as one JSON object, of the schema
 * "pgpbench-compare". */
#ifndef PGPBENCH_REPORT_FORMAT_JSON_COMPARE_H
#define PGPBENCH_REPORT_FORMAT_JSON_COMPARE_H

#include <gpg-error.h>
#include <stdio.h>

struct compare;
struct view;

/* Write COMPARE to STREAM and flush it; VIEW does not matter.  Fails with the
 * system error of the write, or GPG_ERR_ENOMEM. */
gpg_error_t format_json_compare_write(const struct compare *compare,
                                      const struct view *view, FILE *stream);

#endif
