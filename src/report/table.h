/* SPDX-License-Identifier: GPL-3.0-or-later */

/* table: columns, rows, alignment.
 *
 * It knows how wide a column is, not in which format it will be shown.  The
 * zeroed structure is the empty table.  Once memory has run out
 * table_failed() is true: test it once, at the end. */
#ifndef PGPBENCH_REPORT_TABLE_H
#define PGPBENCH_REPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

struct text;

/* TABLE_DECIMAL sets the decimal points of numbers below each other; what
 * holds no digit is put to the right. */
enum table_align { TABLE_LEFT, TABLE_RIGHT, TABLE_DECIMAL };

struct table_column {
    char *heading;
    enum table_align align;
    /* Of its cells so far, kept by table_add_cell: columns of the widest, and of
     * numbers in TABLE_DECIMAL before the point and from there on. */
    size_t widest;
    size_t whole;
    size_t fraction;
};

struct table_cell {
    char *string; /* NULL: absent */
    bool spans;   /* over all columns to its right, and widens none */
};

struct table_row {
    struct table_cell *cells; /* room for column_count */
    size_t count;             /* those filled, from the left */
};

/* Owns all beneath it. */
struct table {
    struct table_column *columns;
    size_t column_count;
    struct table_row *rows;
    size_t row_count;
    bool failed;
};

/* All columns are added before the first row. */
void table_add_column(struct table *table, const char *heading,
                      enum table_align align);

/* Begin a row, to be filled from the left; it may end early. */
void table_add_row(struct table *table);

/* The next cell of the last row; a copy of STRING, NULL for absent. */
void table_add_cell(struct table *table, const char *string);

/* Likewise, over the rest of the row: words in place of figures. */
void table_add_span(struct table *table, const char *string);

/* In place of a row's index: the headings. */
#define TABLE_HEADINGS ((size_t)-1)

/* Columns that COLUMN takes on a terminal. */
size_t table_width(const struct table *table, size_t column);

/* Columns that all take together, GAP between each two. */
size_t table_columns(const struct table *table, size_t gap);

/* Append the cell at ROW and COLUMN, padded to the width of its column; "-"
 * where it is absent.  A cell that spans is not padded; beyond the end of a
 * row nothing is appended. */
void table_pad(const struct table *table, size_t row, size_t column,
               struct text *text);

bool table_failed(const struct table *table);
void table_release(struct table *table);

#endif
