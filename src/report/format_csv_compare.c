/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_csv_compare: the records.  Quoting is csv's, figures compare's. */
#include "report/format_csv_compare.h"

#include "base/text.h"
#include "report/compare.h"
#include "report/csv.h"
#include "report/format.h"

static void add_headings(struct csv *csv)
{
    static const char *const headings[] = {
        "cell", "metric", "base",    "other",  "ratio",
        "low",  "high",   "verdict", "n_base", "n_other"};

    for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++)
        csv_add_string(csv, headings[i]);
    csv_end_record(csv);
}

static void add_median(struct csv *csv, const struct summary *summary)
{
    if (summary->count > 0)
        csv_add_median(csv, summary->median);
    else
        csv_add_string(csv, NULL);
}

static void add_ratio(struct csv *csv, bool is_known, double ratio)
{
    if (is_known)
        csv_add_ratio(csv, ratio);
    else
        csv_add_string(csv, NULL);
}

static void add_record(const char *name, const struct compare_figure *figure,
                       struct csv *csv)
{
    const struct contrast *contrast = &figure->contrast;

    csv_add_string(csv, name);
    csv_add_string(csv, metric_row(figure->metric)->key);
    add_median(csv, &figure->base);
    add_median(csv, &figure->other);
    add_ratio(csv, contrast->has_ratio, contrast->ratio);
    add_ratio(csv, contrast->has_interval, contrast->interval.low);
    add_ratio(csv, contrast->has_interval, contrast->interval.high);
    csv_add_string(csv, verdict_word(figure->verdict));
    /* Without a ratio: how many each side has. */
    csv_add_integer(csv, (int64_t)(contrast->n_base > 0 ? contrast->n_base
                                                        : figure->base.count));
    csv_add_integer(csv,
                    (int64_t)(contrast->n_other > 0 ? contrast->n_other
                                                    : figure->other.count));
    csv_end_record(csv);
}

/* Real is told of each cell, other metrics where a side has them. */
static void add_cell(const struct compare *compare,
                     const struct compare_pair *pair,
                     const struct compare_cell *cell, struct csv *csv)
{
    struct text name = {0};

    if (compare->pair_count > 1)
        text_addf(&name, "%s/", pair->other->name);
    compare_add_cell_name(pair, cell, &name);
    for (size_t i = 0; i < COMPARE_FIGURES; i++) {
        const struct compare_figure *figure = &cell->figures[i];
        if (i == COMPARE_REAL || figure->base.count > 0 ||
            figure->other.count > 0)
            add_record(text_string(&name), figure, csv);
    }
    if (text_failed(&name))
        csv->text->failed = true;
    text_release(&name);
}

gpg_error_t format_csv_compare_write(const struct compare *compare,
                                     const struct view *view, FILE *stream)
{
    struct text text = {0};
    struct csv csv = {.text = &text};

    (void)view;
    add_headings(&csv);
    for (size_t p = 0; p < compare->pair_count; p++)
        for (size_t i = 0; i < compare->pairs[p].cell_count; i++)
            add_cell(compare, &compare->pairs[p], &compare->pairs[p].cells[i],
                     &csv);
    return format_end(&text, 0, stream);
}
