/* SPDX-License-Identifier: GPL-3.0-or-later */

/* csv: commas and quotes.  What stands between them is the caller's. */
#include "report/csv.h"

#include "base/text.h"

#include <inttypes.h>
#include <math.h>

static void begin_field(struct csv *csv)
{
    text_add_char(csv->text, ',', csv->has_field ? 1 : 0);
    csv->has_field = true;
}

static bool needs_quotes(const char *string)
{
    for (const char *c = string; *c; c++)
        if (*c == '"' || *c == ',')
            return true;
    return false;
}

static void add_quoted(struct text *text, const char *string)
{
    text_add_char(text, '"', 1);
    for (const char *c = string; *c; c++)
        text_add_char(text, *c, *c == '"' ? 2 : 1);
    text_add_char(text, '"', 1);
}

void csv_add_string(struct csv *csv, const char *string)
{
    struct text coded = {0};

    begin_field(csv);
    if (!string)
        return;
    text_add_coded(&coded, string);
    if (needs_quotes(text_string(&coded)))
        add_quoted(csv->text, text_string(&coded));
    else
        text_add(csv->text, text_string(&coded));
    if (text_failed(&coded))
        csv->text->failed = true;
    text_release(&coded);
}

void csv_add_integer(struct csv *csv, int64_t number)
{
    begin_field(csv);
    text_addf(csv->text, "%" PRId64, number);
}

void csv_add_median(struct csv *csv, double median)
{
    const double whole = trunc(median);

    /* There is no -0 to say that -0.5 is below it. */
    if (median < 0 && !(whole < 0))
        csv_add_string(csv, "-0");
    else
        csv_add_integer(csv, (int64_t)whole);
    text_add(csv->text, fabs(median - whole) > 0 ? ".5" : "");
}

void csv_add_ratio(struct csv *csv, double ratio)
{
    begin_field(csv);
    text_addf(csv->text, "%.7g", ratio);
}

void csv_end_record(struct csv *csv)
{
    text_add_char(csv->text, '\n', 1);
    csv->has_field = false;
}
