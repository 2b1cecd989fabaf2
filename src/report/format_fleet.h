/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_fleet: many runs in one table, in each format that has one.
 *
 * Text and Markdown have a table for each key, fixture and number of copies, so
 * that it fits; CSV and JSON have one row for each run, with all cells.  Times
 * are medians of real. */
#ifndef PGPBENCH_REPORT_FORMAT_FLEET_H
#define PGPBENCH_REPORT_FORMAT_FLEET_H

#include <gpg-error.h>
#include <stdio.h>

struct fleet;
struct view;

/* Write FLEET to STREAM and flush it.  Fails with the system error of the
 * write, or GPG_ERR_ENOMEM. */
gpg_error_t format_fleet_write_text(const struct fleet *fleet,
                                    const struct view *view, FILE *stream);
gpg_error_t format_fleet_write_markdown(const struct fleet *fleet,
                                        const struct view *view, FILE *stream);

/* name,machine,gpg,libgcrypt,started, then a column for each cell, in ns;
 * absent where there is no figure. */
gpg_error_t format_fleet_write_csv(const struct fleet *fleet,
                                   const struct view *view, FILE *stream);

/* A list of the same, of the schema "pgpbench-table". */
gpg_error_t format_fleet_write_json(const struct fleet *fleet,
                                    const struct view *view, FILE *stream);

#endif
