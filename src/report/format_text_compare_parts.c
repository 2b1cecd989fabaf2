/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_text_compare_parts: which stages make the difference of a cell.
 * Budgets are budget's, verdicts compare's. */
#include "report/format_text_compare.h"

#include "base/units.h"
#include "model/run.h"
#include "report/budget.h"
#include "report/compare.h"
#include "report/format.h"
#include "report/page.h"
#include "report/table.h"

#include <math.h>
#include <stdlib.h>

/* Of the base's real, or of the whole difference: smaller ones are not told
 * by themselves. */
#define ROW_PCT 1.0

/* One part of real on both sides. */
struct part {
    size_t index;   /* of the budget */
    double base_ns; /* what it adds to real */
    double other_ns;
    const struct compare_figure *figure;
};

struct block {
    struct page *page;
    const struct compare_cell *cell;
    const struct time_unit *unit;
    struct budget base;
    struct budget other;
    struct part parts[BUDGET_PART_COUNT]; /* the largest difference first */
    size_t part_count;                    /* known on both sides */
};

static double difference(const struct part *part)
{
    return part->other_ns - part->base_ns;
}

static int by_difference(const void *left, const void *right)
{
    const double a = fabs(difference(left));
    const double b = fabs(difference(right));

    return (b > a) - (b < a);
}

static const struct compare_figure *find_figure(const struct compare_cell *cell,
                                                enum metric metric)
{
    for (size_t i = 0; i < COMPARE_FIGURES; i++)
        if (cell->figures[i].metric == metric)
            return &cell->figures[i];
    return NULL;
}

static void fill_parts(struct block *block)
{
    for (size_t p = 0; p < BUDGET_PART_COUNT; p++) {
        const double sign = p == BUDGET_OVERLAP ? -1 : 1;
        if (!block->base.parts[p].is_known || !block->other.parts[p].is_known)
            continue;
        block->parts[block->part_count++] = (struct part){
            p, sign * block->base.parts[p].ns, sign * block->other.parts[p].ns,
            find_figure(block->cell, budget_metric(p))};
    }
    qsort(block->parts, block->part_count, sizeof block->parts[0],
          by_difference);
}

static double real_difference(const struct block *block)
{
    return block->other.real.ns - block->base.real.ns;
}

/* All of a row but its title and verdict. */
static void add_figures(const struct block *block, double base_ns,
                        double other_ns, struct table *table)
{
    const double place_ns =
        pow(10, floor(log10(fmax(block->base.real.ns, 1))) - 3);
    const double values[] = {base_ns, other_ns, other_ns - base_ns};
    struct text text = {0};

    for (size_t i = 0; i < 3; i++) {
        text_clear(&text);
        if (i == 2 || values[i] < 0)
            text_add(&text, values[i] < 0 ? "-" : "+");
        page_add_time(&text, fabs(values[i]), place_ns, block->unit);
        table_add_cell(table, text_string(&text));
    }
    text_clear(&text);
    if (base_ns > 0 && other_ns > 0)
        page_add_ratio(&text, other_ns / base_ns, 0.01);
    page_add_cell(block->page, &text, table);
}

static void add_row(const struct block *block, const struct part *part,
                    struct table *table)
{
    struct text title = {0};

    text_addf(&title, "     %s", metric_row(budget_metric(part->index))->label);
    table_add_row(table);
    table_add_cell(table, text_string(&title));
    add_figures(block, part->base_ns, part->other_ns, table);
    table_add_cell(table,
                   part->figure ? verdict_word(part->figure->verdict) : NULL);
    page_release_text(block->page, &title);
}

/* What is too small for rows of their own, in one. */
static void add_rest(const struct block *block, double base_ns, double other_ns,
                     struct table *table)
{
    table_add_row(table);
    table_add_cell(table, "     all others");
    add_figures(block, base_ns, other_ns, table);
    table_add_cell(table, "");
}

static void add_rows(const struct block *block, struct table *table)
{
    double base_ns = 0;
    double other_ns = 0;
    bool has_rest = false;

    for (size_t i = 0; i < block->part_count; i++) {
        const struct part *part = &block->parts[i];
        if (fabs(difference(part)) >= ROW_PCT / 100 * block->base.real.ns) {
            add_row(block, part, table);
            continue;
        }
        base_ns += part->base_ns;
        other_ns += part->other_ns;
        has_rest = true;
    }
    if (has_rest)
        add_rest(block, base_ns, other_ns, table);
}

