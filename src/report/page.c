/* SPDX-License-Identifier: GPL-3.0-or-later */

/* page: lines, tables and tones of the text report.  What they say is up to
 * format_text*.c. */
#include "report/page.h"

#include "base/units.h"
#include "report/markdown.h"
#include "report/notice.h"
#include "report/paragraph.h"
#include "report/table.h"

#include <math.h>
#include <string.h>

/* Columns before what a label stands for. */
#define LABEL_COLUMNS 10

/* Between two columns of a table: if it fits the terminal, and if not. */
#define GAP_COLUMNS    2
#define NARROW_COLUMNS 1

static const char *const escapes[] = {
    [PAGE_PLAIN] = "\x1b[0m",
    [PAGE_BOLD] = "\x1b[1m",
    [PAGE_RED] = "\x1b[31m",
};

/* Switch to TONE, where the view allows colour. */
static void add_tone(const struct page *page, enum page_tone tone,
                     struct text *text)
{
    if (page->view->color)
        text_add(text, escapes[tone]);
}

void page_release_text(struct page *page, struct text *text)
{
    if (text_failed(text))
        page->err = gpg_error(GPG_ERR_ENOMEM);
    text_release(text);
}

/* An item of a list: LABEL stands out from the words. */
static void add_item(struct page *page, const char *label,
                     const struct text *words)
{
    struct text name = {0};

    /* Emphasis ends only behind a letter. */
    text_add_bytes(&name, label, strcspn(label, ":"));
    text_add(&page->text, *label ? "* **" : "* ");
    markdown_add(&page->text, text_string(&name));
    text_add(&page->text, *label ? "** " : "");
    page_release_text(page, &name);
    markdown_add(&page->text, text_string(words));
    text_add_char(&page->text, '\n', 1);
}

/* What is bold in text is a heading. */
static void add_markdown(struct page *page, const char *label,
                         enum page_tone tone, const struct text *words)
{
    if (tone != PAGE_BOLD) {
        add_item(page, label, words);
        return;
    }
    markdown_end_block(&page->text);
    text_add(&page->text, "### ");
    markdown_add(&page->text, label);
    markdown_add(&page->text, text_string(words));
    text_add(&page->text, "\n\n");
}

void page_add_labelled(struct page *page, const char *label, struct text *words)
{
    if (words->length > 0 && page->is_markdown)
        add_item(page, label, words);
    else if (words->length > 0)
        paragraph_add(&page->text, label, LABEL_COLUMNS, text_string(words));
    page_release_text(page, words);
}

void page_add_words(struct page *page, const char *label, enum page_tone tone,
                    struct text *words)
{
    struct text lines = {0};

    if (page->is_markdown) {
        add_markdown(page, label, tone, words);
        page_release_text(page, words);
        return;
    }
    paragraph_add(&lines, label, text_columns(label), text_string(words));
    if (tone != PAGE_PLAIN)
        add_tone(page, tone, &page->text);
    /* The tone ends before the line does. */
    if (lines.length > 0)
        text_add_bytes(&page->text, text_string(&lines), lines.length - 1);
    if (tone != PAGE_PLAIN)
        add_tone(page, PAGE_PLAIN, &page->text);
    text_add_char(&page->text, '\n', 1);
    page_release_text(page, words);
    page_release_text(page, &lines);
}

static bool row_has(const struct table *table, size_t row, size_t column)
{
    return row == TABLE_HEADINGS || column < table->rows[row].count;
}

static bool is_span(const struct table *table, size_t row, size_t column)
{
    return row != TABLE_HEADINGS && table->rows[row].cells[column].spans;
}

bool page_has_room(const struct table *table)
{
    return table_columns(table, GAP_COLUMNS) <= PARAGRAPH_COLUMNS;
}

static size_t gap_of(const struct table *table)
{
    return page_has_room(table) ? GAP_COLUMNS : NARROW_COLUMNS;
}

static void add_row(struct page *page, const struct table *table, size_t row)
{
    const size_t gap = gap_of(table);
    struct text line = {0};

    for (size_t c = 0; c < table->column_count; c++) {
        if (!row_has(table, row, c))
            break;
        const bool red = is_span(table, row, c);
        text_add_char(&line, ' ', c > 0 ? gap : 0);
        if (red)
            add_tone(page, PAGE_RED, &line);
        table_pad(table, row, c, &line);
        if (red)
            add_tone(page, PAGE_PLAIN, &line);
    }
    while (line.length > 0 && line.bytes[line.length - 1] == ' ')
        line.length--;
    text_add_bytes(&page->text, text_string(&line), line.length);
    text_add_char(&page->text, '\n', 1);
    page_release_text(page, &line);
}

