/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/page.  Whole reports are tested with format. */
#include "report/page.h"

#include "base/units.h"
#include "report/table.h"
#include "sample_run.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

static const struct view plain_view = {NULL, false, false};
static const struct view coloured_view = {NULL, true, false};

/* The text so far is EXPECTED; it is released. */
static void assert_text(struct text *text, const char *expected)
{
    assert_false(text_failed(text));
    assert_string_equal(text_string(text), expected);
    text_release(text);
}

static void assert_page(struct page *page, const char *expected)
{
    assert_int_equal(page->err, 0);
    assert_text(&page->text, expected);
}

static struct text words_of(const char *string)
{
    struct text words = {0};

    text_add(&words, string);
    return words;
}

static void assert_time(double ns, double half_width_ns, const char *unit,
                        const char *expected)
{
    struct text text = {0};

    page_add_time(&text, ns, half_width_ns, units_find_time(unit));
    assert_text(&text, expected);
}

/* The first is the header's own example. */
static void a_time_ends_where_what_is_known_of_it_begins(void **state)
{
    (void)state;
    assert_time(4.69e6, 0.14e6, "ms", "4.7");
    assert_time(4.69e6, 0.99e6, "ms", "4.7");
    assert_time(4.69e6, 0.014e6, "ms", "4.69");
    assert_time(4.69e6, 1.4e6, "ms", "5");
    assert_time(4.69e6, 0.0014e6, "ms", "4.690");
}

static void no_time_has_more_than_three_digits_behind_the_point(void **state)
{
    (void)state;
    assert_time(4.69e6, 1, "ms", "4.690");
}

/* Known to 140 ms only, 4,690 ms are 4,700. */
static void digits_before_the_point_that_are_not_known_are_noughts(void **state)
{
    (void)state;
    assert_time(4690e6, 140e6, "ms", "4700");
    assert_time(4650e6, 14e6, "ms", "4650");
    assert_time(4656e6, 14e6, "ms", "4660");
}

static void a_spread_above_the_time_leaves_its_first_digit(void **state)
{
    (void)state;
    assert_time(469e6, 2000e6, "ms", "500");
    assert_time(23e6, 2000e6, "ms", "20");
}

static void what_is_exact_has_three_significant_digits(void **state)
{
    (void)state;
    assert_time(4.694e6, 0, "ms", "4.69");
    assert_time(46.94e6, 0, "ms", "46.9");
    assert_time(469.4e6, -1, "ms", "469");
    assert_time(0, 0, "ms", "0");
}

static void what_is_there_does_not_read_as_nothing(void **state)
{
    (void)state;
    assert_time(400, 0, "ms", "<0.001");
    assert_time(600, 0, "ms", "0.001");
    assert_time(0, 1, "ms", "0.000");
}

static void assert_spread(double spread_pct, const char *expected)
{
    struct text text = {0};

    page_add_spread(&text, spread_pct);
    assert_text(&text, expected);
}

/* The limits are those at which the coarser one rounds to two digits. */
static void a_spread_has_two_digits(void **state)
{
    (void)state;
    assert_spread(12.34, "+-12%");
    assert_spread(9.96, "+-10%");
    assert_spread(9.94, "+-9.9%");
    assert_spread(1.23, "+-1.2%");
    assert_spread(0.096, "+-0.1%");
    assert_spread(0.094, "+-0.09%");
    assert_spread(0, "+-0.00%");
}

static void parts_have_commas_between_them(void **state)
{
    struct text text = {0};

    (void)state;
    page_add_part(&text, "", NULL);
    assert_int_equal(text.length, 0);
    page_add_part(&text, "gpg ", "2.2.40");
    page_add_part(&text, "on ", NULL);
    page_add_part(&text, "in ", "a\nb");
    assert_text(&text, "gpg 2.2.40, in a\\x0ab");
}

static void
a_place_names_engine_and_key_only_where_there_are_several(void **state)
{
    struct run run;
    struct page page = {.run = &run, .view = &plain_view};
    struct text text = {0};

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    const struct cell cell =
        sample_run_find(&run, "gpg/dsa1024/sign/COPYING/x20")->cell;
    page_add_place(&page, &cell, &text);
    assert_text(&text, "COPYING");
    run_add_engine(&run);
    page_add_place(&page, &cell, &text);
    assert_text(&text, "gpg, COPYING");
    run_add_key(&run);
    page_add_place(&page, &cell, &text);
    assert_text(&text, "gpg, dsa1024, COPYING");
    run_release(&run);
}

/* Of making a key nothing else tells which. */
static void a_place_without_a_file_names_its_key(void **state)
{
    const struct cell generate = {0, 0, CELL_NONE, 1, OPERATION_GENERATE};
    const struct cell start = {0, CELL_NONE, CELL_NONE, 1, OPERATION_START};
    struct run run;
    struct page page = {.run = &run, .view = &plain_view};
    struct text text = {0};

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    page_add_place(&page, &generate, &text);
    assert_text(&text, "dsa1024");
    page_add_place(&page, &start, &text);
    assert_text(&text, "");
    run_release(&run);
}

