/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_text_compare: the tables of ratios and verdicts.  What is behind
 * them is compare's. */
#include "report/format_text_compare.h"

#include "base/units.h"
#include "model/run.h"
#include "report/compare.h"
#include "report/format.h"
#include "report/page.h"
#include "report/table.h"

#include <inttypes.h>
#include <math.h>

/* Cells of a pair that are shown together: one key, fixture and number of
 * copies. */
struct block {
    struct page *page;
    const struct compare_pair *pair;
    const struct compare_cell *first;
    const struct time_unit *unit;
};

static const struct cell *cell_of(const struct compare_pair *pair,
                                  const struct compare_cell *cell)
{
    const struct run *run;

    return &compare_known(pair, cell, &run)->cell;
}

static bool are_together(const struct compare_pair *pair,
                         const struct compare_cell *a,
                         const struct compare_cell *b)
{
    const struct run *one;
    const struct run *other;
    const struct cell *first = &compare_known(pair, a, &one)->cell;
    const struct cell *second = &compare_known(pair, b, &other)->cell;

    return compare_are_together(one, first, other, second);
}

/* Of the ratio: half its interval, but no less than the clocks leave open. */
static double half_width_of(const struct compare_figure *figure)
{
    const struct contrast *contrast = &figure->contrast;
    const double grain = figure->grain * contrast->ratio;

    return fmax(contrast->has_interval
                    ? (contrast->interval.high - contrast->interval.low) / 2
                    : -1,
                grain > 0 ? grain : -1);
}

static void add_time_cell(const struct block *block,
                          const struct compare_side *side,
                          const struct summary *summary, struct table *table)
{
    struct text text = {0};

    if (summary->count > 0)
        page_add_time(&text, summary->median,
                      page_half_width(side->run, summary), block->unit);
    page_add_cell(block->page, &text, table);
}

static void add_ratio_cell(const struct block *block,
                           const struct compare_figure *figure,
                           struct table *table)
{
    struct text text = {0};

    if (figure->contrast.has_ratio)
        page_add_ratio(&text, figure->contrast.ratio, half_width_of(figure));
    page_add_cell(block->page, &text, table);
}

static void add_interval_cell(const struct block *block,
                              const struct compare_figure *figure,
                              struct table *table)
{
    const struct contrast *contrast = &figure->contrast;
    const double half_width = half_width_of(figure);
    struct text text = {0};

    if (contrast->has_interval) {
        page_add_ratio(&text, contrast->interval.low, half_width);
        text_add(&text, " to ");
        page_add_ratio(&text, contrast->interval.high, half_width);
    }
    page_add_cell(block->page, &text, table);
}

static void add_count_cell(const struct block *block,
                           const struct contrast *contrast, struct table *table)
{
    struct text text = {0};

    text_addf(&text, "%zu", contrast->n_base);
    if (contrast->n_other != contrast->n_base)
        text_addf(&text, ":%zu", contrast->n_other);
    page_add_cell(block->page, &text, table);
}

/* In place of figures: which side has none, and why. */
static void add_lack(const struct block *block, const struct compare_cell *cell,
                     struct table *table)
{
    const bool lacks_base = cell->figures[COMPARE_REAL].base.count == 0;
    const struct series *series = lacks_base ? cell->base : cell->other;
    const struct compare_side *side =
        lacks_base ? block->pair->base : block->pair->other;
    struct text text = {0};

    text_add(&text, "- ");
    text_add_name(&text, side->name);
    text_add(&text, ": ");
    if (!series)
        text_add(&text, "not measured");
    else if (fault_is_set(&series->failure))
        text_add_readable(&text, fault_told(&series->failure));
    else
        text_add(&text, "no samples");
    table_add_span(table, text_string(&text));
    page_release_text(block->page, &text);
}

static void add_row(const struct block *block, const struct compare_cell *cell,
                    struct table *table)
{
    const struct compare_figure *real = &cell->figures[COMPARE_REAL];
    const struct compare_figure *cpu = &cell->figures[COMPARE_CPU];
    struct text title = {0};

    text_addf(&title, "===> %s",
              operation_row(cell_of(block->pair, cell)->operation)->title);
    table_add_row(table);
    page_add_cell(block->page, &title, table);
    if (real->verdict == VERDICT_NO_FIGURE) {
        add_lack(block, cell, table);
        return;
    }
    add_time_cell(block, block->pair->base, &real->base, table);
    add_time_cell(block, block->pair->other, &real->other, table);
    add_ratio_cell(block, real, table);
    add_interval_cell(block, real, table);
    table_add_cell(table, verdict_word(real->verdict));
    add_ratio_cell(block, cpu, table);
    table_add_cell(table, verdict_word(cpu->verdict));
    add_count_cell(block, &real->contrast, table);
}

static const struct time_unit *unit_of(const struct page *page,
                                       const struct compare_pair *pair,
                                       const struct compare_cell *first)
{
    double shortest_ns = INFINITY;

    for (size_t i = 0; i < pair->cell_count; i++) {
        const struct compare_cell *cell = &pair->cells[i];
        const struct compare_figure *real = &cell->figures[COMPARE_REAL];
        if (!are_together(pair, first, cell))
            continue;
        if (real->base.count > 0 && real->base.median > 0)
            shortest_ns = fmin(shortest_ns, real->base.median);
        if (real->other.count > 0 && real->other.median > 0)
            shortest_ns = fmin(shortest_ns, real->other.median);
    }
    return page_unit(page, shortest_ns);
}

