/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of cli/options: what is refused, and that the complaint names the
 * option that is meant. */
#include "asked.h"

#include "close.h"

#include <string.h>

static void a_bad_value_names_its_option(void **state)
{
    static const struct {
        const char *option;
        const char *value;
    } bad[] = {
        {"--engine", ""},
        {"--engine", "=gpg"},
        {"--engine", "a="},
        {"--engine", "gpg,NOVALUE"},
        {"--engine", "gpg,=x"},
        {"--key", ""},
        {"--copies", ""},
        {"--copies", "0"},
        {"--copies", "1,"},
        {"--copies", "2,2"},
        {"--copies", "-1"},
        {"--copies", "1;2"},
        {"--copies", "4294967296"},
        {"--only", ""},
        {"--only", "sing"},
        {"--only", "sign,"},
        {"--runs", "0"},
        {"--runs", "1.5"},
        {"--runs", ""},
        {"--runs", "1000001"},
        {"--min-runs", "0"},
        {"--min-runs", "x"},
        {"--max-runs", "0"},
        {"--max-runs", "+5"},
        {"--precision", "0"},
        {"--precision", "-3"},
        {"--precision", "nan"},
        {"--max-time", "0"},
        {"--max-time", "1e999"},
        {"--max-time", "inf"},
        {"--warmup", "-1"},
        {"--warmup", " 1"},
        {"--timeout", "0"},
        {"--timeout", "5 parsecs"},
        {"--data", "disk"},
        {"--cache", "hot"},
        {"--cache", "cold|warm"},
        {"--cache", ""},
        {"--probe", "maybe"},
        {"--work-dir", ""},
        {"--seed", "-1"},
        {"--seed", "9223372036854775808"},
        {"--format", "xml"},
        {"--format", ""},
        {"--time-unit", "h"},
        {"--color", "blue"},
    };
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct asked asked;
        ASK(&asked, bad[i].option, bad[i].value, NULL);
        if (!asked.err)
            fail_msg("%s \"%s\" was taken", bad[i].option, bad[i].value);
        assert_asked_refused(&asked, bad[i].option, bad[i].value);
        asked_release(&asked);
    }
}

/* By its letter, too, it is named in full. */
static void a_letter_with_a_bad_value_names_the_option(void **state)
{
    struct asked asked;
    (void)state;

    ASK(&asked, "-r", "many", NULL);
    assert_asked_refused(&asked, "--runs", "many");
    asked_release(&asked);
}

static void what_is_no_option_is_refused(void **state)
{
    struct asked asked;
    (void)state;

    ASK(&asked, "one", "--frobnicate", "two", NULL);
    assert_asked_refused(&asked, "--frobnicate", "no such option");
    asked_release(&asked);
    ASK(&asked, "-Z", "one", NULL);
    assert_asked_refused(&asked, "-Z", "no such option");
    asked_release(&asked);
    ASK(&asked, "--quiet=yes", NULL);
    assert_int_equal(asked.fault.what, FAULT_USAGE);
    asked_release(&asked);
}

/* Of several letters in one word, the one that is meant. */
static void a_letter_among_others_is_named(void **state)
{
    struct asked asked;
    (void)state;

    ASK(&asked, "-qZv", "one", NULL);
    assert_int_equal(asked.fault.what, FAULT_USAGE);
    assert_non_null(strchr(asked.fault.thing, 'Z'));
    asked_release(&asked);
}

static void a_missing_argument_names_the_option(void **state)
{
    struct asked asked;
    (void)state;

    ASK(&asked, "one", "--runs", NULL);
    assert_asked_refused(&asked, "--runs", "argument is missing");
    asked_release(&asked);
    ASK(&asked, "-r", NULL);
    assert_asked_refused(&asked, "-r", "argument is missing");
    asked_release(&asked);
}

static void min_runs_is_at_most_max_runs(void **state)
{
    struct asked asked;
    (void)state;

    ASK(&asked, "--min-runs=9", "--max-runs=8", NULL);
    assert_asked_refused(&asked, "--min-runs", "--max-runs");
    asked_release(&asked);
}

static void what_gpg_is_spoken_with_by_is_no_line_for_it(void **state)
{
    static const char *const lines[] = {"passphrase-fd 0", "  status-fd\t2",
                                        "homedir /root/.gnupg",
                                        "encrypt-to 12345678", "list-keys"};
    (void)state;

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct asked asked;
        ASK(&asked, "--gpg-option", lines[i], NULL);
        assert_asked_refused(&asked, "--gpg-option", lines[i]);
        asked_release(&asked);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bad_value_names_its_option),
        cmocka_unit_test(a_letter_with_a_bad_value_names_the_option),
        cmocka_unit_test(what_is_no_option_is_refused),
        cmocka_unit_test(a_letter_among_others_is_named),
        cmocka_unit_test(a_missing_argument_names_the_option),
        cmocka_unit_test(min_runs_is_at_most_max_runs),
        cmocka_unit_test(what_gpg_is_spoken_with_by_is_no_line_for_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
