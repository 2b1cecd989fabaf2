/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format: the table of formats.  A new one is a row and a file. */
#include "report/format.h"

#include "report/format_json.h"
#include "report/format_text.h"

#include <string.h>

static const struct format_row rows[] = {
    {"text", format_text_write, "a table for a person, in 80 columns"},
    {"json", format_json_write, "the run file, with every sample"},
};

const struct format_row *format_at(size_t index)
{
    return index < sizeof rows / sizeof *rows ? &rows[index] : NULL;
}

const struct format_row *format_find(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}
