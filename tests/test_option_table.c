/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of cli/option_table, with two small tables.  What options of
 * pgpbench there are is tested with options. */
#include "cli/option_table.h"

#include "close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_MAX 8

/* Where all values go: the last of them, and how many came. */
struct target {
    const char *value;
    const struct option_row *row;
    size_t count;
};

static gpg_error_t take(void *target, const struct option_row *row,
                        const char *value)
{
    struct target *taken = target;

    taken->value = value;
    taken->row = row;
    taken->count++;
    return 0;
}

static gpg_error_t refuse(void *target, const struct option_row *row,
                          const char *value)
{
    (void)target;
    (void)row;
    (void)value;
    return gpg_error(GPG_ERR_INV_VALUE);
}

static gpg_error_t run_out_of_memory(void *target, const struct option_row *row,
                                     const char *value)
{
    (void)target;
    (void)row;
    (void)value;
    return gpg_error(GPG_ERR_ENOMEM);
}

static const struct option_row own_rows[] = {
    {"apples", 'a', "N", take, 0, "how many apples there are"},
    {"bare", 'b', NULL, take, 0, "nothing behind it"},
    {"planned", 'p', NULL, NULL, 0, NULL},
};

static const struct option_row shared_rows[] = {
    {"fussy", 'f', "WORD", refuse, 0, "what it would like"},
    {"greedy", 'g', NULL, run_out_of_memory, 0, "all memory"},
    {"a-name-longer-than-it-is-wide", 0, "N", take, 0, "its own line"},
};

struct asked {
    struct target own;
    struct target shared;
    const char *files[WORDS_MAX];
    size_t file_count;
    struct fault fault;
    gpg_error_t err;
};

static gpg_error_t add_file(void *target, const char *file)
{
    struct asked *asked = target;

    assert_true(asked->file_count < WORDS_MAX);
    asked->files[asked->file_count++] = file;
    return 0;
}

static void ask(struct asked *asked, const char *const *words)
{
    char *argv[WORDS_MAX + 1];
    int count = 0;

    *asked = (struct asked){.err = 0};
    const struct option_rows parts[] = {
        {own_rows, sizeof own_rows / sizeof *own_rows, &asked->own},
        {shared_rows, sizeof shared_rows / sizeof *shared_rows, &asked->shared},
    };
    const struct option_table table = {parts, 2, add_file, asked};
    for (; words[count]; count++) {
        assert_true(count < WORDS_MAX);
        argv[count] = (char *)words[count];
    }
    argv[count] = NULL;
    asked->err = option_table_read(&table, count, argv, &asked->fault);
}

#define ASK(asked, ...) ask(asked, (const char *const[]){"x", __VA_ARGS__})

/* Refused for OPTION, with ADVICE somewhere in the advice. */
static void assert_refused(struct asked *asked, const char *option,
                           const char *advice)
{
    assert_int_not_equal(asked->err, 0);
    assert_int_equal(asked->fault.what, FAULT_USAGE);
    assert_string_equal(asked->fault.thing, option);
    if (!strstr(asked->fault.advice, advice))
        fail_msg("no \"%s\" in: %s", advice, asked->fault.advice);
    fault_release(&asked->fault);
}

static void a_value_may_follow_in_four_ways(void **state)
{
    static const char *const ways[][3] = {{"--apples", "5", NULL},
                                          {"--apples=5", NULL},
                                          {"-a", "5", NULL},
                                          {"-a5", NULL}};
    (void)state;

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct asked asked;
        ASK(&asked, ways[i][0], ways[i][1], NULL);
        assert_int_equal(asked.err, 0);
        assert_int_equal(asked.own.count, 1);
        assert_string_equal(asked.own.value, "5");
        assert_ptr_equal(asked.own.row, &own_rows[0]);
    }
}

static void each_part_has_its_target(void **state)
{
    struct asked asked;
    (void)state;

    ASK(&asked, "-b", "--a-name-longer-than-it-is-wide=7", NULL);
    assert_int_equal(asked.err, 0);
    assert_ptr_equal(asked.own.row, &own_rows[1]);
    assert_null(asked.own.value);
    assert_ptr_equal(asked.shared.row, &shared_rows[2]);
    assert_string_equal(asked.shared.value, "7");
}

static void files_come_in_their_order_between_and_behind_options(void **state)
{
    struct asked asked;
    (void)state;

    ASK(&asked, "one", "-b", "-", "--", "--bare", "--", NULL);
    assert_int_equal(asked.err, 0);
    assert_int_equal(asked.file_count, 4);
    assert_string_equal(asked.files[0], "one");
    assert_string_equal(asked.files[1], "-");
    assert_string_equal(asked.files[2], "--bare");
    assert_string_equal(asked.files[3], "--");
    assert_int_equal(asked.own.count, 1);
}

