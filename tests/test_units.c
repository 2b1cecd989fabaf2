/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of units. */
#include "base/units.h"

#include "base/text.h"

#include "close.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static void units_of_time_are_found_by_name(void **state)
{
    (void)state;

    assert_close(units_find_time("ns")->ns, 1);
    assert_close(units_find_time("us")->ns, 1e3);
    assert_close(units_find_time("ms")->ns, 1e6);
    assert_close(units_find_time("s")->ns, 1e9);
    assert_null(units_find_time("min"));
    assert_null(units_find_time(""));
}

static void the_best_unit_is_the_largest_that_is_not_above(void **state)
{
    static const struct {
        double ns;
        const char *name;
    } cases[] = {
        {0, "ns"},     {0.5, "ns"}, {999.9, "ns"},   {1e3, "us"},
        {999e3, "us"}, {1e6, "ms"}, {1e9, "s"},      {1e18, "s"},
        {-2e6, "ms"},  {NAN, "ns"}, {INFINITY, "s"},
    };
    (void)state;

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(units_best_time(cases[i].ns)->name, cases[i].name);
}

static void digits_are_no_finer_than_what_is_known(void **state)
{
    static const struct {
        double ns, half_width_ns;
        const char *unit;
        int digits;
    } cases[] = {
        {4690000, 100000, "ms", 1},
        {4690000, 99999, "ms", 1},
        {4690000, 100001, "ms", 0},
        {4690000, 10000, "ms", 2},
        {4690000, 1, "ms", 3},
        {4690000, 5e6, "ms", 0},
        {4690000, 1e12, "ms", 0},
        {4690000, 30, "us", 1},
        {4690000, INFINITY, "ms", 0},
        /* exact or unknown: three significant digits */
        {4690000, 0, "ms", 2},
        {4690000, -1, "ms", 2},
        {46900000, -1, "ms", 1},
        {469000000, -1, "ms", 0},
        {4690000, -1, "s", 3},
        {9996000, -1, "ms", 1},
        {9994000, -1, "ms", 2},
        {4690000, NAN, "ms", 2},
        {0, 0, "ms", 0},
        {NAN, -1, "ms", 0},
        {-4690000, -1, "ms", 2},
    };
    (void)state;

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(units_time_digits(cases[i].ns, cases[i].half_width_ns,
                                           units_find_time(cases[i].unit)),
                         cases[i].digits);
    assert_int_equal(units_time_digits(4690000, -1, NULL), 2);
}

static void times_are_shown_with_their_unit(void **state)
{
    static const struct {
        double ns;
        const char *unit;
        int digits;
        const char *shown;
    } cases[] = {
        {4690000, NULL, 2, "4.69 ms"},
        {4690000, "us", 0, "4690 us"},
        {4690000, "s", 3, "0.005 s"},
        {0, NULL, 0, "0 ns"},
        {-4690000, "ms", 1, "-4.7 ms"},
        {-400, "ms", 2, "0.00 ms"},
        {-5100, "ms", 2, "-0.01 ms"},
        {12.5, "ns", 1, "12.5 ns"},
        {NAN, "ms", 2, "-"},
        {INFINITY, NULL, 2, "-"},
        {-INFINITY, NULL, 2, "-"},
    };
    (void)state;

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text text = {0};
        units_add_time(&text, cases[i].ns,
                       cases[i].unit ? units_find_time(cases[i].unit) : NULL,
                       cases[i].digits);
        assert_string_equal(text_string(&text), cases[i].shown);
        text_release(&text);
    }
}

static void sizes_are_exact_up_to_100_kib(void **state)
{
    static const struct {
        int64_t size_bytes;
        const char *shown;
    } cases[] = {
        {0, "0 bytes"},
        {1, "1 byte"},
        {17983, "17,983 bytes"},
        {102399, "102,399 bytes"},
        {102400, "100.0 KiB"},
        {1048575, "1.0 MiB"}, /* 1024.0 KiB when rounded */
        {1048576, "1.0 MiB"},
        {31457280, "30.0 MiB"},
        {INT64_C(5) << 40, "5.0 TiB"},
        {INT64_MAX, "8.0 EiB"},
    };
    (void)state;

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text text = {0};
        units_add_size(&text, cases[i].size_bytes);
        assert_string_equal(text_string(&text), cases[i].shown);
        text_release(&text);
    }
}

static void thousands_are_grouped(void **state)
{
    static const struct {
        int64_t number;
        const char *shown;
    } cases[] = {
        {0, "0"},
        {7, "7"},
        {999, "999"},
        {1000, "1,000"},
        {17983, "17,983"},
        {123456, "123,456"},
        {1000000, "1,000,000"},
        {-1000, "-1,000"},
        {INT64_MAX, "9,223,372,036,854,775,807"},
        {INT64_MIN, "-9,223,372,036,854,775,808"},
    };
    (void)state;

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text text = {0};
        units_add_grouped(&text, cases[i].number);
        assert_string_equal(text_string(&text), cases[i].shown);
        text_release(&text);
    }
}

