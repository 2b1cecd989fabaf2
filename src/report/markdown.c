/* SPDX-License-Identifier: GPL-3.0-or-later */

/* markdown: escapes, and rows between bars. */
#include "report/markdown.h"

#include "base/text.h"
#include "report/table.h"

#include <string.h>

/* What CommonMark could take for markup inside a line; of the rest a
 * backslash before it would be shown. */
static const char special[] = "\\`*_{}[]<>#|~&";

void markdown_add(struct text *text, const char *string)
{
    for (const char *c = string; *c; c++) {
        if (strchr(special, *c))
            text_add_char(text, '\\', 1);
        text_add_char(text, *c, 1);
    }
}

void markdown_end_block(struct text *text)
{
    const char *end = text_string(text) + text->length;

    if (text->length > 0 && (text->length < 2 || end[-2] != '\n'))
        text_add_char(text, '\n', 1);
}

/* STRING without what sets rows off in text. */
static const char *bare(const char *string)
{
    static const char *const arrows[] = {"===> ", "---> "};

    for (size_t i = 0; i < sizeof arrows / sizeof arrows[0]; i++)
        if (strncmp(string, arrows[i], strlen(arrows[i])) == 0)
            return string + strlen(arrows[i]);
    return string + strspn(string, " ");
}

static void add_cell(struct text *text, const char *string)
{
    text_add(text, " ");
    markdown_add(text, bare(string));
    text_add(text, " |");
}

static void add_headings(struct text *text, const struct table *table)
{
    text_add(text, "|");
    for (size_t c = 0; c < table->column_count; c++)
        add_cell(text, table->columns[c].heading);
    text_add(text, "\n|");
    for (size_t c = 0; c < table->column_count; c++)
        text_add(text,
                 table->columns[c].align == TABLE_LEFT ? " --- |" : " ---: |");
    text_add(text, "\n");
}

static void add_row(struct text *text, const struct table *table,
                    const struct table_row *row)
{
    text_add(text, "|");
    for (size_t c = 0; c < table->column_count; c++) {
        const bool is_there = c < row->count;
        const char *string = is_there ? row->cells[c].string : "";
        add_cell(text, string ? string : "-");
    }
    text_add(text, "\n");
}

void markdown_add_table(struct text *text, const struct table *table)
{
    if (table->row_count == 0)
        return;
    markdown_end_block(text);
    add_headings(text, table);
    for (size_t r = 0; r < table->row_count; r++)
        add_row(text, table, &table->rows[r]);
    markdown_end_block(text);
}
