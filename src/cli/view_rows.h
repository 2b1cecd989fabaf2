/* SPDX-License-Identifier: GPL-3.0-or-later */

/* view_rows: the table behind view_options.  The program for small devices has
 * another one (PGPBENCH_DEVICE).
 *
 * Only view_options.c and the tables include it. */
#ifndef PGPBENCH_CLI_VIEW_ROWS_H
#define PGPBENCH_CLI_VIEW_ROWS_H

#include "cli/view_options.h"

/* From "color" on they are those of every verb that talks. */
extern const struct option_row view_rows[];
extern const size_t view_row_count;

/* Setters, see option_row: TARGET is a struct view_options. */
gpg_error_t view_set_format(void *target, const struct option_row *row,
                            const char *value);
gpg_error_t view_set_export(void *target, const struct option_row *row,
                            const char *value);
gpg_error_t view_set_unit(void *target, const struct option_row *row,
                          const char *value);
gpg_error_t view_set_color(void *target, const struct option_row *row,
                           const char *value);
gpg_error_t view_set_verbose(void *target, const struct option_row *row,
                             const char *value);
gpg_error_t view_set_quiet(void *target, const struct option_row *row,
                           const char *value);

#endif
