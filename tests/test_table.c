/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/table.  What is expected was counted by hand. */
#include "report/table.h"

#include "base/text.h"
#include "close.h"

static void assert_padded(const struct table *table, size_t row, size_t column,
                          const char *expected)
{
    struct text text = {0};

    table_pad(table, row, column, &text);
    assert_string_equal(text_string(&text), expected);
    text_release(&text);
}

/* One column with HEADING and, one a row, the strings up to NULL. */
static struct table column_of(const char *heading, enum table_align align,
                              const char *const *strings)
{
    struct table table = {0};

    table_add_column(&table, heading, align);
    for (; *strings; strings++) {
        table_add_row(&table);
        table_add_cell(&table, *strings);
    }
    assert_false(table_failed(&table));
    return table;
}

static void a_column_is_as_wide_as_its_widest_cell_or_heading(void **state)
{
    const char *const strings[] = {"a", "abc", NULL};
    struct table narrow = column_of("h", TABLE_LEFT, strings);
    struct table wide = column_of("heading", TABLE_LEFT, strings);

    (void)state;
    assert_int_equal(table_width(&narrow, 0), 3);
    assert_int_equal(table_width(&wide, 0), 7);
    table_release(&narrow);
    table_release(&wide);
}

static void text_goes_left_and_numbers_go_right(void **state)
{
    const char *const strings[] = {"1", "100", NULL};
    struct table left = column_of("n", TABLE_LEFT, strings);
    struct table right = column_of("n", TABLE_RIGHT, strings);

    (void)state;
    assert_padded(&left, 0, 0, "1  ");
    assert_padded(&right, 0, 0, "  1");
    assert_padded(&right, TABLE_HEADINGS, 0, "  n");
    table_release(&left);
    table_release(&right);
}

static void decimal_points_stand_below_each_other(void **state)
{
    const char *const strings[] = {"4.69", "17.6", "120", "~3", NULL};
    struct table table = column_of("real", TABLE_DECIMAL, strings);

    (void)state;
    assert_int_equal(table_width(&table, 0), 6);
    assert_padded(&table, 0, 0, "  4.69");
    assert_padded(&table, 1, 0, " 17.6 ");
    assert_padded(&table, 2, 0, "120   ");
    assert_padded(&table, 3, 0, " ~3   ");
    assert_padded(&table, TABLE_HEADINGS, 0, "  real");
    table_release(&table);
}

static void whole_numbers_need_no_room_for_a_point(void **state)
{
    const char *const strings[] = {"4", "17", NULL};
    struct table table = column_of("n", TABLE_DECIMAL, strings);

    (void)state;
    assert_padded(&table, 0, 0, " 4");
    assert_padded(&table, 1, 0, "17");
    table_release(&table);
}

static void an_absent_number_is_a_dash_to_the_right(void **state)
{
    struct table table = {0};

    (void)state;
    table_add_column(&table, "x", TABLE_DECIMAL);
    table_add_row(&table);
    table_add_cell(&table, "1.25");
    table_add_row(&table);
    table_add_cell(&table, NULL);
    assert_padded(&table, 1, 0, "   -");
    table_release(&table);
}

static void words_over_the_rest_of_a_row_widen_no_column(void **state)
{
    struct table table = {0};

    (void)state;
    table_add_column(&table, "", TABLE_LEFT);
    table_add_column(&table, "x", TABLE_RIGHT);
    table_add_row(&table);
    table_add_cell(&table, "a");
    table_add_span(&table, "disk full");
    assert_int_equal(table_width(&table, 1), 1);
    assert_padded(&table, 0, 1, "disk full");
    table_release(&table);
}

static void beyond_the_end_of_a_row_there_is_nothing(void **state)
{
    struct table table = {0};

    (void)state;
    table_add_column(&table, "a", TABLE_LEFT);
    table_add_column(&table, "b", TABLE_LEFT);
    table_add_row(&table);
    table_add_cell(&table, "1");
    assert_padded(&table, 0, 0, "1");
    assert_padded(&table, 0, 1, "");
    table_release(&table);
}

static void width_counts_characters_not_bytes(void **state)
{
    const char *const strings[] = {"\xc3\xa4\xc3\xb6", "abc", NULL};
    struct table table = column_of("", TABLE_RIGHT, strings);

    (void)state;
    assert_int_equal(table_width(&table, 0), 3);
    assert_padded(&table, 0, 0, " \xc3\xa4\xc3\xb6");
    table_release(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_column_is_as_wide_as_its_widest_cell_or_heading),
        cmocka_unit_test(text_goes_left_and_numbers_go_right),
        cmocka_unit_test(decimal_points_stand_below_each_other),
        cmocka_unit_test(whole_numbers_need_no_room_for_a_point),
        cmocka_unit_test(an_absent_number_is_a_dash_to_the_right),
        cmocka_unit_test(words_over_the_rest_of_a_row_widen_no_column),
        cmocka_unit_test(beyond_the_end_of_a_row_there_is_nothing),
        cmocka_unit_test(width_counts_characters_not_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
