/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_text: a run as a person reads it, in 80 columns.
 *
 * Names and paths may hold any printable character; all else is ASCII. */
#ifndef PGPBENCH_REPORT_FORMAT_TEXT_H
#define PGPBENCH_REPORT_FORMAT_TEXT_H

#include <gpg-error.h>
#include <stdio.h>

struct page;
struct run;
struct spot;
struct table;
struct view;

/* Write RUN to STREAM and flush it.  Fails with the system error of the
 * write, or GPG_ERR_ENOMEM. */
gpg_error_t format_text_write(const struct run *run, const struct view *view,
                              FILE *stream);

/* Likewise, the same as Markdown. */
gpg_error_t format_markdown_write(const struct run *run,
                                  const struct view *view, FILE *stream);

/* The parts of the page, in order: what was measured where and with what
 * (format_text_header.c), */
void format_text_add_header(struct page *page);
/* with, at its end, what gpg really did (format_text_used.c), */
void format_text_add_used(struct page *page);
/* a table for each engine, key, fixture and number of copies, with their
 * budgets where the view asks for them (format_text_group.c), */
void format_text_add_groups(struct page *page);
/* what operations cost at once and per byte (format_text_line.c), */
void format_text_add_lines(struct page *page);
/* the floor, the CPU time of all, what failed and what to be warned of
 * (format_text_end.c). */
void format_text_add_end(struct page *page);

/* Begin a table of budgets; add the cell of SPOT to it, some rows, none where
 * it has no samples (format_text_budget.c). */
void format_text_begin_budget(struct table *table);
void format_text_add_budget(const struct spot *spot, struct table *table);

#endif
