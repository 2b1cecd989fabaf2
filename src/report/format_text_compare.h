/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_text_compare: a comparison as a person reads it, in 80 columns: by
 * itself, or at the end of a run of several engines. */
#ifndef PGPBENCH_REPORT_FORMAT_TEXT_COMPARE_H
#define PGPBENCH_REPORT_FORMAT_TEXT_COMPARE_H

#include <gpg-error.h>
#include <stdio.h>

struct compare;
struct compare_cell;
struct compare_pair;
struct page;
struct view;

/* Write COMPARE to STREAM and flush it.  Fails with the system error of the
 * write, or GPG_ERR_ENOMEM. */
gpg_error_t format_text_compare_write(const struct compare *compare,
                                      const struct view *view, FILE *stream);

/* Likewise, the same as Markdown. */
gpg_error_t format_markdown_compare_write(const struct compare *compare,
                                          const struct view *view,
                                          FILE *stream);

/* The parts of the page: who is compared (format_text_compare_head.c), */
void format_text_add_sides(struct page *page, const struct compare *compare);
/* the tables of each pair and what they come to, */
void format_text_add_pairs(struct page *page, const struct compare *compare);
/* or, of many runs in time, of each cell from the first to the newest
 * (format_text_drift.c), */
void format_text_add_drift(struct page *page, const struct compare *compare);
/* which stages make the difference (format_text_compare_parts.c), */
void format_text_add_parts(struct page *page, const struct compare_pair *pair);
/* what each run by itself gives reason to be warned of, if that is not shown
 * elsewhere, */
void format_text_add_run_notices(struct page *page,
                                 const struct compare *compare);
/* what the comparison does, and how to read it all. */
void format_text_add_compare_end(struct page *page,
                                 const struct compare *compare);

#endif
