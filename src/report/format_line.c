/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_line: "CPU, gpg 2.2.40, libgcrypt 1.10.1, dsa1024/elg1024, COPYING
 * x1: sign 4.69 ms, verify 3.9 ms; x20: sign 17.6 ms". */
#include "report/format_line.h"

#include "base/units.h"
#include "report/page.h"

#include <inttypes.h>

static void add_key(struct text *text, const struct run_key *key)
{
    text_add(text, ", ");
    text_add_readable(text, key->algorithm ? key->algorithm : "-");
    if (!key->subkey)
        return;
    text_add(text, "/");
    text_add_readable(text, key->subkey);
}

/* What is new of CELL against the one BEFORE it (NULL: all). */
static void add_place(const struct page *page, const struct cell *cell,
                      const struct cell *before, struct text *text)
{
    const struct run *run = page->run;

    if (cell->key != CELL_NONE && (!before || before->key != cell->key))
        add_key(text, &run->keys[cell->key]);
    if (cell->fixture == CELL_NONE)
        return;
    if (!before || before->fixture != cell->fixture ||
        before->key != cell->key) {
        text_add(text, ", ");
        text_add_name(text, run->fixtures[cell->fixture].name
                                ? run->fixtures[cell->fixture].name
                                : "-");
    } else if (before->copies != cell->copies) {
        text_add(text, ";");
    } else {
        return;
    }
    text_addf(text, " x%" PRIu32 ":", cell->copies);
}

static void add_figure(struct page *page, const struct series *series,
                       struct text *text)
{
    const struct run *run = page->run;
    const struct summary real = page_summary(page, series, METRIC_REAL);
    const struct time_unit *unit = page_unit(page, real.median);

    text_addf(text, " %s ", operation_row(series->cell.operation)->name);
    if (real.count == 0) {
        text_add_readable(text,
                          series->failure.words ? series->failure.words : "-");
        return;
    }
    page_add_time(text, real.median, page_half_width(run, &real), unit);
    text_addf(text, " %s", unit->name);
}

static void add_engine(struct page *page, uint32_t engine)
{
    const struct run *run = page->run;
    const struct run_engine *record = &run->engines[engine];
    const struct cell *before = NULL;
    struct text text = {0};

    page_add_part(&text, "", run->machine.cpu ? run->machine.cpu : "-");
    page_add_part(&text, "gpg ", record->version ? record->version : "-");
    page_add_part(&text, "libgcrypt ", record->libgcrypt.version);
    for (size_t i = 0; i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        if (series->cell.engine != engine ||
            series->cell.operation == OPERATION_START)
            continue;
        if (before && before->copies == series->cell.copies &&
            before->fixture == series->cell.fixture &&
            before->key == series->cell.key)
            text_add(&text, ",");
        add_place(page, &series->cell, before, &text);
        add_figure(page, series, &text);
        before = &series->cell;
    }
    text_add(&page->text, text_string(&text));
    text_add(&page->text, "\n");
    page_release_text(page, &text);
}

gpg_error_t format_line_write(const struct run *run, const struct view *view,
                              FILE *stream)
{
    struct page page = {.run = run, .view = view};

    for (uint32_t e = 0; e < run->engine_count; e++)
        add_engine(&page, e);
    return page_write(&page, stream);
}