/* The first one ends within a word; what is left of it is not read next. */
static void reading_may_be_done_again_after_a_refusal(void **state)
{
    struct asked asked;
    (void)state;

    ASK(&asked, "-Zb", NULL);
    assert_refused(&asked, "-Z", "no such option");
    ASK(&asked, "one", "-a1", NULL);
    assert_int_equal(asked.err, 0);
    assert_int_equal(asked.own.count, 1);
    assert_ptr_equal(asked.own.row, &own_rows[0]);
    assert_int_equal(asked.file_count, 1);
}

static void a_bad_value_is_told_with_what_belongs_there(void **state)
{
    struct asked asked;
    (void)state;

    ASK(&asked, "-f", "bread", NULL);
    assert_refused(&asked, "--fussy",
                   "\"bread\" is not WORD (what it would like)");
}

static void nothing_is_read_behind_a_bad_value(void **state)
{
    struct asked asked;
    (void)state;

    ASK(&asked, "-f", "bread", "-b", "one", NULL);
    assert_int_equal(asked.own.count, 0);
    assert_int_equal(asked.file_count, 0);
    fault_release(&asked.fault);
}

static void what_is_not_built_yet_says_so(void **state)
{
    struct asked asked;
    (void)state;

    ASK(&asked, "-p", NULL);
    assert_refused(&asked, "--planned", "does not have it yet");
}

static void memory_that_ran_out_is_no_wrong_usage(void **state)
{
    struct asked asked;
    (void)state;

    ASK(&asked, "--greedy", NULL);
    assert_int_equal(gpg_err_code(asked.err), GPG_ERR_ENOMEM);
    assert_int_equal(asked.fault.what, FAULT_NO_MEMORY);
    fault_release(&asked.fault);
}

static void an_argument_too_many_or_too_few_is_told(void **state)
{
    struct asked asked;
    (void)state;

    ASK(&asked, "--bare=yes", NULL);
    assert_refused(&asked, "--bare=yes", "takes no argument");
    ASK(&asked, "-b", "--apples", NULL);
    assert_refused(&asked, "--apples", "its argument is missing");
    ASK(&asked, "-ba", NULL);
    assert_refused(&asked, "-a", "its argument is missing");
}

/* getopt_long takes a beginning that only one name has. */
static void a_beginning_that_fits_two_names_is_refused(void **state)
{
    struct asked asked;
    (void)state;

    ASK(&asked, "--app", "5", NULL);
    assert_int_equal(asked.err, 0);
    assert_ptr_equal(asked.own.row, &own_rows[0]);
    ASK(&asked, "--a", "5", NULL);
    assert_refused(&asked, "--a", "no such option");
}

/* Names have 22 columns; a longer one has a line of its own. */
static void the_help_has_what_is_built_and_what_it_does(void **state)
{
    struct target target = {.count = 0};
    const struct option_rows parts[] = {{own_rows, 3, &target},
                                        {shared_rows, 3, &target}};
    const struct option_table table = {parts, 2, add_file, NULL};
    char *bytes = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&bytes, &length);
    (void)state;

    assert_non_null(stream);
    option_table_print(&table, stream);
    fclose(stream);
    assert_string_equal(bytes,
                        "  -a, --apples N      how many apples there are\n"
                        "  -b, --bare          nothing behind it\n"
                        "  -f, --fussy WORD    what it would like\n"
                        "  -g, --greedy        all memory\n"
                        "      --a-name-longer-than-it-is-wide N\n"
                        "                      its own line\n");
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_may_follow_in_four_ways),
        cmocka_unit_test(each_part_has_its_target),
        cmocka_unit_test(files_come_in_their_order_between_and_behind_options),
        cmocka_unit_test(reading_may_be_done_again_after_a_refusal),
        cmocka_unit_test(a_bad_value_is_told_with_what_belongs_there),
        cmocka_unit_test(nothing_is_read_behind_a_bad_value),
        cmocka_unit_test(what_is_not_built_yet_says_so),
        cmocka_unit_test(memory_that_ran_out_is_no_wrong_usage),
        cmocka_unit_test(an_argument_too_many_or_too_few_is_told),
        cmocka_unit_test(a_beginning_that_fits_two_names_is_refused),
        cmocka_unit_test(the_help_has_what_is_built_and_what_it_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
