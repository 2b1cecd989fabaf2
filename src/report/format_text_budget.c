/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_text_budget: where the time of each cell went, as rows of numbers
 * and bars.  Which samples are behind them is budget's choice. */
#include "report/format_text.h"

#include "base/units.h"
#include "report/budget.h"
#include "report/figure.h"
#include "report/page.h"
#include "report/paragraph.h"
#include "report/probe_cost.h"
#include "report/table.h"

#include <math.h>
#include <string.h>

/* Below this share of real a part has no row of its own. */
#define ROW_PCT 0.5

/* Columns of a bar for all of real, and of words in its place. */
#define BAR_COLUMNS  40
#define NOTE_COLUMNS 40

/* Where rows of one cell are added. */
struct block {
    const struct spot *spot;
    const struct budget *budget;
    struct table *table;
    double place_ns; /* of the last digit of its times */
};

/* To a thousandth of real, like the shares, and the same for all: rows that
 * add up are to be seen to do so.  How far they can be trusted, the spread
 * tells. */
static double last_place_ns(const struct budget *budget)
{
    return budget->real.ns > 0 ? pow(10, floor(log10(budget->real.ns)) - 3)
                               : -1;
}

void format_text_begin_budget(struct table *table)
{
    table_add_column(table, "where real went", TABLE_LEFT);
    table_add_column(table, "time", TABLE_DECIMAL);
    table_add_column(table, "share", TABLE_RIGHT);
    table_add_column(table, "mean of the middle half of probed samples",
                     TABLE_LEFT);
}

/* Append NS, which may be below 0.  What is shown as nothing has no sign. */
static void add_signed(struct page *page, struct text *text, double ns,
                       double half_width_ns, const struct time_unit *unit)
{
    struct text number = {0};

    page_add_time(&number, fabs(ns), half_width_ns, unit);
    if (ns < 0 && strpbrk(text_string(&number), "123456789"))
        text_add(text, "-");
    text_add(text, text_string(&number));
    page_release_text(page, &number);
}

static void begin_row(const struct block *block, const char *before,
                      const char *title)
{
    struct text text = {0};

    text_add(&text, before);
    text_add(&text, title);
    table_add_row(block->table);
    table_add_cell(block->table, text_string(&text));
    page_release_text(block->spot->page, &text);
}

static void add_time(const struct block *block, double ns)
{
    struct text text = {0};

    add_signed(block->spot->page, &text, ns, block->place_ns,
               block->spot->unit);
    table_add_cell(block->table, text_string(&text));
    page_release_text(block->spot->page, &text);
}

static void add_share(const struct block *block, double share_pct)
{
    struct text text = {0};

    /* Else "-0.0%". */
    if (fabs(share_pct) < 0.05)
        share_pct = 0;
    text_addf(&text, "%.1f%%", share_pct);
    table_add_cell(block->table, text_string(&text));
    page_release_text(block->spot->page, &text);
}

/* WORDS at the end of the row, and of as many more rows as they need. */
static void add_note(const struct block *block, struct text *words)
{
    const size_t indent = PARAGRAPH_COLUMNS - NOTE_COLUMNS;
    struct text lines = {0};
    struct text one = {0};

    paragraph_add(&lines, "", indent, text_string(words));
    for (const char *line = text_string(&lines); *line; line++) {
        const size_t length = strcspn(line, "\n");
        if (line != text_string(&lines)) {
            begin_row(block, "", "");
            table_add_cell(block->table, "");
            table_add_cell(block->table, "");
        }
        text_clear(&one);
        text_add_bytes(&one, line + indent, length - indent);
        table_add_cell(block->table, text_string(&one));
        line += length;
    }
    page_release_text(block->spot->page, &lines);
    page_release_text(block->spot->page, &one);
    page_release_text(block->spot->page, words);
}

/* A row of it is seen to be there: its bar is one column at least. */
static void add_bar(const struct block *block, double share_pct, char of)
{
    const double columns =
        fmin(fmax(round(share_pct / 100 * BAR_COLUMNS), 1), BAR_COLUMNS);
    struct text text = {0};

    text_add_char(&text, of, (size_t)columns);
    table_add_cell(block->table, text_string(&text));
    page_release_text(block->spot->page, &text);
}

/* "===> Encrypt  8.77  100.0%  4 of 6 probed; plain median 8.63". */
static void add_head(const struct block *block, const struct probe_cost *cost)
{
    const struct budget_part *real = &block->budget->real;
    struct page *page = block->spot->page;
    struct text words = {0};

    begin_row(block, "---> ",
              operation_row(block->spot->series->cell.operation)->title);
    add_time(block, real->ns);
    add_share(block, budget_share_pct(block->budget, real->ns));
    text_addf(&words, "%zu of %zu", block->budget->used, block->budget->probed);
    if (probe_cost_is_known(cost)) {
        const struct summary plain =
            page_summary(page, block->spot->series, METRIC_REAL);
        text_add(&words, "; plain median ");
        page_add_time(&words, plain.median, summary_half_width(&plain),
                      block->spot->unit);
    }
    add_note(block, &words);
}

static const char *label_of(size_t part)
{
    return metric_row(budget_metric(part))->label;
}

