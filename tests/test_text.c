/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of text. */
#include "base/text.h"

#include "close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void the_zeroed_text_is_empty(void **state)
{
    struct text text = {0};
    (void)state;

    assert_string_equal(text_string(&text), "");
    assert_false(text_failed(&text));
    text_release(&text);
    text_release(NULL);
}

static void what_is_added_stands_in_order(void **state)
{
    struct text text = {0};
    (void)state;

    text_add(&text, "a");
    text_add_char(&text, '-', 3);
    text_addf(&text, "%d|%s", 42, "x");
    text_add_bytes(&text, "yz!", 2);
    text_add_char(&text, '!', 0);
    assert_string_equal(text_string(&text), "a---42|xyz");
    assert_int_equal(text.length, 10);
    text_release(&text);
}

static void it_grows_past_any_first_size(void **state)
{
    struct text text = {0};
    (void)state;

    for (int i = 0; i < 5000; i++)
        text_addf(&text, "%04d", i);
    assert_int_equal(text.length, 20000);
    assert_memory_equal(text_string(&text) + 4 * 4999, "4999", 5);
    text_add_char(&text, 'x', 100000);
    assert_int_equal(strlen(text_string(&text)), 120000);
    text_release(&text);
}

static void memory_that_has_run_out_leaves_the_text_as_it_was(void **state)
{
    struct text text = {0};
    (void)state;

    text_add(&text, "kept");
    text_add_char(&text, 'x', SIZE_MAX - 8);
    assert_true(text_failed(&text));
    text_add(&text, "lost");
    assert_string_equal(text_string(&text), "kept");
    text_clear(&text);
    assert_true(text_failed(&text));
    assert_null(text_take(&text));
    assert_false(text_failed(&text));
}

static void taking_hands_over_the_bytes_and_empties(void **state)
{
    struct text text = {0};
    (void)state;

    text_add(&text, "mine");
    char *bytes = text_take(&text);
    assert_string_equal(bytes, "mine");
    assert_string_equal(text_string(&text), "");
    free(bytes);

    bytes = text_take(&text);
    assert_non_null(bytes);
    assert_string_equal(bytes, "");
    free(bytes);
}

static void clearing_forgets_what_was_added(void **state)
{
    struct text text = {0};
    (void)state;

    text_add(&text, "old");
    text_clear(&text);
    assert_string_equal(text_string(&text), "");
    text_add(&text, "new");
    assert_string_equal(text_string(&text), "new");
    text_release(&text);
}

struct shown {
    const char *raw;
    const char *printable;
    const char *utf8;
    size_t columns;
};

/* The ill-formed sequences are those of Markus Kuhn's "UTF-8 decoder
 * capability and stress test" (sections 3 to 5). */
static const struct shown cases[] = {
    {"plain", "plain", "plain", 5},
    {"Gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x94\x91",
     "Gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x94\x91",
     "Gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x94\x91", 9},
    /* controls: C0, DEL, C1 */
    {"a\nb\x1b[31m", "a\\x0ab\\x1b[31m", "a\nb\x1b[31m", 8},
    {"\x7f", "\\x7f", "\x7f", 1},
    {"\xc2\x9b", "\\xc2\\x9b", "\xc2\x9b", 1},
    {"\xc2\xa0", "\xc2\xa0", "\xc2\xa0", 1},
    /* right-to-left override, isolates, line separator */
    /* NOLINTBEGIN(misc-misleading-bidirectional) */
    {"\xe2\x80\xae"
     "txt",
     "\\xe2\\x80\\xaetxt", "\xe2\x80\xaetxt", 4},
    {"\xe2\x81\xa6", "\\xe2\\x81\\xa6", "\xe2\x81\xa6", 1},
    {"\xe2\x81\xa9", "\\xe2\\x81\\xa9", "\xe2\x81\xa9", 1},
    {"\xe2\x81\xaa", "\xe2\x81\xaa", "\xe2\x81\xaa", 1},
    {"\xe2\x80\xa8", "\\xe2\\x80\\xa8", "\xe2\x80\xa8", 1},
    /* NOLINTEND(misc-misleading-bidirectional) */
    /* a lone continuation, an impossible byte, Latin-1 */
    {"\x80", "\\x80", "\xef\xbf\xbd", 1},
    {"\xfe", "\\xfe", "\xef\xbf\xbd", 1},
    {"\xe9t\xe9", "\\xe9t\\xe9", "\xef\xbf\xbdt\xef\xbf\xbd", 3},
    /* cut off at the end, and by another character */
    {"\xe2\x82", "\\xe2\\x82", "\xef\xbf\xbd\xef\xbf\xbd", 2},
    {"\xf0\x9f\x94", "\\xf0\\x9f\\x94", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd",
     3},
    {"\xe2\x82x", "\\xe2\\x82x", "\xef\xbf\xbd\xef\xbf\xbdx", 3},
    /* overlong slash, in two and in three bytes */
    {"\xc0\xaf", "\\xc0\\xaf", "\xef\xbf\xbd\xef\xbf\xbd", 2},
    {"\xe0\x80\xaf", "\\xe0\\x80\\xaf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd",
     3},
    /* a surrogate, and one past U+10FFFF */
    {"\xed\xa0\x80", "\\xed\\xa0\\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd",
     3},
    {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80",
     "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd", 4},
    {"\xf4\x8f\xbf\xbd", "\xf4\x8f\xbf\xbd", "\xf4\x8f\xbf\xbd", 1},
};

