/* SPDX-License-Identifier: GPL-3.0-or-later */

/* line: real time as a fixed cost and a cost per byte, from two sizes.
 *
 * real = fixed + bytes x slope through the medians of the two: the least that
 * can be said of them, and no more than that.  Where the two do not allow it
 * there is no line. */
#ifndef PGPBENCH_REPORT_LINE_H
#define PGPBENCH_REPORT_LINE_H

#include "report/summary.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stdint.h>

struct cell;
struct run;

/* Fewer samples than this are no ground for a line. */
#define LINE_LEAST_COUNT 3

/* Less than this many bytes between the sizes, a page, goes through pipe and
 * buffer in one piece with the rest: a difference in time is not theirs. */
#define LINE_LEAST_BYTES 4096

/* One size, and the real time it takes. */
struct line_end {
    int64_t bytes;
    struct summary real;
};

/* Half-widths follow from those of the medians, taken as independent; below 0
 * where these are not known. */
struct line {
    double fixed_ns;
    double fixed_half_width_ns;
    double slope_ns; /* per byte */
    double slope_half_width_ns;
};

/* The line through SMALL and LARGE.  False, and *R_LINE untouched, unless
 * LARGE has LINE_LEAST_BYTES more, both have LINE_LEAST_COUNT samples, LARGE
 * takes longer beyond doubt (their intervals, else ranges, do not meet) and
 * the fixed cost is not negative. */
bool line_through(const struct line_end *small, const struct line_end *large,
                  struct line *r_line);

/* The line of the smallest and the largest size of CELL in RUN, whose copies
 * do not matter.  *R_IS_KNOWN is false, too, where the caches of the two
 * differ or the larger is not as much more work as it is more bytes.  Fails
 * with GPG_ERR_ENOMEM. */
gpg_error_t line_of(const struct run *run, const struct cell *cell,
                    struct line *r_line, bool *r_is_known);

#endif
