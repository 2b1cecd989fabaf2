/* SPDX-License-Identifier: GPL-3.0-or-later */

/* compare: matches cells and collects their figures.  Verdicts are
 * compare_verdict's. */
#include "report/compare.h"

#include "base/text.h"
#include "model/run.h"
#include "report/compare_verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Those of each cell before the stages. */
static const enum metric first_metrics[] = {
    METRIC_REAL,    METRIC_CPU,   METRIC_GPG_CPU, METRIC_AGENT_CPU,
    METRIC_ENTROPY, METRIC_FLASH, METRIC_COMPUTE,
};

#define FIRST_COUNT (sizeof first_metrics / sizeof first_metrics[0])

static enum metric metric_at(size_t index)
{
    return index < FIRST_COUNT
               ? first_metrics[index]
               : (enum metric)(METRIC_STAGE_FIRST + (int)(index - FIRST_COUNT));
}

gpg_error_t compare_add(struct compare *compare, const struct run *run,
                        uint32_t engine, const char *name)
{
    struct compare_side *grown = reallocarray(
        compare->sides, compare->side_count + 1, sizeof *compare->sides);
    if (!grown)
        return gpg_error(GPG_ERR_ENOMEM);
    compare->sides = grown;
    struct compare_side *side = &grown[compare->side_count];
    *side = (struct compare_side){run, engine, strdup(name)};
    if (!side->name)
        return gpg_error(GPG_ERR_ENOMEM);
    compare->side_count++;
    return 0;
}

bool compare_are_together(const struct run *one, const struct cell *a,
                          const struct run *other, const struct cell *b)
{
    return a->copies == b->copies &&
           text_same(cell_key_name(one, a), cell_key_name(other, b)) &&
           text_same(cell_fixture_name(one, a), cell_fixture_name(other, b));
}

bool compare_match_cells(const struct run *one, const struct cell *a,
                         const struct run *other, const struct cell *b)
{
    return a->operation == b->operation &&
           compare_are_together(one, a, other, b);
}

const struct series *compare_find(const struct compare_side *side,
                                  const struct run *run,
                                  const struct cell *cell)
{
    for (size_t i = 0; i < side->run->series_count; i++) {
        const struct series *series = &side->run->series[i];
        if (series->cell.engine == side->engine &&
            compare_match_cells(side->run, &series->cell, run, cell))
            return series;
    }
    return NULL;
}

static void match_cells(struct compare_pair *pair)
{
    const struct run *base = pair->base->run;
    const struct run *other = pair->other->run;

    for (size_t i = 0; i < base->series_count; i++) {
        const struct series *series = &base->series[i];
        if (series->cell.engine == pair->base->engine)
            pair->cells[pair->cell_count++] = (struct compare_cell){
                .base = series,
                .other = compare_find(pair->other, base, &series->cell)};
    }
    for (size_t i = 0; i < other->series_count; i++) {
        const struct series *series = &other->series[i];
        if (series->cell.engine == pair->other->engine &&
            !compare_find(pair->base, other, &series->cell))
            pair->cells[pair->cell_count++] =
                (struct compare_cell){.other = series};
    }
}

static gpg_error_t summarize(const struct series *series, enum metric metric,
                             struct summary *r_summary)
{
    *r_summary = (struct summary){0};
    return series ? summary_shown(series, metric, r_summary) : 0;
}

/* Half of what a clock cannot tell, of the median; CPU time that a shell's
 * time told comes in ticks. */
static double grain_of(const struct run *run, const struct series *series,
                       enum metric metric, const struct summary *summary)
{
    const char *method = run->engines[series->cell.engine].accounting.gpg;
    int64_t grain_ns = run->machine.clock_resolution_ns;

    if (metric != METRIC_REAL && text_same(method, "time"))
        grain_ns = run->machine.cpu_tick_ns;
    return grain_ns > 1 && summary->median > 0
               ? (double)grain_ns / 2 / summary->median
               : 0;
}

static gpg_error_t fill_figure(const struct compare_pair *pair,
                               const struct compare_cell *cell,
                               struct compare_figure *figure)
{
    const struct contrast_sides sides = {cell->base, cell->other,
                                         pair->is_one_run};
    gpg_error_t err = summarize(cell->base, figure->metric, &figure->base);

    if (!err)
        err = summarize(cell->other, figure->metric, &figure->other);
    figure->p = 1;
    figure->verdict = VERDICT_NO_FIGURE;
    figure->contrast.p = 1;
    if (err || figure->base.count == 0 || figure->other.count == 0)
        return err;
    figure->grain =
        grain_of(pair->base->run, cell->base, figure->metric, &figure->base) +
        grain_of(pair->other->run, cell->other, figure->metric, &figure->other);
    return contrast_of(&sides, figure->metric, &figure->contrast);
}

static bool has_figures(const struct compare_figure *figure)
{
    return figure->base.count > 0 && figure->other.count > 0;
}

static bool is_comparable(const struct compare *compare,
                          const struct compare_pair *pair,
                          const struct compare_cell *cell)
{
    return compare->options.anyway ||
           (cell->guards.different == 0 && !pair->are_machines_different);
}

static gpg_error_t fill_cell(const struct compare *compare,
                             const struct compare_pair *pair,
                             struct compare_cell *cell)
{
    const struct compare_guard_side base = {pair->base->run, cell->base};
    const struct compare_guard_side other = {pair->other->run, cell->other};
    gpg_error_t err = 0;