#define CASE_COUNT (sizeof cases / sizeof *cases)

static void what_is_not_printable_becomes_hexadecimal(void **state)
{
    (void)state;

    for (size_t i = 0; i < CASE_COUNT; i++) {
        struct text text = {0};
        text_add_printable(&text, cases[i].raw);
        assert_string_equal(text_string(&text), cases[i].printable);
        text_release(&text);
    }
}

static void printable_text_stays_as_it_is(void **state)
{
    (void)state;

    for (size_t i = 0; i < CASE_COUNT; i++) {
        struct text text = {0};
        text_add_printable(&text, cases[i].printable);
        assert_string_equal(text_string(&text), cases[i].printable);
        text_release(&text);
    }
}

static void bytes_that_are_not_utf8_become_the_replacement(void **state)
{
    (void)state;

    for (size_t i = 0; i < CASE_COUNT; i++) {
        struct text text = {0};
        text_add_utf8(&text, cases[i].raw);
        assert_string_equal(text_string(&text), cases[i].utf8);
        text_release(&text);
    }
}

/* Widths are those of EastAsianWidth.txt, Unicode 15. */
static void columns_are_what_a_terminal_needs(void **state)
{
    (void)state;

    assert_int_equal(text_columns("\xe6\x97\xa5\xe6\x9c\xac"), 4);
    assert_int_equal(text_columns("\xea\xb0\x80"), 2);
    assert_int_equal(text_columns("\xef\xbc\xa1"), 2);
    assert_int_equal(text_columns("\xef\xbd\xb1"), 1);

    assert_int_equal(text_columns(""), 0);
    for (size_t i = 0; i < CASE_COUNT; i++)
        assert_int_equal(text_columns(cases[i].raw), cases[i].columns);
}

/* STRING coded is CODED; and that read by the rule of text.h is STRING. */
static void assert_coded(const char *string, const char *coded)
{
    struct text text = {0};
    struct text back = {0};

    text_add_coded(&text, string);
    assert_string_equal(text_string(&text), coded);
    for (const char *c = text_string(&text); *c; c++) {
        unsigned byte = 0;
        int length = 0;
        if (sscanf(c, "\\x%2x%n", &byte, &length) == 1 && length == 4) {
            text_add_char(&back, (char)byte, 1);
            c += 3;
        } else {
            text_add_char(&back, *c, 1);
        }
    }
    assert_string_equal(text_string(&back), string);
    text_release(&text);
    text_release(&back);
}

static void coded_text_can_be_had_back(void **state)
{
    (void)state;
    assert_coded("", "");
    assert_coded("a b\xc3\xbc", "a b\xc3\xbc");
    assert_coded("a\x1b[2J\n", "a\\x1b[2J\\x0a");
    assert_coded("\xc2\x9b", "\\xc2\\x9b");
    assert_coded("C:\\dir\\xylophone", "C:\\dir\\xylophone");
    assert_coded("\\x1b", "\\x5cx1b");
    assert_coded("\\\\x1B\x1b", "\\\\x5cx1B\\x1b");
    assert_coded("\\\x1b\\x\x1b\\x1\x1b", "\\\\x1b\\x\\x1b\\x1\\x1b");
}

static void assert_named(const char *string, const char *named)
{
    struct text text = {0};

    text_add_name(&text, string);
    assert_string_equal(text_string(&text), named);
    text_release(&text);
}

static void what_would_not_be_seen_is_quoted(void **state)
{
    (void)state;
    assert_named("a b", "a b");
    assert_named("", "''");
    assert_named(" ", "' '");
    assert_named(" a", "' a'");
    assert_named("a ", "'a '");
    assert_named("\n", "\\x0a");
    /* no-break space, zero width space */
    assert_named("\xc2\xa0", "'\xc2\xa0'");
    assert_named("\xe2\x80\x8b", "'\xe2\x80\x8b'");
}

static void what_is_absent_is_the_same_only_as_what_is_absent(void **state)
{
    (void)state;
    assert_true(text_same("a", "a"));
    assert_false(text_same("a", "b"));
    assert_true(text_same(NULL, NULL));
    assert_false(text_same("a", NULL));
    assert_false(text_same(NULL, ""));
}

static void what_is_absent_does_not_differ(void **state)
{
    (void)state;
    assert_true(text_differ("a", "b"));
    assert_false(text_differ("a", "a"));
    assert_false(text_differ("a", NULL));
    assert_false(text_differ(NULL, "b"));
    assert_false(text_differ(NULL, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_zeroed_text_is_empty),
        cmocka_unit_test(what_is_added_stands_in_order),
        cmocka_unit_test(it_grows_past_any_first_size),
        cmocka_unit_test(memory_that_has_run_out_leaves_the_text_as_it_was),
        cmocka_unit_test(taking_hands_over_the_bytes_and_empties),
        cmocka_unit_test(clearing_forgets_what_was_added),
        cmocka_unit_test(what_is_not_printable_becomes_hexadecimal),
        cmocka_unit_test(printable_text_stays_as_it_is),
        cmocka_unit_test(bytes_that_are_not_utf8_become_the_replacement),
        cmocka_unit_test(columns_are_what_a_terminal_needs),
        cmocka_unit_test(coded_text_can_be_had_back),
        cmocka_unit_test(what_would_not_be_seen_is_quoted),
        cmocka_unit_test(what_is_absent_is_the_same_only_as_what_is_absent),
        cmocka_unit_test(what_is_absent_does_not_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
