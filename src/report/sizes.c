/* SPDX-License-Identifier: GPL-3.0-or-later */

/* sizes: finds the two and compares their output.  What is made of it is
 * line's and notice's. */
#include "report/sizes.h"

#include "model/run.h"
#include "report/summary.h"

#include <string.h>

/* Output that grows by less than this part of the copies' growth lags. */
#define GROWTH_SHARE 0.5

static bool is_same_but_size(const struct cell *a, const struct cell *b)
{
    return a->engine == b->engine && a->key == b->key &&
           a->fixture == b->fixture && a->operation == b->operation;
}

struct sizes sizes_of(const struct run *run, const struct cell *cell)
{
    struct sizes sizes = {NULL, NULL};

    for (size_t i = 0; i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        const uint32_t copies = series->cell.copies;
        if (!is_same_but_size(&series->cell, cell))
            continue;
        if (!sizes.small || copies < sizes.small->cell.copies)
            sizes.small = series;
        if (!sizes.large || copies > sizes.large->cell.copies)
            sizes.large = series;
    }
    return sizes;
}

gpg_error_t sizes_growth(const struct series *small, const struct series *large,
                         struct growth *r_growth)
{
    struct summary before = {0};
    struct summary after = {0};
    gpg_error_t err = summary_shown(small, METRIC_OUTPUT, &before);

    if (!err)
        err = summary_shown(large, METRIC_OUTPUT, &after);
    r_growth->copies = (double)large->cell.copies / small->cell.copies;
    r_growth->output = after.count > 0 && before.median > 0
                           ? after.median / before.median
                           : -1;
    return err;
}

bool sizes_lag(const struct growth *growth)
{
    return growth->output >= 0 &&
           growth->output < GROWTH_SHARE * growth->copies;
}

/* What gpg called the message that SERIES wrote or read. */
static bool is_uncompressed(const struct series *series)
{
    return series->used.compress &&
           strcmp(series->used.compress, "uncompressed") == 0;
}

gpg_error_t sizes_are_whole_work(const struct run *run, const struct cell *cell,
                                 bool *r_are)
{
    static const enum operation makers[OPERATION_COUNT] = {
        [OPERATION_SIGN] = OPERATION_SIGN,
        [OPERATION_VERIFY] = OPERATION_SIGN,
        [OPERATION_ENCRYPT] = OPERATION_ENCRYPT,
        [OPERATION_DECRYPT] = OPERATION_ENCRYPT,
    };
    struct growth growth = {.output = -1};
    struct cell maker = *cell;
    gpg_error_t err = 0;

    maker.operation = makers[cell->operation];
    const struct sizes own = sizes_of(run, cell);
    const struct sizes made = sizes_of(run, &maker);
    if (made.small)
        err = sizes_growth(made.small, made.large, &growth);
    if (growth.output >= 0)
        *r_are = !sizes_lag(&growth);
    else
        *r_are = own.small && is_uncompressed(own.small) &&
                 is_uncompressed(own.large);
    return err;
}
