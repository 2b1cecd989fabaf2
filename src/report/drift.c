/* SPDX-License-Identifier: GPL-3.0-or-later */

/* drift: medians of all runs, and slopes between them. */
#include "report/drift.h"

#include "base/rank_order.h"
#include "model/series.h"

#include <math.h>
#include <stdlib.h>

/* Medians in the order of the runs; NAN: it has none. */
struct course {
    double *logs;
    size_t count;
};

/* The figure of the cell that BASE_CELL is, in PAIR. */
static const struct compare_cell *find(const struct compare_pair *pair,
                                       const struct series *base)
{
    for (size_t i = 0; i < pair->cell_count; i++)
        if (pair->cells[i].base == base)
            return &pair->cells[i];
    return NULL;
}

static double log_of(const struct summary *summary)
{
    return summary->count > 0 && summary->median > 0 ? log(summary->median)
                                                     : NAN;
}

static void collect(const struct compare *compare,
                    const struct compare_side *base,
                    const struct compare_cell *first, struct course *course)
{
    course->logs[course->count++] = log_of(&first->figures[COMPARE_REAL].base);
    for (size_t p = 0; p < compare->pair_count; p++) {
        const struct compare_pair *pair = &compare->pairs[p];
        if (pair->base != base)
            continue;
        const struct compare_cell *cell = find(pair, first->base);
        course->logs[course->count++] =
            cell ? log_of(&cell->figures[COMPARE_REAL].other) : NAN;
    }
}

/* The median slope of all pairs of runs; 0 where there is none. */
static gpg_error_t take_slope(const struct course *course, double *r_slope)
{
    size_t count = 0;
    double *slopes =
        calloc(course->count * (course->count - 1) / 2 + 1, sizeof *slopes);

    *r_slope = 0;
    if (!slopes)
        return gpg_error(GPG_ERR_ENOMEM);
    for (size_t i = 0; i < course->count; i++)
        for (size_t j = i + 1; j < course->count; j++)
            if (!isnan(course->logs[i]) && !isnan(course->logs[j]))
                slopes[count++] =
                    (course->logs[j] - course->logs[i]) / (double)(j - i);
    rank_sort(slopes, count);
    if (count > 0)
        *r_slope = (slopes[(count - 1) / 2] + slopes[count / 2]) / 2;
    free(slopes);
    return 0;
}

gpg_error_t drift_of(const struct compare *compare,
                     const struct compare_side *base,
                     const struct compare_cell *cell, struct drift *r_drift)
{
    struct course course = {
        calloc(compare->pair_count + 2, sizeof *course.logs), 0};
    double slope = 0;
    gpg_error_t err = 0;

    *r_drift = (struct drift){0, 1, 1, 1};
    if (!course.logs)
        return gpg_error(GPG_ERR_ENOMEM);
    collect(compare, base, cell, &course);
    for (size_t i = 0; i < course.count; i++) {
        const double ratio = exp(course.logs[i] - course.logs[0]);
        if (isnan(course.logs[i]))
            continue;
        r_drift->runs++;
        r_drift->least = fmin(r_drift->least, ratio);
        r_drift->most = fmax(r_drift->most, ratio);
    }
    err = take_slope(&course, &slope);
    r_drift->per_run = exp(slope);
    free(course.logs);
    return err;
}