void page_add_table(struct page *page, struct table *table)
{
    if (table_failed(table)) {
        page->err = gpg_error(GPG_ERR_ENOMEM);
    } else if (page->is_markdown) {
        markdown_add_table(&page->text, table);
    } else if (table->row_count > 0) {
        add_row(page, table, TABLE_HEADINGS);
        for (size_t r = 0; r < table->row_count; r++)
            add_row(page, table, r);
    }
    table_release(table);
}

void page_add_cell(struct page *page, struct text *text, struct table *table)
{
    table_add_cell(table, text->length > 0 ? text_string(text) : NULL);
    page_release_text(page, text);
}

void page_add_blank(struct page *page)
{
    if (page->is_markdown) {
        markdown_end_block(&page->text);
        return;
    }
    text_add_char(&page->text, '\n', 1);
}

void page_add_notices(struct page *page, const struct notice_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct notice *notice = &list->notices[i];
        struct text words = {0};
        text_add(&words, notice->words);
        if (notice->advice)
            text_add(&words, "; ");
        text_add(&words, notice->advice ? notice->advice : "");
        page_add_words(page, "note: ", PAGE_PLAIN, &words);
    }
}

gpg_error_t page_write(struct page *page, FILE *stream)
{
    return format_end(&page->text, page->err, stream);
}

struct summary page_summary(struct page *page, const struct series *series,
                            enum metric metric)
{
    struct summary summary = {0};
    const gpg_error_t err = summary_shown(series, metric, &summary);

    if (err)
        page->err = err;
    return summary;
}

double page_half_width(const struct run *run, const struct summary *summary)
{
    const int64_t resolution_ns = run->machine.clock_resolution_ns;

    return fmax(summary_half_width(summary),
                resolution_ns > 1 ? (double)resolution_ns : -1);
}

void page_add_part(struct text *text, const char *before, const char *string)
{
    if (!string)
        return;
    if (text->length > 0)
        text_add(text, ", ");
    text_add(text, before);
    text_add_readable(text, string);
}

/* As page_add_part; a name of blanks is seen. */
static void add_name(struct text *text, const char *name)
{
    if (!name)
        return;
    text_add(text, text->length > 0 ? ", " : "");
    text_add_name(text, name);
}

void page_add_place(const struct page *page, const struct cell *cell,
                    struct text *text)
{
    const struct run *run = page->run;

    if (run->engine_count > 1)
        add_name(text, run->engines[cell->engine].name);
    if (cell->key != CELL_NONE &&
        (run->key_count > 1 || cell->fixture == CELL_NONE))
        add_name(text, run->keys[cell->key].name);
    if (cell->fixture != CELL_NONE)
        add_name(text, run->fixtures[cell->fixture].name);
}

const struct time_unit *page_unit(const struct page *page, double shortest_ns)
{
    if (page->view->unit)
        return page->view->unit;
    return isfinite(shortest_ns) ? units_best_time(shortest_ns)
                                 : units_find_time("ms");
}

/* The power of ten that the first digit of NUMBER > 0 stands for. */
static double first_place(double number)
{
    return pow(10, floor(log10(number)));
}

void page_add_time(struct text *text, double ns, double half_width_ns,
                   const struct time_unit *unit)
{
    double place_ns = half_width_ns;

    if (half_width_ns > 0)
        place_ns = first_place(half_width_ns);
    const int digits = units_time_digits(ns, place_ns, unit);
    /* A spread above the figure itself leaves its first digit. */
    if (ns > 0 && place_ns > first_place(ns))
        place_ns = first_place(ns);
    if (place_ns > unit->ns)
        ns = round(ns / place_ns) * place_ns;
    /* What is there must not read as nothing. */
    if (digits == 3 && ns > 0 && ns / unit->ns < 0.0005)
        text_add(text, "<0.001");
    else
        text_addf(text, "%.*f", digits, ns / unit->ns);
}

void page_add_ratio(struct text *text, double ratio, double half_width)
{
    /* Of what is not known to be off: three behind the first that counts. */
    const double place =
        half_width > 0 ? half_width : fmin(fmax(ratio, 1e-9), 1) / 1000;
    const int digits = (int)fmin(6, fmax(0, -floor(log10(place))));

    text_addf(text, "%.*f", ratio >= 100 && digits > 1 ? 1 : digits, ratio);
}

void page_add_spread(struct text *text, double spread_pct)
{
    const int digits = spread_pct >= 9.95 ? 0 : spread_pct >= 0.095 ? 1 : 2;

    text_addf(text, "+-%.*f%%", digits, spread_pct);
}
