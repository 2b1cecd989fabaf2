/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of cli/first_word. */
#include "cli/first_word.h"

#include "close.h"

#define WORDS_MAX 8

static void assert_found(const char *const *words, int expected)
{
    char *argv[WORDS_MAX + 1] = {"pgpbench"};
    int argc = 1;
    for (; words[argc - 1]; argc++)
        argv[argc] = (char *)words[argc - 1];
    const int found = first_word_find(argc, argv);
    if (found != expected)
        fail_msg("%s …: %d", words[0] ? words[0] : "nothing", found);
}

#define FOUND(expected, ...) \
    assert_found((const char *const[]){__VA_ARGS__, NULL}, expected)

static void options_and_their_values_are_passed_over(void **state)
{
    (void)state;
    FOUND(1, "report", "x.json");
    FOUND(2, "-q", "report", "x.json");
    FOUND(3, "-k", "run", "report");
    FOUND(2, "-krun", "report");
    FOUND(3, "--runs", "5", "run");
    FOUND(2, "--runs=5", "run");
    FOUND(2, "--clean", "check");
    FOUND(3, "-qf", "json", "report");
    FOUND(3, "--time-u", "us", "report");
    FOUND(2, "--no-such", "report");
}

static void behind_two_dashes_stands_no_verb(void **state)
{
    (void)state;
    FOUND(0, "--", "run");
    FOUND(0, "-q", "--", "run");
    FOUND(0, "-q");
    FOUND(0, "-k");
    assert_found((const char *const[]){NULL}, 0);
}

static void the_word_is_brought_to_the_front(void **state)
{
    char *argv[] = {"pgpbench", "-f", "json", "report", "x", NULL};
    (void)state;

    first_word_bring(argv, 3);
    assert_string_equal(argv[1], "report");
    assert_string_equal(argv[2], "-f");
    assert_string_equal(argv[3], "json");
    assert_string_equal(argv[4], "x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_and_their_values_are_passed_over),
        cmocka_unit_test(behind_two_dashes_stands_no_verb),
        cmocka_unit_test(the_word_is_brought_to_the_front),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
