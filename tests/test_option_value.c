/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of cli/option_value, on a target with one value of each kind.  How
 * numbers and times are read is units' matter. */
#include "cli/option_value.h"

#include "model/plan.h"

#include "close.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What stands before and behind must not be touched. */
struct target {
    uint32_t before;
    uint32_t number;
    uint32_t behind;
    double real;
    char *string;
    const char *path;
    struct plan_list words;
    bool flag;
};

static const struct option_row number_row = {
    .name = "number", .offset = offsetof(struct target, number)};
static const struct option_row real_row = {
    .name = "real", .offset = offsetof(struct target, real)};
static const struct option_row string_row = {
    .name = "string",
    .argument = "cold|warm|none",
    .offset = offsetof(struct target, string)};
static const struct option_row path_row = {
    .name = "path", .offset = offsetof(struct target, path)};
static const struct option_row words_row = {
    .name = "words", .offset = offsetof(struct target, words)};
static const struct option_row flag_row = {
    .name = "flag", .offset = offsetof(struct target, flag)};

typedef gpg_error_t setter(void *target, const struct option_row *row,
                           const char *value);

static void assert_number(setter *set, const char *value, uint32_t expected)
{
    struct target target = {.before = 11, .number = 22, .behind = 33};

    assert_int_equal(set(&target, &number_row, value), 0);
    assert_int_equal(target.number, expected);
    assert_int_equal(target.before, 11);
    assert_int_equal(target.behind, 33);
}

/* VALUE is refused and changes no member. */
static void assert_refused(setter *set, const struct option_row *row,
                           const char *value)
{
    struct target target = {.number = 22, .real = 2.5, .string = NULL};

    if (gpg_err_code(set(&target, row, value)) != GPG_ERR_INV_VALUE)
        fail_msg("\"%s\" was taken", value);
    assert_int_equal(target.number, 22);
    assert_close(target.real, 2.5);
    assert_null(target.string);
    assert_int_equal(target.words.count, 0);
}

static void a_count_begins_at_one_and_a_number_at_none(void **state)
{
    (void)state;
    assert_number(option_set_number, "0", 0);
    assert_number(option_set_number, "7", 7);
    assert_number(option_set_count, "1", 1);
    assert_refused(option_set_count, &number_row, "0");
}

static void both_end_at_a_million(void **state)
{
    (void)state;
    assert_number(option_set_number, "1000000", 1000000);
    assert_number(option_set_count, "1000000", 1000000);
    assert_refused(option_set_number, &number_row, "1000001");
    assert_refused(option_set_count, &number_row, "1000001");
    /* 2^32 + 1, which would be 1 in 32 bits. */
    assert_refused(option_set_count, &number_row, "4294967297");
}

static void what_is_no_number_changes_nothing(void **state)
{
    static const char *const bad[] = {"", "-1", "+1", "1.0", " 1", "1 ", "x"};
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_refused(option_set_number, &number_row, bad[i]);
        assert_refused(option_set_count, &number_row, bad[i]);
    }
}

static void a_time_is_kept_in_seconds(void **state)
{
    struct target target = {.real = 0};
    (void)state;

    assert_int_equal(option_set_seconds(&target, &real_row, "250ms"), 0);
    assert_close(target.real, 0.25);
    assert_refused(option_set_seconds, &real_row, "3%");
}

static void a_percentage_is_kept_as_it_is_said(void **state)
{
    struct target target = {.real = 0};
    (void)state;

    assert_int_equal(option_set_percent(&target, &real_row, "0.5%"), 0);
    assert_close(target.real, 0.5);
    assert_refused(option_set_percent, &real_row, "3s");
}

static void a_later_string_replaces_an_earlier_one(void **state)
{
    struct target target = {.string = NULL};
    char value[] = "one";
    (void)state;

    assert_int_equal(option_set_string(&target, &string_row, value), 0);
    value[0] = 'x'; /* it is a copy */
    assert_string_equal(target.string, "one");
    assert_int_equal(option_set_string(&target, &string_row, "two"), 0);
    assert_string_equal(target.string, "two");
    assert_int_equal(gpg_err_code(option_set_string(&target, &string_row, "")),
                     GPG_ERR_INV_VALUE);
    assert_string_equal(target.string, "two");
    free(target.string);
}

