/* SPDX-License-Identifier: GPL-3.0-or-later */

/* markdown: tables and words as GitHub Flavored Markdown has them (the
 * extension "tables" of CommonMark).  It knows no figure. */
#ifndef PGPBENCH_REPORT_MARKDOWN_H
#define PGPBENCH_REPORT_MARKDOWN_H

struct table;
struct text;

/* Append STRING, printable, so that no character of it is markup. */
void markdown_add(struct text *text, const char *string);

/* End what stands in TEXT with one blank line, unless it has one or is empty. */
void markdown_end_block(struct text *text);

/* Append TABLE with its headings, a blank line before and after it; nothing if
 * it has no rows.  Arrows and indents before a title are left out. */
void markdown_add_table(struct text *text, const struct table *table);

#endif
