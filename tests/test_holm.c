/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of base/holm: figures of R 4.2.2, p.adjust(…, "holm"). */
#include "base/holm.h"

#include "close.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void each_is_adjusted_in_its_place(void **state)
{
    double p[] = {0.01, 0.04, 0.03, 0.005, 0.8};
    static const double expected[] = {0.04, 0.09, 0.09, 0.025, 0.8};
    (void)state;

    assert_int_equal(holm_adjust(p, COUNT(p)), 0);
    for (size_t i = 0; i < COUNT(p); i++)
        assert_close(p[i], expected[i]);
}

static void equal_ones_stay_equal_and_none_is_above_1(void **state)
{
    double p[] = {0.02, 0.02, 0.5, 0.6};
    static const double expected[] = {0.08, 0.08, 1, 1};
    (void)state;

    assert_int_equal(holm_adjust(p, COUNT(p)), 0);
    for (size_t i = 0; i < COUNT(p); i++)
        assert_close(p[i], expected[i]);
}

static void one_test_needs_no_correction(void **state)
{
    double p[] = {0.03};
    (void)state;

    assert_int_equal(holm_adjust(p, 1), 0);
    assert_close(p[0], 0.03);
    assert_int_equal(holm_adjust(p, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_adjusted_in_its_place),
        cmocka_unit_test(equal_ones_stay_equal_and_none_is_above_1),
        cmocka_unit_test(one_test_needs_no_correction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