static void counts_are_decimal_and_within_their_bounds(void **state)
{
    static const char *const wrong[] = {
        "",     "-1",  "+1", " 1", "1 ", "1.0",
        "0x10", "1e3", "4",  "11", "x",  "18446744073709551616",
    };
    uint64_t count = 99;
    (void)state;

    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_int_equal(
            gpg_err_code(units_parse_count(wrong[i], 5, 10, &count)),
            GPG_ERR_INV_VALUE);
    assert_int_equal(count, 99);

    assert_int_equal(units_parse_count("5", 5, 10, &count), 0);
    assert_int_equal(count, 5);
    assert_int_equal(units_parse_count("010", 5, 10, &count), 0);
    assert_int_equal(count, 10);
    assert_int_equal(
        units_parse_count("18446744073709551615", 0, UINT64_MAX, &count), 0);
    assert_true(count == UINT64_MAX);
    assert_int_not_equal(
        units_parse_count("18446744073709551616", 0, UINT64_MAX, &count), 0);
}

static void copies_may_have_an_x_on_either_side(void **state)
{
    static const char *const wrong[] = {"",    "x",    "0",         "0x",
                                        "x0",  "x2x",  "2X",        "-2",
                                        "2xx", "1.5x", "4294967296"};
    uint32_t copies = 0;
    (void)state;

    assert_int_equal(units_parse_copies("20", &copies), 0);
    assert_int_equal(copies, 20);
    assert_int_equal(units_parse_copies("21x", &copies), 0);
    assert_int_equal(copies, 21);
    assert_int_equal(units_parse_copies("x22", &copies), 0);
    assert_int_equal(copies, 22);
    assert_int_equal(units_parse_copies("4294967295", &copies), 0);
    assert_true(copies == UINT32_MAX);
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_int_equal(gpg_err_code(units_parse_copies(wrong[i], &copies)),
                         GPG_ERR_INV_VALUE);
}

static void sizes_are_parsed_in_powers_of_1024(void **state)
{
    static const struct {
        const char *string;
        int64_t size_bytes;
    } right[] = {
        {"0", 0},
        {"64", 64},
        {"64K", 65536},
        {"64M", 67108864},
        {"1G", 1073741824},
        {"9223372036854775807", INT64_MAX},
        {"8589934591G", INT64_C(8589934591) << 30},
    };
    static const char *const wrong[] = {
        "",           "K",    "-1",  "64k",
        "64KB",       "1.5M", "1 G", "9223372036854775808",
        "8589934592G"};
    int64_t size_bytes = -7;
    (void)state;

    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_int_equal(gpg_err_code(units_parse_size(wrong[i], &size_bytes)),
                         GPG_ERR_INV_VALUE);
    assert_int_equal(size_bytes, -7);
    for (size_t i = 0; i < COUNT_OF(right); i++) {
        assert_int_equal(units_parse_size(right[i].string, &size_bytes), 0);
        assert_true(size_bytes == right[i].size_bytes);
    }
}

static void time_spans_are_parsed_in_their_unit(void **state)
{
    static const struct {
        const char *string;
        double seconds;
    } right[] = {
        {"30", 30},
        {"1.5", 1.5},
        {"30s", 30},
        {"500ms", 0.5},
        {"2min", 120},
        {"0.1", 0.1},
        {"0.25min", 15},
        {"1000000000", 1e9},
        {"0.33333333333333333333333333", 1.0 / 3},
    };
    static const char *const wrong[] = {
        "",     "0",     "0.0",        "-1",
        ".5",   "1.",    "1,5",        "1e3",
        "inf",  "nan",   "30S",        "30 s",
        "1..5", "0x1p3", "1000000001", "99999999999999999999",
    };
    double seconds = -1;
    (void)state;

    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_int_equal(gpg_err_code(units_parse_seconds(wrong[i], &seconds)),
                         GPG_ERR_INV_VALUE);
    assert_close(seconds, -1);
    for (size_t i = 0; i < COUNT_OF(right); i++) {
        assert_int_equal(units_parse_seconds(right[i].string, &seconds), 0);
        assert_close(seconds, right[i].seconds);
    }
}

static void percentages_may_have_their_sign(void **state)
{
    static const char *const wrong[] = {"", "%", "-3", "3%%", "3 %"};
    double percent = -1;
    (void)state;

    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_int_equal(gpg_err_code(units_parse_percent(wrong[i], &percent)),
                         GPG_ERR_INV_VALUE);
    assert_int_equal(units_parse_percent("3", &percent), 0);
    assert_close(percent, 3);
    assert_int_equal(units_parse_percent("0.5", &percent), 0);
    assert_close(percent, 0.5);
    assert_int_equal(units_parse_percent("4%", &percent), 0);
    assert_close(percent, 4);
    assert_int_equal(units_parse_percent("0", &percent), 0);
    assert_close(percent, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_of_time_are_found_by_name),
        cmocka_unit_test(the_best_unit_is_the_largest_that_is_not_above),
        cmocka_unit_test(digits_are_no_finer_than_what_is_known),
        cmocka_unit_test(times_are_shown_with_their_unit),
        cmocka_unit_test(sizes_are_exact_up_to_100_kib),
        cmocka_unit_test(thousands_are_grouped),
        cmocka_unit_test(counts_are_decimal_and_within_their_bounds),
        cmocka_unit_test(copies_may_have_an_x_on_either_side),
        cmocka_unit_test(sizes_are_parsed_in_powers_of_1024),
        cmocka_unit_test(time_spans_are_parsed_in_their_unit),
        cmocka_unit_test(percentages_may_have_their_sign),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