    if (cell->base && cell->other)
        cell->guards = compare_guard_look(&base, &other);
    for (size_t i = 0; !err && i < COMPARE_FIGURES; i++) {
        struct compare_figure *figure = &cell->figures[i];
        figure->metric = metric_at(i);
        err = fill_figure(pair, cell, figure);
        if (!err && has_figures(figure))
            figure->verdict = is_comparable(compare, pair, cell)
                                  ? VERDICT_NOTHING
                                  : VERDICT_NOT_COMPARABLE;
    }
    return err;
}

/* Sums of the logarithms and of the squares of half-widths, until all are
 * there. */
static void add_to_mean(struct compare_mean *mean,
                        const struct compare_figure *real)
{
    const struct contrast *contrast = &real->contrast;
    double half_width = real->grain;

    if (contrast->has_interval)
        half_width =
            fmax(half_width,
                 log(contrast->interval.high / contrast->interval.low) / 2);
    mean->ratio += log(contrast->ratio);
    mean->half_width += half_width * half_width;
    mean->cells++;
}

/* Errors of cells are taken as independent. */
static void end_mean(struct compare_mean *mean)
{
    if (mean->cells == 0)
        return;
    mean->ratio = exp(mean->ratio / (double)mean->cells);
    mean->half_width = sqrt(mean->half_width) / (double)mean->cells;
}

static void take_means(const struct compare *compare, struct compare_pair *pair)
{
    for (size_t i = 0; i < pair->cell_count; i++) {
        const struct compare_cell *cell = &pair->cells[i];
        const struct compare_figure *real = &cell->figures[COMPARE_REAL];
        if (!real->contrast.has_ratio ||
            (cell->guards.different != 0 && !compare->options.anyway))
            continue;
        const enum operation operation = cell->base->cell.operation;
        add_to_mean(&pair->means[operation], real);
        if (operation != OPERATION_START)
            add_to_mean(&pair->all, real);
    }
    for (int o = 0; o < OPERATION_COUNT; o++)
        end_mean(&pair->means[o]);
    end_mean(&pair->all);
}

static gpg_error_t fill_pair(const struct compare *compare,
                             struct compare_pair *pair)
{
    gpg_error_t err = 0;

    pair->is_one_run = pair->base->run == pair->other->run;
    pair->are_machines_different =
        compare_guard_machines_differ(pair->base->run, pair->other->run);
    pair->cells = calloc(pair->base->run->series_count +
                             pair->other->run->series_count + 1,
                         sizeof *pair->cells);
    if (!pair->cells)
        return gpg_error(GPG_ERR_ENOMEM);
    match_cells(pair);
    for (size_t i = 0; !err && i < pair->cell_count; i++)
        err = fill_cell(compare, pair, &pair->cells[i]);
    if (!err)
        take_means(compare, pair);
    return err;
}

static const char *engine_name(const struct compare_side *side)
{
    return side->run->engines[side->engine].name;
}

static const struct compare_side *base_of(const struct compare *compare,
                                          size_t index)
{
    size_t base = 0;

    if (compare->options.by_engine)
        while (!text_same(engine_name(&compare->sides[base]),
                          engine_name(&compare->sides[index])))
            base++;
    return &compare->sides[base];
}

gpg_error_t compare_make(struct compare *compare,
                         const struct compare_options *options)
{
    gpg_error_t err = 0;

    compare->options = *options;
    compare->pairs = calloc(compare->side_count, sizeof *compare->pairs);
    if (!compare->pairs)
        return gpg_error(GPG_ERR_ENOMEM);
    for (size_t i = 1; !err && i < compare->side_count; i++) {
        const struct compare_side *base = base_of(compare, i);
        if (base == &compare->sides[i])
            continue; /* it is one itself */
        struct compare_pair *pair = &compare->pairs[compare->pair_count++];
        pair->base = base;
        pair->other = &compare->sides[i];
        err = fill_pair(compare, pair);
    }
    return err ? err : compare_judge(compare);
}

gpg_error_t compare_engines(struct compare *compare, const struct run *run)
{
    const struct compare_options options = {.noise_pct = COMPARE_NOISE_PCT};
    gpg_error_t err = 0;

    if (run->engine_count < 2)
        return 0;
    for (uint32_t e = 0; !err && e < run->engine_count; e++)
        err = compare_add(compare, run, e,
                          run->engines[e].name ? run->engines[e].name : "-");
    return err ? err : compare_make(compare, &options);
}

const struct series *compare_known(const struct compare_pair *pair,
                                   const struct compare_cell *cell,
                                   const struct run **r_run)
{
    *r_run = cell->base ? pair->base->run : pair->other->run;
    return cell->base ? cell->base : cell->other;
}

void compare_add_cell_name(const struct compare_pair *pair,
                           const struct compare_cell *cell, struct text *text)
{
    const struct run *run;
    const struct series *series = compare_known(pair, cell, &run);

    cell_common_name(run, &series->cell, text);
}

void compare_release(struct compare *compare)
{
    for (size_t i = 0; i < compare->side_count; i++)
        free(compare->sides[i].name);
    for (size_t i = 0; i < compare->pair_count; i++)
        free(compare->pairs[i].cells);
    free(compare->sides);
    free(compare->pairs);
    *compare = (struct compare){.sides = NULL};
}