static bool differs(const struct compare_cell *cell)
{
    return verdict_differs(cell->figures[COMPARE_REAL].verdict);
}

static bool is_same_way(const struct block *block, const struct part *part)
{
    const enum verdict verdict =
        part->figure ? part->figure->verdict : VERDICT_NO_FIGURE;

    return verdict ==
           (real_difference(block) > 0 ? VERDICT_SLOWER : VERDICT_FASTER);
}

/* Append NS in the block's unit, with its sign: "+1.84". */
static void add_signed(const struct block *block, double ns, struct text *words)
{
    text_add(words, ns < 0 ? "-" : "+");
    page_add_time(words, fabs(ns), fabs(ns) / 50, block->unit);
}

/* "pubkey +1.35, hash +0.18": what the tests stand behind.  Returns their
 * sum. */
static double add_culprits(const struct block *block, struct text *words)
{
    double sum_ns = 0;

    for (size_t i = 0; i < block->part_count; i++) {
        const struct part *part = &block->parts[i];
        if (!is_same_way(block, part) ||
            fabs(difference(part)) <
                ROW_PCT / 100 * fabs(real_difference(block)))
            continue;
        text_add(words, sum_ns != 0 ? ", " : "; ");
        text_addf(words, "%s ", metric_row(budget_metric(part->index))->label);
        add_signed(block, difference(part), words);
        sum_ns += difference(part);
    }
    return sum_ns;
}

/* "dsa1024/sign/COPYING/x20: +5.32 ms; hash +2.70, pubkey +1.41, 77 % of
 * it". */
static void add_summary(const struct block *block,
                        const struct compare_pair *pair)
{
    struct text name = {0};
    struct text words = {0};

    compare_add_cell_name(pair, block->cell, &name);
    text_add_readable(&words, text_string(&name));
    text_add(&words, ": ");
    add_signed(block, real_difference(block), &words);
    text_addf(&words, " %s", block->unit->name);
    const double sum_ns = add_culprits(block, &words);
    if (fabs(sum_ns) > 0)
        text_addf(&words, ", %.0f %% of it",
                  100 * sum_ns / real_difference(block));
    else if (differs(block->cell))
        text_addf(&words,
                  "; no stage by itself is shown to differ (%zu and %zu "
                  "probed samples)",
                  block->base.probed, block->other.probed);
    page_add_labelled(block->page, "where", &words);
    page_release_text(block->page, &name);
}

static void add_table(const struct block *block)
{
    struct table table = {0};

    table_add_column(&table, "where the difference is", TABLE_LEFT);
    table_add_column(&table, "base", TABLE_DECIMAL);
    table_add_column(&table, "other", TABLE_DECIMAL);
    table_add_column(&table, "difference", TABLE_DECIMAL);
    table_add_column(&table, "ratio", TABLE_DECIMAL);
    table_add_column(&table, "", TABLE_LEFT);
    table_add_row(&table);
    table_add_cell(&table, "---> real, probed");
    add_figures(block, block->base.real.ns, block->other.real.ns, &table);
    table_add_cell(&table, "");
    add_rows(block, &table);
    page_add_table(block->page, &table);
    page_add_blank(block->page);
}

static void add_block(struct block *block, const struct compare_pair *pair)
{
    const double least_ns = fmin(block->base.real.ns, block->other.real.ns);

    fill_parts(block);
    block->unit = page_unit(block->page, least_ns);
    add_summary(block, pair);
    if (block->page->view->budget)
        add_table(block);
}

static bool is_wanted(const struct page *page, const struct compare_cell *cell)
{
    if (!cell->base || !cell->other)
        return false;
    return page->view->budget || differs(cell);
}

void format_text_add_parts(struct page *page, const struct compare_pair *pair)
{
    for (size_t i = 0; i < pair->cell_count; i++) {
        const struct compare_cell *cell = &pair->cells[i];
        struct block block = {.page = page, .cell = cell};
        if (!is_wanted(page, cell))
            continue;
        gpg_error_t err = budget_of(cell->base, &block.base);
        if (!err)
            err = budget_of(cell->other, &block.other);
        if (err)
            page->err = err;
        if (!err && block.base.used > 0 && block.other.used > 0)
            add_block(&block, pair);
    }
}