static void a_choice_is_one_whole_word_of_the_argument(void **state)
{
    static const char *const good[] = {"cold", "warm", "none"};
    static const char *const bad[] = {"",      "col",       "colder", "Cold",
                                      "d",     "cold|warm", "|",      "|warm",
                                      "none|", "war"};
    (void)state;

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct target target = {.string = NULL};
        assert_int_equal(option_set_choice(&target, &string_row, good[i]), 0);
        assert_string_equal(target.string, good[i]);
        free(target.string);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_refused(option_set_choice, &string_row, bad[i]);
}

static void of_one_word_there_is_one_choice(void **state)
{
    (void)state;
    assert_true(option_is_choice("warm", "warm"));
    assert_false(option_is_choice("warm", "cold"));
    assert_false(option_is_choice("", "warm"));
    assert_false(option_is_choice("", ""));
}

/* gpg.conf has one option a line, and "#" begins a comment. */
static void an_algorithm_cannot_become_another_line(void **state)
{
    static const char *const good[] = {"AES256", "cast5", "SHA3-512", "0"};
    static const char *const bad[] = {"",      "AES\narmor", "AES armor",
                                      "AES#",  "AES256 ",    "A_B",
                                      "\tAES", "AES,CAST5",  "A\xc3\x89S"};
    (void)state;

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct target target = {.string = NULL};
        assert_int_equal(option_set_algorithm(&target, &string_row, good[i]),
                         0);
        assert_string_equal(target.string, good[i]);
        free(target.string);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_refused(option_set_algorithm, &string_row, bad[i]);
}

static void words_are_added_in_their_order(void **state)
{
    static const char one[] = "one";
    struct target target = {.words = {NULL, 0}};
    (void)state;

    assert_int_equal(option_add_word(&target, &words_row, one), 0);
    assert_int_equal(option_add_word(&target, &words_row, "one"), 0);
    assert_int_equal(option_add_word(&target, &words_row, "-"), 0);
    assert_int_equal(target.words.count, 3);
    assert_ptr_equal(target.words.item[0], one); /* borrowed */
    assert_string_equal(target.words.item[2], "-");
    free(target.words.item);
    assert_refused(option_add_word, &words_row, "");
}

static void a_path_is_borrowed_and_not_empty(void **state)
{
    static const char path[] = "/mnt/flash";
    struct target target = {.path = NULL};
    (void)state;

    assert_int_equal(option_set_path(&target, &path_row, path), 0);
    assert_ptr_equal(target.path, path);
    assert_refused(option_set_path, &path_row, "");
}

static void a_flag_is_true_once_it_is_there(void **state)
{
    struct target target = {.flag = false};
    (void)state;

    assert_int_equal(option_set_flag(&target, &flag_row, NULL), 0);
    assert_true(target.flag);
    assert_int_equal(option_set_flag(&target, &flag_row, NULL), 0);
    assert_true(target.flag);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_count_begins_at_one_and_a_number_at_none),
        cmocka_unit_test(both_end_at_a_million),
        cmocka_unit_test(what_is_no_number_changes_nothing),
        cmocka_unit_test(a_time_is_kept_in_seconds),
        cmocka_unit_test(a_percentage_is_kept_as_it_is_said),
        cmocka_unit_test(a_later_string_replaces_an_earlier_one),
        cmocka_unit_test(a_choice_is_one_whole_word_of_the_argument),
        cmocka_unit_test(of_one_word_there_is_one_choice),
        cmocka_unit_test(an_algorithm_cannot_become_another_line),
        cmocka_unit_test(words_are_added_in_their_order),
        cmocka_unit_test(a_path_is_borrowed_and_not_empty),
        cmocka_unit_test(a_flag_is_true_once_it_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
