/* SPDX-License-Identifier: GPL-3.0-or-later */

/* table: owned strings and their widths.  It writes no lines. */
#include "report/table.h"

#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char absent[] = "-";

void table_add_column(struct table *table, const char *heading,
                      enum table_align align)
{
    assert(table->row_count == 0);
    struct table_column *columns =
        realloc(table->columns, (table->column_count + 1) * sizeof *columns);
    char *copy = strdup(heading);

    if (columns)
        table->columns = columns;
    if (!columns || !copy) {
        table->failed = true;
        free(copy);
        return;
    }
    columns[table->column_count].heading = copy;
    columns[table->column_count].align = align;
    table->column_count++;
}

void table_add_row(struct table *table)
{
    if (table->failed)
        return;
    struct table_row *rows =
        realloc(table->rows, (table->row_count + 1) * sizeof *rows);
    struct table_cell *cells = calloc(table->column_count, sizeof *cells);

    if (rows)
        table->rows = rows;
    if (!rows || !cells) {
        table->failed = true;
        free(cells);
        return;
    }
    rows[table->row_count].cells = cells;
    rows[table->row_count].count = 0;
    table->row_count++;
}

static void add(struct table *table, const char *string, bool spans)
{
    if (table->failed)
        return;
    assert(table->row_count > 0);
    struct table_row *row = &table->rows[table->row_count - 1];
    assert(row->count < table->column_count);
    char *copy = string ? strdup(string) : NULL;

    if (string && !copy)
        table->failed = true;
    else
        row->cells[row->count++] = (struct table_cell){copy, spans};
}

void table_add_cell(struct table *table, const char *string)
{
    add(table, string, false);
}

void table_add_span(struct table *table, const char *string)
{
    add(table, string, true);
}

/* What is shown at ROW and COLUMN; NULL beyond the end of the row. */
static const char *shown(const struct table *table, size_t row, size_t column)
{
    if (row == TABLE_HEADINGS)
        return table->columns[column].heading;
    if (column >= table->rows[row].count)
        return NULL;
    const char *string = table->rows[row].cells[column].string;
    return string ? string : absent;
}

static bool spans(const struct table *table, size_t row, size_t column)
{
    return row != TABLE_HEADINGS && column < table->rows[row].count &&
           table->rows[row].cells[column].spans;
}

/* Columns from the decimal point to the end of a number. */
static size_t fraction(const char *string)
{
    const char *point = strchr(string, '.');
    return point ? text_columns(point) : 0;
}

static bool is_number(const char *string)
{
    return strpbrk(string, "0123456789") != NULL;
}

/* The widest fraction in COLUMN; 0 where points are not aligned. */
static size_t column_fraction(const struct table *table, size_t column)
{
    size_t widest = 0;

    if (table->columns[column].align != TABLE_DECIMAL)
        return 0;
    for (size_t r = 0; r < table->row_count; r++) {
        const char *string = shown(table, r, column);
        if (!string || spans(table, r, column) || !is_number(string))
            continue;
        if (fraction(string) > widest)
            widest = fraction(string);
    }
    return widest;
}

/* Columns to leave free behind the cell so that points stand in line. */
static size_t trail(const struct table *table, size_t row, size_t column)
{
    const char *string = shown(table, row, column);

    if (row == TABLE_HEADINGS || !is_number(string))
        return 0;
    const size_t widest = column_fraction(table, column);
    return widest > 0 ? widest - fraction(string) : 0;
}

size_t table_width(const struct table *table, size_t column)
{
    size_t width = text_columns(table->columns[column].heading);

    for (size_t r = 0; r < table->row_count; r++) {
        const char *string = shown(table, r, column);
        if (!string || spans(table, r, column))
            continue;
        const size_t columns = text_columns(string) + trail(table, r, column);
        if (columns > width)
            width = columns;
    }
    return width;
}

size_t table_columns(const struct table *table, size_t gap)
{
    size_t width = 0;

    for (size_t c = 0; c < table->column_count; c++)
        width += table_width(table, c) + (c > 0 ? gap : 0);
    return width;
}

void table_pad(const struct table *table, size_t row, size_t column,
               struct text *text)
{
    const char *string = shown(table, row, column);

    if (!string)
        return;
    if (spans(table, row, column)) {
        text_add(text, string);
        return;
    }
    const size_t free_columns =
        table_width(table, column) - text_columns(string);
    const size_t after = table->columns[column].align == TABLE_LEFT
                             ? free_columns
                             : trail(table, row, column);
    text_add_char(text, ' ', free_columns - after);
    text_add(text, string);
    text_add_char(text, ' ', after);
}

bool table_failed(const struct table *table)
{
    return table->failed;
}

void table_release(struct table *table)
{
    if (!table)
        return;
    for (size_t c = 0; c < table->column_count; c++)
        free(table->columns[c].heading);
    for (size_t r = 0; r < table->row_count; r++) {
        for (size_t c = 0; c < table->rows[r].count; c++)
            free(table->rows[r].cells[c].string);
        free(table->rows[r].cells);
    }
    free(table->columns);
    free(table->rows);
    *table = (struct table){0};
}
