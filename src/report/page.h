/* SPDX-License-Identifier: GPL-3.0-or-later */

/* page: the text or Markdown report while it grows; what its parts share.
 *
 * Only format_text*.c include it.  It is written out once, at the end. */
#ifndef PGPBENCH_REPORT_PAGE_H
#define PGPBENCH_REPORT_PAGE_H

#include "base/text.h"
#include "model/run.h"
#include "report/format.h"
#include "report/summary.h"

#include <gpg-error.h>
#include <stdio.h>

struct notice_list;
struct table;
struct time_unit;

struct page {
    const struct run *run;
    const struct view *view;
    bool is_markdown; /* else lines of 80 columns */
    struct text text;
    gpg_error_t err; /* the first; what follows it need not be right */
};

enum page_tone { PAGE_PLAIN, PAGE_BOLD, PAGE_RED };

/* A line, or some, that begin with LABEL and go on with WORDS at the column
 * that all labels share.  WORDS is emptied; no words, no line. */
void page_add_labelled(struct page *page, const char *label,
                       struct text *words);

/* Likewise in TONE (if the view allows colour), WORDS coming right behind
 * LABEL (which may be ""). */
void page_add_words(struct page *page, const char *label, enum page_tone tone,
                    struct text *words);

/* Whether TABLE, with room between its columns, is as narrow as a page. */
bool page_has_room(const struct table *table);

/* TABLE with its headings, or nothing if it has no rows; words that stand in
 * place of figures are red.  TABLE is released. */
void page_add_table(struct page *page, struct table *table);

/* A cell of TABLE, absent where TEXT is empty.  TEXT is released. */
void page_add_cell(struct page *page, struct text *text, struct table *table);

void page_add_blank(struct page *page);

/* LIST, each with its advice. */
void page_add_notices(struct page *page, const struct notice_list *list);

/* Write the page to STREAM, flush it and release it.  Fails with the system
 * error of the write, or the page's own. */
gpg_error_t page_write(struct page *page, FILE *stream);

/* Release TEXT that has become part of the page; should memory have run out
 * while it grew, so it has for the page. */
void page_release_text(struct page *page, struct text *text);

/* The summary of METRIC that a report shows; absent on failure. */
struct summary page_summary(struct page *page, const struct series *series,
                            enum metric metric);

/* How far the median of SUMMARY, a time of RUN in ns, may be off, no less than
 * its clock could tell: what the last digit shown depends on. */
double page_half_width(const struct run *run, const struct summary *summary);

/* Append BEFORE and STRING, printable, preceded by ", " unless TEXT is
 * empty; nothing where STRING is absent (NULL). */
void page_add_part(struct text *text, const char *before, const char *string);

/* Append where CELL stands, less operation and copies: "gpg2, rsa1024,
 * COPYING", engine and key only where there are several. */
void page_add_place(const struct page *page, const struct cell *cell,
                    struct text *text);

/* The unit for times of which SHORTEST_NS is the shortest (infinite: there is
 * none), unless the view asks for one. */
const struct time_unit *page_unit(const struct page *page, double shortest_ns);

/* Append NS in UNIT, without its name.  The last digit has the place of the
 * first digit of HALF_WIDTH_NS: 4.69 ms known to 0.14 ms is "4.7".  One finer
 * would be noise, one coarser would add an error greater than the spread.
 * HALF_WIDTH_NS of 0 or below: three significant digits. */
void page_add_time(struct text *text, double ns, double half_width_ns,
                   const struct time_unit *unit);

/* Append RATIO with as many digits as HALF_WIDTH (0 or below: three behind the
 * first that counts) leaves it: "1.023". */
void page_add_ratio(struct text *text, double ratio, double half_width);

/* Append "+-1.2%": no finer than two digits.  SPREAD_PCT is not negative. */
void page_add_spread(struct text *text, double spread_pct);

#endif
