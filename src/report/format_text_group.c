/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_text_group: the figures, a table for each engine, key, fixture and
 * number of copies, and below it a second one with ranges and processes. */
#include "report/format_text.h"

#include "base/units.h"
#include "report/figure.h"
#include "report/page.h"
#include "report/table.h"

#include <inttypes.h>
#include <math.h>

static bool same_group(const struct cell *a, const struct cell *b)
{
    return a->engine == b->engine && a->key == b->key &&
           a->fixture == b->fixture && a->copies == b->copies;
}

/* The floor stands in no group: it has its own line at the end. */
static bool in_group(const struct series *series, const struct cell *first)
{
    return series->cell.operation != OPERATION_START &&
           same_group(&series->cell, first);
}

/* Index of the first series of the group that SERIES is in. */
static size_t group_start(const struct run *run, const struct cell *cell)
{
    size_t i = 0;

    while (!in_group(&run->series[i], cell))
        i++;
    return i;
}

/* The unit for all rows: that of the shortest operation.  One of no time at
 * all, which no clock gives, says nothing of the others. */
static const struct time_unit *group_unit(struct page *page,
                                          const struct cell *first)
{
    double shortest_ns = INFINITY;

    if (page->view->unit)
        return page->view->unit;
    for (size_t i = 0; i < page->run->series_count; i++) {
        const struct series *series = &page->run->series[i];
        if (!in_group(series, first))
            continue;
        const struct summary real = page_summary(page, series, METRIC_REAL);
        if (real.count > 0 && real.median > 0 && real.median < shortest_ns)
            shortest_ns = real.median;
    }
    return isfinite(shortest_ns) ? units_best_time(shortest_ns)
                                 : units_find_time("ms");
}

/* "gpg2, rsa1024, COPYING x20, 359,660 bytes, times in ms". */
static void add_heading(struct page *page, const struct series *series,
                        const struct time_unit *unit)
{
    const struct cell *cell = &series->cell;
    struct text words = {0};

    page_add_place(page, cell, &words);
    if (cell->copies > 1)
        text_addf(&words, " x%" PRIu32, cell->copies);
    if (series->input_bytes >= 0) {
        text_add(&words, words.length > 0 ? ", " : "");
        units_add_grouped(&words, series->input_bytes);
        text_add(&words, series->input_bytes == 1 ? " byte" : " bytes");
    }
    text_addf(&words, words.length > 0 ? ", times in %s" : "times in %s",
              unit->name);
    page_add_words(page, "", PAGE_BOLD, &words);
}

static void add_failure(const struct spot *spot, struct table *table)
{
    const struct fault *failure = &spot->series->failure;
    struct text text = {0};

    if (fault_is_lack(failure->what))
        text_add(&text, "- ");
    text_add_readable(&text, failure->words ? failure->words
                                            : fault_words(failure->what));
    table_add_span(table, text_string(&text));
    page_release_text(spot->page, &text);
}

static void add_row_title(const struct spot *spot, const char *before,
                          struct table *table)
{
    struct text text = {0};

    text_add(&text, before);
    text_add(&text, operation_row(spot->series->cell.operation)->title);
    table_add_row(table);
    table_add_cell(table, text_string(&text));
    page_release_text(spot->page, &text);
}

static void add_main(const struct spot *spot, struct table *table)
{
    add_row_title(spot, "===> ", table);
    if (fault_is_set(&spot->series->failure))
        add_failure(spot, table);
    else
        figure_add_cells(spot, FIGURE_MAIN, table);
}

/* Nothing of what was not measured. */
static void add_detail(const struct spot *spot, struct table *table)
{
    if (spot->series->sample_count == 0 || fault_is_set(&spot->series->failure))
        return;
    add_row_title(spot, "     ", table);
    figure_add_cells(spot, FIGURE_DETAIL, table);
}

static void begin_table(enum figure_set set, struct table *table)
{
    table_add_column(table, "", TABLE_LEFT);
    figure_add_columns(set, table);
}

static void add_group(struct page *page, const struct series *first)
{
    const struct time_unit *unit = group_unit(page, &first->cell);
    struct table figures = {0};
    struct table details = {0};

    begin_table(FIGURE_MAIN, &figures);
    begin_table(FIGURE_DETAIL, &details);
    for (size_t i = 0; i < page->run->series_count; i++) {
        const struct spot spot = {page, &page->run->series[i], unit};
        if (!in_group(spot.series, &first->cell))
            continue;
        add_main(&spot, &figures);
        add_detail(&spot, &details);
    }
    add_heading(page, first, unit);
    page_add_table(page, &figures);
    page_add_table(page, &details);
    page_add_blank(page);
}

void format_text_add_groups(struct page *page)
{
    const struct run *run = page->run;

    for (size_t i = 0; i < run->series_count; i++) {
        const struct cell *cell = &run->series[i].cell;
        if (cell->operation != OPERATION_START && group_start(run, cell) == i)
            add_group(page, &run->series[i]);
    }
}
