/* SPDX-License-Identifier: GPL-3.0-or-later */

/* close: compare doubles in tests.  cmocka's assert_float_equal casts to
 * float, which hides differences that matter here. */
#ifndef PGPBENCH_TESTS_CLOSE_H
#define PGPBENCH_TESTS_CLOSE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* ACTUAL is within a relative 1e-12 of EXPECTED (or an absolute one, near
 * zero). */
#define assert_close(actual, expected)                                        \
    do {                                                                      \
        const double actual_ = (actual);                                      \
        const double expected_ = (expected);                                  \
        if (!(fabs(actual_ - expected_) <=                                    \
              1e-12 * fmax(1.0, fabs(expected_))))                            \
            fail_msg("%s is %.17g, not %.17g", #actual, actual_, expected_);  \
    } while (0)

#endif
