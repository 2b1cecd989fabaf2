/* SPDX-License-Identifier: GPL-3.0-or-later */

/* figure: the columns of the report: which number of a series, and how it is
 * said.
 *
 * It chooses digits, not units. */
#ifndef PGPBENCH_REPORT_FIGURE_H
#define PGPBENCH_REPORT_FIGURE_H

struct page;
struct series;
struct table;
struct time_unit;

/* A set of columns. */
enum figure_set {
    FIGURE_MAIN,  /* real and what it is made of */
    FIGURE_WIDE,  /* likewise, with what is shown only where it has room */
    FIGURE_DETAIL /* ranges, processes, memory */
};

/* Where figures are asked for. */
struct spot {
    struct page *page;
    const struct series *series;
    const struct time_unit *unit; /* of all times */
};

/* Add a column for each figure of SET. */
void figure_add_columns(enum figure_set set, struct table *table);

/* Add a cell for each figure of SET to the last row: absent where the metric
 * is. */
void figure_add_cells(const struct spot *spot, enum figure_set set,
                      struct table *table);

#endif
