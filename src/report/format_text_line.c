/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_text_line: what each operation costs at once and per byte, a
 * paragraph for each engine, key and fixture. */
#include "report/format_text.h"

#include "base/units.h"
#include "report/line.h"
#include "report/page.h"
#include "report/sizes.h"

#include <inttypes.h>

static bool is_same_fixture(const struct cell *a, const struct cell *b)
{
    return a->engine == b->engine && a->key == b->key &&
           a->fixture == b->fixture;
}

/* "Sign 4.01 ms + 37.8 ns/byte". */
static void add_line(struct page *page, const struct cell *cell,
                     struct text *words)
{
    const struct time_unit *unit = page->view->unit;
    struct line line;
    bool is_known = false;
    const gpg_error_t err = line_of(page->run, cell, &line, &is_known);

    if (err)
        page->err = err;
    if (err || !is_known)
        return;
    if (!unit)
        unit = units_best_time(line.fixed_ns);
    page_add_part(words, operation_row(cell->operation)->title, "");
    text_add(words, " ");
    page_add_time(words, line.fixed_ns, line.fixed_half_width_ns, unit);
    text_addf(words, " %s + ", unit->name);
    page_add_time(words, line.slope_ns, line.slope_half_width_ns,
                  units_find_time("ns"));
    text_add(words, " ns/byte");
}

/* All operations on the fixture of FIRST. */
static void add_lines(struct page *page, const struct cell *first)
{
    const struct sizes sizes = sizes_of(page->run, first);
    struct cell cell = *first;
    struct text lines = {0};
    struct text words = {0};

    for (int o = 0; o < OPERATION_COUNT; o++) {
        cell.operation = (enum operation)o;
        if (operation_row(cell.operation)->has_fixture)
            add_line(page, &cell, &lines);
    }
    if (lines.length > 0) {
        page_add_place(page, first, &words);
        text_add(&words, ": ");
        text_add(&words, text_string(&lines));
        text_addf(&words,
                  " (fixed + per byte, from x%" PRIu32 " and x%" PRIu32 ")",
                  sizes.small->cell.copies, sizes.large->cell.copies);
    }
    page_release_text(page, &lines);
    page_add_labelled(page, "cost", &words);
}

void format_text_add_lines(struct page *page)
{
    const struct run *run = page->run;

    for (size_t i = 0; i < run->series_count; i++) {
        const struct cell *cell = &run->series[i].cell;
        size_t first = 0;
        while (!is_same_fixture(&run->series[first].cell, cell))
            first++;
        if (first == i && cell->fixture != CELL_NONE)
            add_lines(page, cell);
    }
}
