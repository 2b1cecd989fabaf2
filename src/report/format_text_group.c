/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_text_group: the figures, a table for each engine, key, fixture and
 * number of copies, and below it a second one with ranges and processes, and
 * a third with budgets. */
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

    for (size_t i = 0; i < page->run->series_count; i++) {
        const struct series *series = &page->run->series[i];
        if (!in_group(series, first))
            continue;
        const struct summary real = page_summary(page, series, METRIC_REAL);
        if (real.count > 0 && real.median > 0 && real.median < shortest_ns)
            shortest_ns = real.median;
    }
    return page_unit(page, shortest_ns);
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
    text_add_readable(&text, fault_told(failure));
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
    page_add_cell(spot->page, &text, table);
}

/* A cell's rows in one of the tables. */
typedef void add_rows(const struct spot *spot, enum figure_set set,
                      struct table *table);

static void add_main(const struct spot *spot, enum figure_set set,
                     struct table *table)
{
    add_row_title(spot, "===> ", table);
    if (fault_is_set(&spot->series->failure))
        add_failure(spot, table);
    else
        figure_add_cells(spot, set, table);
}

/* Nothing of what was not measured. */
static void add_detail(const struct spot *spot, enum figure_set set,
                       struct table *table)
{
    if (spot->series->sample_count == 0 || fault_is_set(&spot->series->failure))
        return;
    add_row_title(spot, "     ", table);
    figure_add_cells(spot, set, table);
}

static void add_budget(const struct spot *spot, enum figure_set set,
                       struct table *table)
{
    (void)set;
    format_text_add_budget(spot, table);
}

/* The cells of one table, and the unit of its times. */
struct group {
    struct page *page;
    const struct series *first;
    const struct time_unit *unit;
};

static void fill_table(const struct group *group, add_rows *add,
                       enum figure_set set, struct table *table)
{
    const struct run *run = group->page->run;

    for (size_t i = 0; i < run->series_count; i++) {
        const struct spot spot = {group->page, &run->series[i], group->unit};
        if (in_group(spot.series, &group->first->cell))
            add(&spot, set, table);
    }
}

static void add_figures(const struct group *group, add_rows *add,
                        enum figure_set set)
{
    struct table table = {0};

    table_add_column(&table, "", TABLE_LEFT);
    figure_add_columns(set, &table);
    fill_table(group, add, set, &table);
    page_add_table(group->page, &table);
}

/* Whether there is something for the columns of FIGURE_WIDE, and room. */
static bool is_wide(const struct group *group)
{
    const struct run *run = group->page->run;
    struct table table = {0};
    bool is_known = false;

    for (size_t i = 0; i < run->series_count; i++)
        if (in_group(&run->series[i], &group->first->cell) &&
            page_summary(group->page, &run->series[i], METRIC_COMPUTE).count)
            is_known = true;
    table_add_column(&table, "", TABLE_LEFT);
    figure_add_columns(FIGURE_WIDE, &table);
    fill_table(group, add_main, FIGURE_WIDE, &table);
    const bool has_room = page_has_room(&table);
    table_release(&table);
    return is_known && has_room;
}

static bool has_probed(const struct run *run)
{
    for (size_t i = 0; i < run->series_count; i++)
        if (series_count(&run->series[i], true) > 0)
            return true;
    return false;
}

static bool shows_budgets(const struct page *page)
{
    return page->view->budget && has_probed(page->run);
}

static void add_budgets(const struct group *group)
{
    struct table table = {0};

    format_text_begin_budget(&table);
    fill_table(group, add_budget, FIGURE_MAIN, &table);
    page_add_table(group->page, &table);
}

static void add_group(struct page *page, const struct series *first)
{
    const struct group group = {page, first, group_unit(page, &first->cell)};

    add_heading(page, first, group.unit);
    add_figures(&group, add_main, is_wide(&group) ? FIGURE_WIDE : FIGURE_MAIN);
    add_figures(&group, add_detail, FIGURE_DETAIL);
    if (shows_budgets(page))
        add_budgets(&group);
    page_add_blank(page);
}

/* The floor has no figures here, but a budget as any other cell. */
static void add_floor_budget(struct page *page, const struct series *series)
{
    const struct summary real = page_summary(page, series, METRIC_REAL);
    const struct time_unit *unit = page_unit(page, real.median);
    const struct spot spot = {page, series, unit};
    struct table table = {0};
    struct text words = {0};

    if (real.count == 0)
        return;
    page_add_place(page, &series->cell, &words);
    page_add_part(&words, "gpg --version", "");
    text_addf(&words, ", times in %s", unit->name);
    page_add_words(page, "", PAGE_BOLD, &words);
    format_text_begin_budget(&table);
    format_text_add_budget(&spot, &table);
    page_add_table(page, &table);
    page_add_blank(page);
}

static void add_floor_budgets(struct page *page)
{
    const struct run *run = page->run;

    for (size_t i = 0; shows_budgets(page) && i < run->series_count; i++)
        if (run->series[i].cell.operation == OPERATION_START)
            add_floor_budget(page, &run->series[i]);
}

/* Once for all cells, in place of as many tables that say so. */
static void add_no_budgets(struct page *page)
{
    struct text words = {0};

    text_add(&words, "no sample was taken with the probe, which alone can "
                     "tell stages; --probe separate takes some");
    page_add_labelled(page, "budget", &words);
}

void format_text_add_groups(struct page *page)
{
    const struct run *run = page->run;

    for (size_t i = 0; i < run->series_count; i++) {
        const struct cell *cell = &run->series[i].cell;
        if (cell->operation != OPERATION_START && group_start(run, cell) == i)
            add_group(page, &run->series[i]);
    }
    add_floor_budgets(page);
    if (page->view->budget && !has_probed(run))
        add_no_budgets(page);
}
