/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_text_drift: a comparison of many runs of one engine: each cell from
 * the first run to the newest. */
#include "report/format_text_compare.h"

#include "base/units.h"
#include "model/run.h"
#include "report/compare.h"
#include "report/drift.h"
#include "report/format.h"
#include "report/page.h"
#include "report/table.h"

#include <math.h>

/* The newest run that is compared with BASE; NULL: there is none. */
static const struct compare_pair *newest_of(const struct compare *compare,
                                            const struct compare_side *base)
{
    const struct compare_pair *newest = NULL;

    for (size_t p = 0; p < compare->pair_count; p++)
        if (compare->pairs[p].base == base)
            newest = &compare->pairs[p];
    return newest;
}

static void add_time(struct page *page, const struct compare_side *side,
                     const struct summary *summary, struct table *table)
{
    const struct time_unit *unit = page_unit(page, summary->median);
    struct text text = {0};

    if (summary->count > 0) {
        page_add_time(&text, summary->median,
                      page_half_width(side->run, summary), unit);
        text_addf(&text, " %s", unit->name);
    }
    page_add_cell(page, &text, table);
}

/* A factor as a difference in percent: "+1.3%". */
static void add_percent(struct page *page, double factor, struct table *table)
{
    const double pct = 100 * (factor - 1);
    struct text text = {0};

    text_addf(&text, "%+.*f%%", fabs(pct) < 9.95 ? 1 : 0,
              fabs(pct) < 0.05 ? 0.0 : pct);
    page_add_cell(page, &text, table);
}

static void add_row(struct page *page, const struct compare *compare,
                    const struct compare_pair *newest,
                    const struct compare_cell *cell, struct table *table)
{
    const struct compare_figure *real = &cell->figures[COMPARE_REAL];
    struct drift drift;
    struct text name = {0};
    struct text text = {0};

    const gpg_error_t err = drift_of(compare, newest->base, cell, &drift);
    if (err)
        page->err = err;
    compare_add_cell_name(newest, cell, &name);
    text_add_readable(&text, text_string(&name));
    table_add_row(table);
    page_add_cell(page, &text, table);
    page_release_text(page, &name);
    add_time(page, newest->base, &real->base, table);
    add_time(page, newest->other, &real->other, table);
    if (real->contrast.has_ratio)
        add_percent(page, real->contrast.ratio, table);
    else
        table_add_cell(table, NULL);
    table_add_cell(table, verdict_word(real->verdict));
    add_percent(page, drift.least, table);
    add_percent(page, drift.most, table);
    add_percent(page, drift.per_run, table);
    text_addf(&text, "%zu", drift.runs);
    page_add_cell(page, &text, table);
}

static void add_table(struct page *page, const struct compare *compare,
                      const struct compare_pair *newest)
{
    static const struct {
        const char *heading;
        enum table_align align;
    } columns[] = {
        {"", TABLE_LEFT},        {"first", TABLE_RIGHT},
        {"newest", TABLE_RIGHT}, {"change", TABLE_RIGHT},
        {"", TABLE_LEFT},        {"least", TABLE_RIGHT},
        {"most", TABLE_RIGHT},   {"a run", TABLE_RIGHT},
        {"runs", TABLE_RIGHT},
    };
    struct table table = {0};

    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        table_add_column(&table, columns[i].heading, columns[i].align);
    for (size_t i = 0; i < newest->cell_count; i++)
        if (newest->cells[i].base)
            add_row(page, compare, newest, &newest->cells[i], &table);
    page_add_table(page, &table);
    page_add_blank(page);
}

void format_text_add_drift(struct page *page, const struct compare *compare)
{
    for (size_t s = 0; s < compare->side_count; s++) {
        const struct compare_pair *newest =
            newest_of(compare, &compare->sides[s]);
        struct text words = {0};
        if (!newest)
            continue;
        text_add_name(&words, newest->other->name);
        text_add(&words, " (newest) against ");
        text_add_name(&words, newest->base->name);
        text_add(&words, " (first)");
        page_add_words(page, "", PAGE_BOLD, &words);
        page_add_blank(page);
        add_table(page, compare, newest);
    }
}