/* What PART adds to real. */
static double signed_ns(const struct budget *budget, size_t part)
{
    const double ns = budget->parts[part].ns;

    return part == BUDGET_OVERLAP ? -ns : ns;
}

static bool is_row(const struct budget *budget, size_t part)
{
    return budget_share_pct(budget, budget->parts[part].ns) >= ROW_PCT;
}

/* Inside the rows above, and so without a bar. */
static void add_jitter(const struct block *block)
{
    const struct budget_part *jitter = &block->budget->jitter;
    const double share_pct = budget_share_pct(block->budget, jitter->ns);
    struct text words = {0};

    if (share_pct < ROW_PCT)
        return;
    begin_row(block, "       ", metric_row(METRIC_JITTER)->label);
    add_time(block, jitter->ns);
    add_share(block, share_pct);
    text_add(&words, "CPU of libgcrypt's jitter generator, in pubkey and "
                     "random above");
    add_note(block, &words);
}

static void add_parts(const struct block *block)
{
    const struct budget *budget = block->budget;

    for (size_t p = 0; p < BUDGET_PART_COUNT; p++) {
        const struct budget_part *part = &budget->parts[p];
        if (is_row(budget, p)) {
            begin_row(block, "     ", label_of(p));
            add_time(block, signed_ns(budget, p));
            add_share(block, budget_share_pct(budget, signed_ns(budget, p)));
            add_bar(block, budget_share_pct(budget, part->ns),
                    p == BUDGET_OVERLAP ? '-' : '#');
        }
        if (budget_metric(p) == METRIC_STAGE_RANDOM)
            add_jitter(block);
    }
}

/* The parts too small for a row, in one; those that are nothing in none. */
static void add_rest(const struct block *block)
{
    const struct budget *budget = block->budget;
    struct text names = {0};
    double ns = 0;

    for (size_t p = 0; p < BUDGET_PART_COUNT; p++) {
        if (is_row(budget, p) || !(budget->parts[p].ns > 0))
            continue;
        page_add_part(&names, p == BUDGET_OVERLAP ? "less " : "", label_of(p));
        ns += signed_ns(budget, p);
    }
    if (names.length > 0) {
        begin_row(block, "     ", "<0.5% each");
        add_time(block, ns);
        add_share(block, budget_share_pct(budget, ns));
        add_note(block, &names);
    }
    page_release_text(block->spot->page, &names);
}

static void add_absent(const struct block *block)
{
    struct text names = {0};

    for (size_t p = 0; p < BUDGET_PART_COUNT; p++)
        if (!block->budget->parts[p].is_known)
            page_add_part(&names, "", label_of(p));
    if (names.length > 0) {
        begin_row(block, "     ", "absent");
        table_add_cell(block->table, NULL);
        table_add_cell(block->table, NULL);
        add_note(block, &names);
    }
    page_release_text(block->spot->page, &names);
}

/* What no part is known for. */
static void add_unknown(const struct block *block)
{
    const double ns = block->budget->unknown_ns;
    const double share_pct = budget_share_pct(block->budget, ns);

    if (fabs(share_pct) < ROW_PCT)
        return;
    begin_row(block, "     ", "not known");
    add_time(block, ns);
    add_share(block, share_pct);
    add_bar(block, fabs(share_pct), '?');
}

static void add_cost(const struct block *block, const struct probe_cost *cost)
{
    struct text words = {0};

    if (!probe_cost_is_known(cost))
        return;
    begin_row(block, "     ", "probe adds");
    if (fabs(cost->ns) > cost->half_width_ns && cost->half_width_ns >= 0) {
        add_time(block, cost->ns);
        add_share(block, probe_cost_pct(cost));
    } else {
        table_add_cell(block->table, NULL);
        table_add_cell(block->table, NULL);
        text_add(&words, "none that shows: ");
    }
    text_addf(&words, "median of %zu probed less %zu plain", cost->probed,
              cost->plain);
    add_note(block, &words);
}

/* A cell that was measured and has no budget says why. */
static void add_none(const struct block *block)
{
    struct text words = {0};

    begin_row(block, "---> ",
              operation_row(block->spot->series->cell.operation)->title);
    table_add_cell(block->table, NULL);
    table_add_cell(block->table, NULL);
    text_add(&words, block->budget->probed > 0
                         ? "the probe told nothing"
                         : "no sample was taken with the probe");
    add_note(block, &words);
}

void format_text_add_budget(const struct spot *spot, struct table *table)
{
    struct probe_cost cost = {0};
    struct budget budget = {0};
    gpg_error_t err = budget_of(spot->series, &budget);
    const struct block block = {spot, &budget, table, last_place_ns(&budget)};

    if (!err)
        err = probe_cost_of(spot->series, &cost);
    if (err)
        spot->page->err = err;
    if (spot->series->sample_count == 0 || fault_is_set(&spot->series->failure))
        return;
    if (budget.used == 0) {
        add_none(&block);
        return;
    }
    add_head(&block, &cost);
    add_parts(&block);
    add_rest(&block);
    add_unknown(&block);
    add_absent(&block);
    add_cost(&block, &cost);
}
