/* SPDX-License-Identifier: GPL-3.0-or-later */

/* line: two points.  Whether more copies are more work is sizes' to say. */
#include "report/line.h"

#include "model/run.h"
#include "report/sizes.h"

#include <math.h>

static double low_of(const struct summary *real)
{
    return real->has_interval ? real->interval.low : (double)real->min;
}

static double high_of(const struct summary *real)
{
    return real->has_interval ? real->interval.high : (double)real->max;
}

bool line_through(const struct line_end *small, const struct line_end *large,
                  struct line *r_line)
{
    if (small->real.count < LINE_LEAST_COUNT ||
        large->real.count < LINE_LEAST_COUNT || small->bytes < 0 ||
        large->bytes - small->bytes < LINE_LEAST_BYTES ||
        low_of(&large->real) <= high_of(&small->real))
        return false;

    const double bytes = (double)(large->bytes - small->bytes);
    const double slope_ns = (large->real.median - small->real.median) / bytes;
    const double share = (double)small->bytes / bytes;
    const double fixed_ns =
        small->real.median - slope_ns * (double)small->bytes;
    const double at_small = summary_half_width(&small->real);
    const double at_large = summary_half_width(&large->real);
    if (fixed_ns < 0)
        return false;
    *r_line = (struct line){
        .fixed_ns = fixed_ns,
        .fixed_half_width_ns = hypot((1 + share) * at_small, share * at_large),
        .slope_ns = slope_ns,
        .slope_half_width_ns = hypot(at_small, at_large) / bytes,
    };
    return true;
}

static gpg_error_t end_of(const struct series *series, struct line_end *r_end)
{
    r_end->bytes = series->input_bytes;
    return summary_shown(series, METRIC_REAL, &r_end->real);
}

gpg_error_t line_of(const struct run *run, const struct cell *cell,
                    struct line *r_line, bool *r_is_known)
{
    const struct sizes sizes = sizes_of(run, cell);
    struct line_end small;
    struct line_end large;

    *r_is_known = false;
    if (sizes.small == sizes.large || sizes.small->cache != sizes.large->cache)
        return 0;
    gpg_error_t err = sizes_are_whole_work(run, cell, r_is_known);
    if (!err)
        err = end_of(sizes.small, &small);
    if (!err)
        err = end_of(sizes.large, &large);
    if (!err && *r_is_known)
        *r_is_known = line_through(&small, &large, r_line);
    return err;
}
