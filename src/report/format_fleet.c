/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_fleet: the tables for a person.  Those for programs are in
 * format_fleet_data.c. */
#include "report/format_fleet.h"

#include "base/units.h"
#include "model/run.h"
#include "report/fleet.h"
#include "report/page.h"
#include "report/table.h"

#include <inttypes.h>
#include <math.h>

/* Columns that differ in their operation alone. */
struct group {
    struct page *page;
    const struct fleet *fleet;
    const struct fleet_column *first;
    const struct time_unit *unit;
};

static bool is_in(const struct group *group, size_t column)
{
    return fleet_are_together(group->first, &group->fleet->columns[column]);
}

static struct summary real_of(struct page *page, const struct series *series)
{
    return series ? page_summary(page, series, METRIC_REAL)
                  : (struct summary){0};
}

/* That of the shortest time. */
static const struct time_unit *unit_of(const struct group *group)
{
    const struct fleet *fleet = group->fleet;
    double shortest_ns = INFINITY;

    for (size_t c = 0; c < fleet->column_count; c++) {
        if (!is_in(group, c))
            continue;
        for (size_t r = 0; r < fleet->row_count; r++) {
            const struct summary real =
                real_of(group->page, fleet_cell(fleet, r, c));
            if (real.median > 0)
                shortest_ns = fmin(shortest_ns, real.median);
        }
    }
    return page_unit(group->page, shortest_ns);
}

static void add_heading(const struct group *group)
{
    const struct run *run = group->first->run;
    const struct cell *cell = &group->first->series->cell;
    struct text words = {0};

    if (cell->key != CELL_NONE)
        page_add_part(&words, "", run->keys[cell->key].name);
    if (cell->fixture != CELL_NONE) {
        page_add_part(&words, "", run->fixtures[cell->fixture].name);
        if (cell->copies > 1)
            text_addf(&words, " x%" PRIu32, cell->copies);
    }
    text_addf(&words, words.length > 0 ? ", times in %s" : "times in %s",
              group->unit->name);
    page_add_words(group->page, "", PAGE_BOLD, &words);
}

static void add_cell(const struct group *group, size_t row, size_t column,
                     struct table *table)
{
    const struct compare_side *side = group->fleet->rows[row];
    const struct series *series = fleet_cell(group->fleet, row, column);
    const struct summary real = real_of(group->page, series);
    struct text text = {0};

    if (real.count > 0)
        page_add_time(&text, real.median, page_half_width(side->run, &real),
                      group->unit);
    else if (series && fault_is_set(&series->failure))
        text_add_readable(&text, fault_told(&series->failure));
    page_add_cell(group->page, &text, table);
}

static void add_row(const struct group *group, size_t row, struct table *table)
{
    struct text name = {0};

    text_add_name(&name, group->fleet->rows[row]->name);
    table_add_row(table);
    table_add_cell(table, text_string(&name));
    for (size_t c = 0; c < group->fleet->column_count; c++)
        if (is_in(group, c))
            add_cell(group, row, c, table);
    page_release_text(group->page, &name);
}

static void add_group(struct page *page, const struct fleet *fleet,
                      const struct fleet_column *first)
{
    struct group group = {page, fleet, first, NULL};
    struct table table = {0};

    group.unit = unit_of(&group);
    add_heading(&group);
    table_add_column(&table, "", TABLE_LEFT);
    for (size_t c = 0; c < fleet->column_count; c++)
        if (is_in(&group, c))
            table_add_column(
                &table,
                operation_row(fleet->columns[c].series->cell.operation)->title,
                TABLE_DECIMAL);
    for (size_t r = 0; r < fleet->row_count; r++)
        add_row(&group, r, &table);
    page_add_table(page, &table);
    page_add_blank(page);
}

static bool is_first(const struct fleet *fleet, size_t column)
{
    for (size_t c = 0; c < column; c++)
        if (fleet_are_together(&fleet->columns[c], &fleet->columns[column]))
            return false;
    return true;
}

static void add_words(struct page *page, const char *words, struct table *table)
{
    struct text text = {0};

    text_add_readable(&text, words ? words : "-");
    table_add_cell(table, text_string(&text));
    page_release_text(page, &text);
}

/* Who is who. */
static void add_runs(struct page *page, const struct fleet *fleet)
{
    struct table table = {0};

    table_add_column(&table, "", TABLE_LEFT);
    table_add_column(&table, "gpg", TABLE_LEFT);
    table_add_column(&table, "libgcrypt", TABLE_LEFT);
    table_add_column(&table, "machine", TABLE_LEFT);
    for (size_t r = 0; r < fleet->row_count; r++) {
        const struct compare_side *side = fleet->rows[r];
        const struct run_engine *engine = &side->run->engines[side->engine];
        table_add_row(&table);
        add_words(page, side->name, &table);
        add_words(page, engine->version, &table);
        add_words(page, engine->libgcrypt.version, &table);
        add_words(page, side->run->machine.cpu, &table);
    }
    page_add_table(page, &table);
    page_add_blank(page);
}

/* Those of operations on a fixture, or the others. */
static void add_groups(struct page *page, const struct fleet *fleet,
                       bool has_fixture)
{
    for (size_t c = 0; c < fleet->column_count; c++) {
        const struct cell *cell = &fleet->columns[c].series->cell;
        if (is_first(fleet, c) && (cell->fixture != CELL_NONE) == has_fixture)
            add_group(page, fleet, &fleet->columns[c]);
    }
}

static gpg_error_t write(const struct fleet *fleet, const struct view *view,
                         bool is_markdown, FILE *stream)
{
    struct page page = {.view = view, .is_markdown = is_markdown};

    add_runs(&page, fleet);
    add_groups(&page, fleet, true);
    add_groups(&page, fleet, false);
    return page_write(&page, stream);
}

gpg_error_t format_fleet_write_text(const struct fleet *fleet,
                                    const struct view *view, FILE *stream)
{
    return write(fleet, view, false, stream);
}

gpg_error_t format_fleet_write_markdown(const struct fleet *fleet,
                                        const struct view *view, FILE *stream)
{
    return write(fleet, view, true, stream);
}