static void labels_share_a_column(void **state)
{
    struct page page = {.view = &plain_view};
    struct text words = words_of("ext4");
    struct text none = {0};

    (void)state;
    page_add_labelled(&page, "on", &words);
    page_add_labelled(&page, "heat", &none);
    page_add_blank(&page);
    assert_page(&page, "on        ext4\n\n");
}

static void a_tone_ends_before_its_line_does(void **state)
{
    struct page page = {.view = &coloured_view};
    struct text red = words_of("disk full");
    struct text plain = words_of("fine");

    (void)state;
    page_add_words(&page, "sign: ", PAGE_RED, &red);
    page_add_words(&page, "", PAGE_PLAIN, &plain);
    assert_page(&page, "\x1b[31msign: disk full\x1b[0m\nfine\n");
}

static void without_colour_there_is_no_tone(void **state)
{
    struct page page = {.view = &plain_view};
    struct text words = words_of("disk full");

    (void)state;
    page_add_words(&page, "sign: ", PAGE_RED, &words);
    assert_page(&page, "sign: disk full\n");
}

static void only_words_in_place_of_figures_are_red(void **state)
{
    struct page page = {.view = &coloured_view};
    struct table table = {0};

    (void)state;
    table_add_column(&table, "", TABLE_LEFT);
    table_add_column(&table, "real", TABLE_DECIMAL);
    table_add_row(&table);
    table_add_cell(&table, "sign");
    table_add_cell(&table, "4.69");
    table_add_row(&table);
    table_add_cell(&table, "verify");
    table_add_span(&table, "disk full");
    page_add_table(&page, &table);
    assert_page(&page, "        real\n"
                       "sign    4.69\n"
                       "verify  \x1b[31mdisk full\x1b[0m\n");
}

static void a_table_without_rows_is_not_shown(void **state)
{
    struct page page = {.view = &plain_view};
    struct table table = {0};

    (void)state;
    table_add_column(&table, "real", TABLE_DECIMAL);
    page_add_table(&page, &table);
    assert_page(&page, "");
}

/* Two of 39 and a gap of two make 80; one more leaves a gap of one. */
static void a_table_that_is_too_wide_moves_together(void **state)
{
    char wide[41];

    (void)state;
    for (size_t length = 39; length <= 40; length++) {
        struct page page = {.view = &plain_view};
        struct table table = {0};
        memset(wide, 'w', length);
        wide[length] = '\0';
        table_add_column(&table, wide, TABLE_LEFT);
        table_add_column(&table, "39 columns are as wide as this heading.",
                         TABLE_LEFT);
        table_add_row(&table);
        page_add_table(&page, &table);
        assert_int_equal(strcspn(text_string(&page.text), "\n"), 80);
        text_release(&page.text);
    }
}

static void memory_that_ran_out_in_a_part_did_so_for_the_page(void **state)
{
    struct page page = {.view = &plain_view};
    struct text words = {.failed = true};
    struct table table = {.failed = true};

    (void)state;
    page_add_labelled(&page, "on", &words);
    assert_int_equal(gpg_err_code(page.err), GPG_ERR_ENOMEM);
    page.err = 0;
    page_add_table(&page, &table);
    assert_int_equal(gpg_err_code(page.err), GPG_ERR_ENOMEM);
    text_release(&page.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_time_ends_where_what_is_known_of_it_begins),
        cmocka_unit_test(no_time_has_more_than_three_digits_behind_the_point),
        cmocka_unit_test(
            digits_before_the_point_that_are_not_known_are_noughts),
        cmocka_unit_test(a_spread_above_the_time_leaves_its_first_digit),
        cmocka_unit_test(what_is_exact_has_three_significant_digits),
        cmocka_unit_test(what_is_there_does_not_read_as_nothing),
        cmocka_unit_test(a_spread_has_two_digits),
        cmocka_unit_test(parts_have_commas_between_them),
        cmocka_unit_test(
            a_place_names_engine_and_key_only_where_there_are_several),
        cmocka_unit_test(a_place_without_a_file_names_its_key),
        cmocka_unit_test(labels_share_a_column),
        cmocka_unit_test(a_tone_ends_before_its_line_does),
        cmocka_unit_test(without_colour_there_is_no_tone),
        cmocka_unit_test(only_words_in_place_of_figures_are_red),
        cmocka_unit_test(a_table_without_rows_is_not_shown),
        cmocka_unit_test(a_table_that_is_too_wide_moves_together),
        cmocka_unit_test(memory_that_ran_out_in_a_part_did_so_for_the_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