/* "dsa1024, COPYING x20, times in ms". */
static void add_heading(const struct block *block)
{
    const struct run *run;
    const struct cell *cell =
        &compare_known(block->pair, block->first, &run)->cell;
    const char *names[] = {cell_key_name(run, cell),
                           cell_fixture_name(run, cell)};
    struct text words = {0};

    for (size_t i = 0; i < 2; i++)
        if (names[i]) {
            text_add(&words, words.length > 0 ? ", " : "");
            text_add_name(&words, names[i]);
        }
    if (cell->fixture != CELL_NONE && cell->copies > 1)
        text_addf(&words, " x%" PRIu32, cell->copies);
    text_addf(&words, words.length > 0 ? ", times in %s" : "times in %s",
              block->unit->name);
    page_add_words(block->page, "", PAGE_BOLD, &words);
}

static void begin_table(struct table *table)
{
    table_add_column(table, "", TABLE_LEFT);
    table_add_column(table, "base", TABLE_DECIMAL);
    table_add_column(table, "other", TABLE_DECIMAL);
    table_add_column(table, "ratio", TABLE_DECIMAL);
    table_add_column(table, "95% interval", TABLE_RIGHT);
    table_add_column(table, "real", TABLE_LEFT);
    table_add_column(table, "cpu:", TABLE_DECIMAL);
    table_add_column(table, "", TABLE_LEFT);
    table_add_column(table, "n", TABLE_RIGHT);
}

static void add_block(struct page *page, const struct compare_pair *pair,
                      const struct compare_cell *first)
{
    const struct block block = {page, pair, first, unit_of(page, pair, first)};
    struct table table = {0};

    add_heading(&block);
    begin_table(&table);
    for (size_t i = 0; i < pair->cell_count; i++)
        if (are_together(pair, first, &pair->cells[i]))
            add_row(&block, &pair->cells[i], &table);
    page_add_table(page, &table);
    page_add_blank(page);
}

static bool is_first(const struct compare_pair *pair, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (are_together(pair, &pair->cells[i], &pair->cells[index]))
            return false;
    return true;
}

static void add_mean(struct text *words, const char *name,
                     const struct compare_mean *mean)
{
    if (mean->cells == 0)
        return;
    page_add_part(words, name, "");
    text_add(words, " ");
    page_add_ratio(words, mean->ratio, mean->ratio * mean->half_width);
    text_addf(words, " (%zu)", mean->cells);
}

/* "Sign 1.02 (2), Verify … , all 1.01 (8)". */
static void add_means(struct page *page, const struct compare_pair *pair)
{
    struct text words = {0};

    for (int o = 0; o < OPERATION_COUNT; o++)
        add_mean(&words, operation_row((enum operation)o)->title,
                 &pair->means[o]);
    add_mean(&words, "all", &pair->all);
    if (words.length > 0)
        text_add(&words, ": geometric means of ratios of real over so many "
                         "cells, all without start");
    page_add_labelled(page, "mean", &words);
}

/* "O0 against O2, 24 rounds in pairs". */
static void add_title(struct page *page, const struct compare_pair *pair)
{
    struct text words = {0};

    text_add_name(&words, pair->other->name);
    text_add(&words, " (other) against ");
    text_add_name(&words, pair->base->name);
    text_add(&words, " (base)");
    if (pair->is_one_run)
        text_add(&words, ", paired by round");
    page_add_words(page, "", PAGE_BOLD, &words);
    page_add_blank(page);
}

static void add_pair(struct page *page, const struct compare_pair *pair)
{
    add_title(page, pair);
    for (size_t i = 0; i < pair->cell_count; i++)
        if (is_first(pair, i))
            add_block(page, pair, &pair->cells[i]);
    format_text_add_parts(page, pair);
    add_means(page, pair);
}

void format_text_add_pairs(struct page *page, const struct compare *compare)
{
    for (size_t i = 0; i < compare->pair_count; i++) {
        if (i > 0)
            page_add_blank(page);
        add_pair(page, &compare->pairs[i]);
    }
}

static gpg_error_t write(const struct compare *compare, const struct view *view,
                         bool is_markdown, FILE *stream)
{
    struct page page = {
        .run = compare->sides[0].run, .view = view, .is_markdown = is_markdown};

    format_text_add_sides(&page, compare);
    if (compare->options.by_engine)
        format_text_add_drift(&page, compare);
    else
        format_text_add_pairs(&page, compare);
    format_text_add_run_notices(&page, compare);
    format_text_add_compare_end(&page, compare);
    return page_write(&page, stream);
}

gpg_error_t format_text_compare_write(const struct compare *compare,
                                      const struct view *view, FILE *stream)
{
    return write(compare, view, false, stream);
}

gpg_error_t format_markdown_compare_write(const struct compare *compare,
                                          const struct view *view, FILE *stream)
{
    return write(compare, view, true, stream);
}
