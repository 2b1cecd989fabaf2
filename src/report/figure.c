/* SPDX-License-Identifier: GPL-3.0-or-later */

/* figure: the tables of columns and the ways to say a number.  Which cells
 * make a table is up to format_text_group.c. */
#include "report/figure.h"

#include "base/units.h"
#include "report/page.h"
#include "report/table.h"

#include <math.h>

/* Append a number, or nothing where it is absent; SUMMARY is not. */
typedef void figure_say(const struct spot *spot, const struct summary *summary,
                        struct text *text);

struct figure {
    const char *heading;
    enum table_align align;
    enum metric metric;
    figure_say *say;
};

static void say_median(const struct spot *spot, const struct summary *summary,
                       struct text *text)
{
    page_add_time(text, summary->median,
                  page_half_width(spot->page->run, summary), spot->unit);
}

static void say_min(const struct spot *spot, const struct summary *summary,
                    struct text *text)
{
    page_add_time(text, (double)summary->min,
                  page_half_width(spot->page->run, summary), spot->unit);
}

static void say_max(const struct spot *spot, const struct summary *summary,
                    struct text *text)
{
    page_add_time(text, (double)summary->max,
                  page_half_width(spot->page->run, summary), spot->unit);
}

/* The kernel's tick limits what is known of user and sys, however much the
 * samples agree. */
static void say_split(const struct spot *spot, const struct summary *summary,
                      struct text *text)
{
    const int64_t tick_ns = spot->page->run->machine.cpu_tick_ns;
    double half_width_ns = summary_half_width(summary);
    struct text number = {0};

    if (tick_ns > 0)
        half_width_ns = fmax(half_width_ns, (double)tick_ns);
    page_add_time(&number, summary->median, half_width_ns, spot->unit);
    /* "<0.001" says as much already. */
    if (summary_below_ticks(summary->median, tick_ns) &&
        text_string(&number)[0] != '<')
        text_add(text, "~");
    text_add(text, text_string(&number));
    page_release_text(spot->page, &number);
}

static void say_spread(const struct spot *spot, const struct summary *summary,
                       struct text *text)
{
    const double spread_pct = summary_spread_pct(summary);

    (void)spot;
    if (spread_pct >= 0)
        page_add_spread(text, spread_pct);
    else if (!summary->has_interval)
        text_addf(text, "n=%zu", summary->count);
}

static void say_count(const struct spot *spot, const struct summary *summary,
                      struct text *text)
{
    const struct series *series = spot->series;

    text_addf(text, "%zu", summary->count);
    /* Beside them: what entropy, flash and compute are of. */
    if (series_count(series, true) > 0 && series_count(series, false) > 0)
        text_addf(text, "+%zu",
                  page_summary(spot->page, series, METRIC_ENTROPY).count);
}

static void say_bytes(const struct spot *spot, const struct summary *summary,
                      struct text *text)
{
    (void)spot;
    units_add_grouped(text, llround(summary->median));
}

static void say_size(const struct spot *spot, const struct summary *summary,
                     struct text *text)
{
    (void)spot;
    units_add_size(text, llround(summary->median));
}

static const struct figure main_figures[] = {
    {"real", TABLE_DECIMAL, METRIC_REAL, say_median},
    {"spread", TABLE_RIGHT, METRIC_REAL, say_spread},
    {"user", TABLE_DECIMAL, METRIC_USER, say_split},
    {"sys", TABLE_DECIMAL, METRIC_SYS, say_split},
    {"entropy", TABLE_DECIMAL, METRIC_ENTROPY, say_median},
    {"flash", TABLE_DECIMAL, METRIC_FLASH, say_median},
    {"compute", TABLE_DECIMAL, METRIC_COMPUTE, say_median},
    {"runs", TABLE_RIGHT, METRIC_REAL, say_count},
    {"out bytes", TABLE_RIGHT, METRIC_OUTPUT, say_bytes},
};

static const struct figure detail_figures[] = {
    {"real: min", TABLE_DECIMAL, METRIC_REAL, say_min},
    {"max", TABLE_DECIMAL, METRIC_REAL, say_max},
    {"cpu: gpg", TABLE_DECIMAL, METRIC_GPG_CPU, say_median},
    {"agent", TABLE_DECIMAL, METRIC_AGENT_CPU, say_median},
    {"client", TABLE_DECIMAL, METRIC_CLIENT_CPU, say_median},
    {"peak: gpg", TABLE_RIGHT, METRIC_GPG_PEAK_RSS, say_size},
    {"agent", TABLE_RIGHT, METRIC_AGENT_PEAK_RSS, say_size},
};

static const struct {
    const struct figure *figures;
    size_t count;
} sets[] = {
    [FIGURE_WIDE] = {main_figures, sizeof main_figures / sizeof *main_figures},
    [FIGURE_MAIN] = {main_figures, sizeof main_figures / sizeof *main_figures},
    [FIGURE_DETAIL] = {detail_figures,
                       sizeof detail_figures / sizeof *detail_figures},
};

/* Whether the one at F of SET is shown.  Compute is what the others leave of
 * real: it is the one to go where there is no room. */
static bool is_shown(enum figure_set set, size_t f)
{
    return set != FIGURE_MAIN || sets[set].figures[f].metric != METRIC_COMPUTE;
}

void figure_add_columns(enum figure_set set, struct table *table)
{
    for (size_t f = 0; f < sets[set].count; f++)
        if (is_shown(set, f))
            table_add_column(table, sets[set].figures[f].heading,
                             sets[set].figures[f].align);
}

void figure_add_cells(const struct spot *spot, enum figure_set set,
                      struct table *table)
{
    struct text text = {0};

    for (size_t f = 0; f < sets[set].count; f++) {
        const struct figure *figure = &sets[set].figures[f];
        if (!is_shown(set, f))
            continue;
        const struct summary summary =
            page_summary(spot->page, spot->series, figure->metric);
        text_clear(&text);
        if (summary.count > 0)
            figure->say(spot, &summary, &text);
        table_add_cell(table, text.length > 0 ? text_string(&text) : NULL);
    }
    page_release_text(spot->page, &text);
}
