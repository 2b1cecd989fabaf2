/* SPDX-License-Identifier: GPL-3.0-or-later */

/* compare_verdict: families of tests, corrected by Holm's method. */
#include "report/compare_verdict.h"

#include "base/holm.h"
#include "report/compare.h"

#include <math.h>
#include <stdlib.h>

static const char *const words[] = {
    [VERDICT_NO_FIGURE] = "-",      [VERDICT_NOTHING] = "~",
    [VERDICT_SLOWER] = "slower",    [VERDICT_FASTER] = "faster",
    [VERDICT_NOT_COMPARABLE] = "?",
};

const char *verdict_word(enum verdict verdict)
{
    return words[verdict];
}

bool verdict_differs(enum verdict verdict)
{
    return verdict == VERDICT_SLOWER || verdict == VERDICT_FASTER;
}

/* The figures that are corrected together.  Room for all is asked for by
 * giving no list. */
struct family {
    struct compare_figure **figures;
    size_t count;
};

static void family_add(struct family *family, struct compare_figure *figure)
{
    if (figure->verdict != VERDICT_NOTHING)
        return;
    if (family->figures)
        family->figures[family->count] = figure;
    family->count++;
}

static void family_add_pair(struct family *family, struct compare_pair *pair)
{
    for (size_t i = 0; i < pair->cell_count; i++) {
        family_add(family, &pair->cells[i].figures[COMPARE_REAL]);
        family_add(family, &pair->cells[i].figures[COMPARE_CPU]);
    }
}

static void judge(const struct compare *compare, struct compare_figure *figure)
{
    const double least = 1 + compare->options.noise_pct / 100;
    const struct contrast *contrast = &figure->contrast;

    /* Without a ratio one of them is nothing, which no noise explains. */
    const double ratio = contrast->has_ratio ? contrast->ratio
                         : figure->other.median > figure->base.median ? INFINITY
                                                                      : 0;

    figure->is_tested = true;
    if (figure->p >= COMPARE_LEVEL)
        return;
    if (ratio > least)
        figure->verdict = VERDICT_SLOWER;
    else if (ratio < 1 / least)
        figure->verdict = VERDICT_FASTER;
}

/* Correct and judge all of FAMILY. */
static gpg_error_t family_judge(const struct compare *compare,
                                const struct family *family)
{
    double *p = calloc(family->count + 1, sizeof *p);
    gpg_error_t err = p ? 0 : gpg_error(GPG_ERR_ENOMEM);

    for (size_t i = 0; !err && i < family->count; i++)
        p[i] = family->figures[i]->contrast.p;
    if (!err)
        err = holm_adjust(p, family->count);
    for (size_t i = 0; !err && i < family->count; i++) {
        family->figures[i]->p = p[i];
        judge(compare, family->figures[i]);
    }
    free(p);
    return err;
}

static gpg_error_t judge_all(struct compare *compare)
{
    struct family family = {NULL, 0};
    gpg_error_t err = 0;

    for (size_t i = 0; i < compare->pair_count; i++)
        family_add_pair(&family, &compare->pairs[i]);
    compare->test_count = family.count;
    family.figures = calloc(family.count + 1, sizeof(void *));
    family.count = 0;
    if (!family.figures)
        return gpg_error(GPG_ERR_ENOMEM);
    for (size_t i = 0; i < compare->pair_count; i++)
        family_add_pair(&family, &compare->pairs[i]);
    err = family_judge(compare, &family);
    free(family.figures);
    return err;
}

/* Nothing on both sides needs no test, and would make the others weaker. */
static bool is_something(const struct compare_figure *figure)
{
    return figure->base.max > 0 || figure->other.max > 0;
}

/* Where a cell differs, what in it does. */
static gpg_error_t judge_parts(const struct compare *compare,
                               struct compare_cell *cell)
{
    struct compare_figure *figures[COMPARE_FIGURES];
    struct family family = {figures, 0};

    if (!verdict_differs(cell->figures[COMPARE_REAL].verdict) &&
        !verdict_differs(cell->figures[COMPARE_CPU].verdict))
        return 0;
    for (size_t i = COMPARE_CPU + 1; i < COMPARE_FIGURES; i++)
        if (is_something(&cell->figures[i]))
            family_add(&family, &cell->figures[i]);
    return family_judge(compare, &family);
}

gpg_error_t compare_judge(struct compare *compare)
{
    gpg_error_t err = judge_all(compare);

    for (size_t i = 0; i < compare->pair_count; i++)
        for (size_t c = 0; !err && c < compare->pairs[i].cell_count; c++)
            err = judge_parts(compare, &compare->pairs[i].cells[c]);
    return err;
}

const struct compare_cell *
compare_find_slower(const struct compare *compare, double pct,
                    const struct compare_pair **r_pair, size_t *r_count)
{
    const struct compare_cell *worst = NULL;
    double ratio = 1 + pct / 100;

    *r_count = 0;
    for (size_t p = 0; p < compare->pair_count; p++)
        for (size_t i = 0; i < compare->pairs[p].cell_count; i++) {
            const struct compare_cell *cell = &compare->pairs[p].cells[i];
            const struct compare_figure *real = &cell->figures[COMPARE_REAL];
            if (real->verdict != VERDICT_SLOWER ||
                real->contrast.ratio <= 1 + pct / 100)
                continue;
            ++*r_count;
            if (real->contrast.ratio > ratio) {
                ratio = real->contrast.ratio;
                worst = cell;
                *r_pair = &compare->pairs[p];
            }
        }
    return worst;
}
