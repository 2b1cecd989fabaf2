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
    columns[table->column_count++] =
        (struct table_column){.heading = copy, .align = align};
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

static void measure(struct table_column *column, const char *string);

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
    if (!spans && !table->failed)
        measure(&table->columns[row->count - 1], copy ? copy : absent);
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

/* Columns to leave free behind the cell so that points stand in line. */
static size_t trail(const struct table *table, size_t row, size_t column)
{
    const char *string = shown(table, row, column);
    const size_t widest = table->columns[column].fraction;

    if (row == TABLE_HEADINGS || !is_number(string) || widest == 0)
        return 0;
    return widest - fraction(string);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* What STRING, a new cell, asks of COLUMN. */
static void measure(struct table_column *column, const char *string)
{
    const size_t columns = text_columns(string);

    if (column->align != TABLE_DECIMAL || !is_number(string)) {
        column->widest = larger(column->widest, columns);
        return;
    }
    column->fraction = larger(column->fraction, fraction(string));
    column->whole = larger(column->whole, columns - fraction(string));
}

size_t table_width(const struct table *table, size_t column)
{
    const struct table_column *at = &table->columns[column];

    return larger(text_columns(at->heading),
                  larger(at->widest, at->whole + at->fraction));
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
