/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/paragraph.  Strings of digits tell the columns. */
#include "report/paragraph.h"

#include "base/text.h"
#include "close.h"

#define TEN   "123456789."
#define FORTY TEN TEN TEN TEN

static void assert_paragraph(const char *label, size_t indent,
                             const char *words, const char *expected)
{
    struct text text = {0};

    paragraph_add(&text, label, indent, words);
    assert_string_equal(text_string(&text), expected);
    text_release(&text);
}

static void a_label_is_padded_and_words_follow(void **state)
{
    (void)state;
    assert_paragraph("gpg", 6, "a b", "gpg   a b\n");
    assert_paragraph("", 0, " a  b ", "a b\n");
    assert_paragraph("gpg", 3, "", "gpg\n");
}

static void eighty_columns_fit_and_one_more_does_not(void **state)
{
    (void)state;
    assert_paragraph("", 0, FORTY " " TEN TEN TEN "12345678. b",
                     FORTY " " TEN TEN TEN "12345678.\nb\n");
    assert_paragraph("", 0, FORTY " " TEN TEN TEN TEN " b",
                     FORTY "\n" TEN TEN TEN TEN " b\n");
}

static void later_lines_are_indented(void **state)
{
    (void)state;
    assert_paragraph("note:", 6, FORTY " " FORTY,
                     "note: " FORTY "\n      " FORTY "\n");
}

static void a_word_that_fits_no_line_is_broken(void **state)
{
    (void)state;
    assert_paragraph("", 0, FORTY FORTY FORTY, FORTY FORTY "\n" FORTY "\n");
}

static void a_number_stays_with_its_unit(void **state)
{
    (void)state;
    assert_paragraph("", 0, FORTY " " TEN TEN TEN "12345. 1 ms",
                     FORTY " " TEN TEN TEN "12345.\n1 ms\n");
}

static void a_character_of_several_bytes_is_one_column(void **state)
{
    (void)state;
    assert_paragraph("", 0, FORTY " " TEN TEN TEN "12345678\xc3\xa4 b",
                     FORTY " " TEN TEN TEN "12345678\xc3\xa4\nb\n");
}

/* EastAsianWidth.txt: W. */
static void a_wide_character_is_two_columns(void **state)
{
    (void)state;
    assert_paragraph("", 0, FORTY " " TEN TEN TEN "123456\xe6\x97\xa5. b",
                     FORTY " " TEN TEN TEN "123456\xe6\x97\xa5.\nb\n");
    assert_paragraph("", 0, FORTY TEN TEN TEN "123456789\xe6\x97\xa5",
                     FORTY TEN TEN TEN "123456789\n\xe6\x97\xa5\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_label_is_padded_and_words_follow),
        cmocka_unit_test(eighty_columns_fit_and_one_more_does_not),
        cmocka_unit_test(later_lines_are_indented),
        cmocka_unit_test(a_word_that_fits_no_line_is_broken),
        cmocka_unit_test(a_number_stays_with_its_unit),
        cmocka_unit_test(a_character_of_several_bytes_is_one_column),
        cmocka_unit_test(a_wide_character_is_two_columns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
