/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of what cli/options says of a value that is out of range: which
 * option, which value, and from where to where it may be.  The bounds are
 * those of doc/pgpbench.1 and of the types. */
#include "cli/options.h"

#include "close.h"

#include <string.h>

/* Of "OPTION VALUE", the advice; to be released with FAULT. */
static const char *refuse(const char *option, const char *value,
                          struct fault *fault)
{
    struct options options;
    char *argv[] = {"pgpbench", (char *)option, (char *)value, NULL};

    memset(fault, 0, sizeof *fault);
    assert_int_not_equal(options_init(&options, 3, argv, fault), 0);
    assert_int_equal(fault->what, FAULT_USAGE);
    assert_non_null(fault->advice);
    options_release(&options);
    return fault->advice;
}

static void assert_says(const char *option, const char *value,
                        const char *range)
{
    struct fault fault;
    const char *advice = refuse(option, value, &fault);

    if (!strstr(advice, value) || !strstr(advice, range))
        fail_msg("no \"%s\" or no \"%s\" in: %s", value, range, advice);
    fault_release(&fault);
}

static void a_number_out_of_range_is_told_the_range(void **state)
{
    static const char of_counts[] = "a whole number from 1 to 1000000";
    static const char of_copies[] = "whole numbers from 1 to 4294967295";
    static const char of_times[] = "above 0 and up to 1000000000 s";
    static const char *const rows[][3] = {
        {"-r", "0", of_counts},
        {"--runs", "many", of_counts},
        {"-m", "-1", of_counts},
        {"-M", "1000001", of_counts},
        {"-w", "-1", "a whole number from 0 to 1000000"},
        {"-x", "99999999999", of_copies},
        {"-x", "0", of_copies},
        {"-x", "1,20,1", "none of them twice"},
        {"--seed", "-1", "a whole number from 0 to 9223372036854775807"},
        {"--timeout", "0", of_times},
        {"--max-time", "1e5", of_times},
        {"--precision", "0", "a number above 0"},
    };
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_says(rows[i][0], rows[i][1], rows[i][2]);
}

static void what_is_no_number_has_no_range(void **state)
{
    struct fault fault;
    (void)state;

    assert_null(strstr(refuse("--cache", "hot", &fault), "give"));
    fault_release(&fault);
}

static void bounds_that_cross_are_both_told(void **state)
{
    (void)state;
    struct fault fault = {.what = FAULT_NONE};
    struct options options;
    char *argv[] = {"pgpbench", "-m4", "-M3", NULL};
    assert_int_not_equal(options_init(&options, 3, argv, &fault), 0);
    assert_non_null(
        strstr(fault.advice, "4 is more than --max-runs allows, 3"));
    fault_release(&fault);
    options_release(&options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_out_of_range_is_told_the_range),
        cmocka_unit_test(what_is_no_number_has_no_range),
        cmocka_unit_test(bounds_that_cross_are_both_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
