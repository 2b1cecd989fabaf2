/* SPDX-License-Identifier: GPL-3.0-or-later */

/* holm: the i-th smallest of m p-values times m + 1 - i, none below the one
 * before it. */
#include "base/holm.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    const double a = **(double *const *)left;
    const double b = **(double *const *)right;

    return (a > b) - (a < b);
}

gpg_error_t holm_adjust(double *p, size_t count)
{
    double **order = calloc(count + 1, sizeof *order);
    double least = 0;

    if (!order)
        return gpg_error(GPG_ERR_ENOMEM);
    for (size_t i = 0; i < count; i++)
        order[i] = &p[i];
    if (count > 1)
        qsort(order, count, sizeof *order, compare);
    for (size_t i = 0; i < count; i++) {
        least = fmin(1, fmax(least, *order[i] * (double)(count - i)));
        *order[i] = least;
    }
    free(order);
    return 0;
}
