/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/survey and of how it is shown, without gpg: the table of
 * facts, and surveys made by hand. */
#include "bench/survey.h"
#include "bench/survey_topic.h"
#include "cli/survey_view.h"

#include "close.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct survey_view plain = {SAY_NORMAL, false, false};

/* What WRITE makes of SURVEY, to be freed. */
static char *shown(gpg_error_t (*write)(const struct survey *,
                                        const struct survey_view *, FILE *),
                   const struct survey *survey, const struct survey_view *view)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&bytes, &length);
    assert_non_null(stream);
    assert_int_equal(write(survey, view, stream), 0);
    assert_int_equal(fclose(stream), 0);
    return bytes;
}

static void assert_shown(const struct survey *survey,
                         const struct survey_view *view, const char *expected)
{
    char *text = shown(survey_view_write_text, survey, view);
    assert_string_equal(text, expected);
    free(text);
}

static void every_fact_has_a_row_and_a_key_of_its_own(void **state)
{
    (void)state;
    for (int f = 0; f < SURVEY_COUNT; f++) {
        const struct survey_row *row = survey_row((enum survey_fact)f);
        assert_non_null(row->key);
        assert_non_null(row->label);
        /* Two columns before it, and one behind, of 20. */
        assert_true(strlen(row->label) <= 17);
        for (const char *c = row->key; *c; c++)
            assert_true(islower(*c) || *c == '_');
        for (int other = 0; other < f; other++)
            assert_string_not_equal(row->key,
                                    survey_row((enum survey_fact)other)->key);
    }
}

static void only_what_is_missing_is_too_little(void **state)
{
    struct survey survey = {.leftovers = {NULL, 0}};
    (void)state;
    assert_true(survey_is_enough(&survey, false));
    survey_set(&survey, SURVEY_GPG, SURVEY_OK, "2.2.40");
    survey_set(&survey, SURVEY_EVICTION, SURVEY_WEAK, "no");
    assert_true(survey_is_enough(&survey, false));
    survey_set(&survey, SURVEY_AGENT, SURVEY_MISSING, "none");
    assert_false(survey_is_enough(&survey, false));
    survey_release(&survey);
    assert_null(survey.entries[SURVEY_AGENT].value);
}

static void a_left_over_is_too_much_only_if_it_was_to_go(void **state)
{
    struct leftover left = {.path = NULL};
    struct survey survey = {.leftovers = {&left, 1}};
    (void)state;
    assert_true(survey_is_enough(&survey, false));
    assert_false(survey_is_enough(&survey, true));
    left.is_removed = true;
    assert_true(survey_is_enough(&survey, true));
}

static void times_have_no_more_digits_than_they_deserve(void **state)
{
    static const struct {
        double ns;
        const char *words;
    } times[] = {
        {1, "1 ns"},       {22.4, "22 ns"},     {1110, "1.1 us"},
        {4000000, "4 ms"}, {3333333, "3.3 ms"}, {11234567, "11 ms"},
        {0, "0 ns"},
    };
    struct survey survey = {.leftovers = {NULL, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        const struct survey_entry *entry =
            &survey.entries[SURVEY_CLOCK_READING];
        survey_set_time(&survey, SURVEY_CLOCK_READING, times[i].ns);
        assert_string_equal(entry->value, times[i].words);
        assert_true(entry->has_number);
        assert_int_equal(entry->number, (int64_t)times[i].ns);
    }
    survey_release(&survey);
}

static void a_fault_gives_words_and_remedy(void **state)
{
    struct survey survey = {.leftovers = {NULL, 0}};
    struct fault fault = {.what = FAULT_NONE};
    (void)state;
    fault_set(&fault, FAULT_NO_AGENT, gpg_error(GPG_ERR_ENOENT),
              "/usr/bin/gpg-agent", "install the package gpg-agent");
    survey_set_fault(&survey, SURVEY_AGENT, &fault);
    const struct survey_entry *entry = &survey.entries[SURVEY_AGENT];
    assert_int_equal(entry->state, SURVEY_MISSING);
    assert_string_equal(
        entry->value,
        "/usr/bin/gpg-agent: no gpg-agent (No such file or directory)");
    assert_string_equal(entry->remedy, "install the package gpg-agent");
    fault_release(&fault);
    survey_release(&survey);
}

/* Two facts in order, one that is weak, one that was not tried. */
static void fill(struct survey *survey)
{
    memset(survey, 0, sizeof *survey);
    survey_set(survey, SURVEY_EVICTION, SURVEY_WEAK, "no: tmpfs");
    survey_set_remedy(survey, SURVEY_EVICTION, "use a disk");
    survey_set(survey, SURVEY_GPG, SURVEY_OK, "2.2.40");
    survey_set_path(survey, SURVEY_GPG, "/usr/bin/\x1bgpg");
    survey_set(survey, SURVEY_GCRYPT_RANDOM, SURVEY_OK, "getentropy");
    survey_set_time(survey, SURVEY_CPU_TICK, 4000000);
}

static void the_text_has_a_line_for_each_fact_and_its_remedy(void **state)
{
    struct survey survey;
    (void)state;
    fill(&survey);
    assert_shown(&survey, &plain,
                 "Methods, each tried here\n"
                 "  evicting input    weak     no: tmpfs\n"
                 "                             remedy: use a disk\n"
                 "\n"
                 "Clocks\n"
                 "  CPU tick          ok       4 ms\n"
                 "\n"
                 "Programs, libraries, data\n"
                 "  gpg               ok       2.2.40, /usr/bin/\\x1bgpg\n"
                 "\n"
                 "Left by killed runs\n"
                 "  left-overs        ok       none\n");
    survey_release(&survey);
}

static void quiet_shows_only_what_is_not_in_order(void **state)
{
    const struct survey_view quiet = {SAY_QUIET, false, false};
    struct survey survey;
    (void)state;
    fill(&survey);
    assert_shown(&survey, &quiet,
                 "Methods, each tried here\n"
                 "  evicting input    weak     no: tmpfs\n"
                 "                             remedy: use a disk\n");
    survey_release(&survey);
    assert_shown(&survey, &quiet, "");
}

static void verbose_shows_details_too(void **state)
{
    const struct survey_view verbose = {SAY_VERBOSE, false, false};
    struct survey survey;
    (void)state;
    fill(&survey);
    char *text = shown(survey_view_write_text, &survey, &verbose);
    assert_non_null(strstr(text, "    rnd-mod         ok       getentropy\n"));
    free(text);
    survey_release(&survey);
}

static void colour_changes_nothing_else(void **state)
{
    const struct survey_view colored = {SAY_QUIET, true, false};
    struct survey survey;
    (void)state;
    fill(&survey);
    assert_shown(&survey, &colored,
                 "Methods, each tried here\n"
                 "  evicting input    \x1b[33mweak\x1b[0m     no: tmpfs\n"
                 "                             remedy: use a disk\n");
    survey_release(&survey);
}

static void a_left_over_is_named_with_what_runs_for_it(void **state)
{
    struct leftover left = {.path = "/tmp/pgpbench.Dead00",
                            .owner = 12,
                            .processes = {13, 14},
                            .process_count = 2};
    const struct survey survey = {.leftovers = {&left, 1}};
    struct survey_view view = {SAY_QUIET, false, false};
    (void)state;
    assert_shown(&survey, &view,
                 "Left by killed runs\n"
                 "  left-over         weak     /tmp/pgpbench.Dead00 of "
                 "pgpbench 12, which is gone;\n"
                 "                             left running: 13, 14\n"
                 "                             remedy: pgpbench check --clean "
                 "removes it\n");
    view.cleans = true;
    left.is_removed = true;
    assert_shown(&survey, &view,
                 "Left by killed runs\n"
                 "  removed           ok       /tmp/pgpbench.Dead00 of "
                 "pgpbench 12, which is gone;\n"
                 "                             ended: 13, 14\n");
}

static void the_json_has_every_fact(void **state)
{
    struct survey survey;
    (void)state;
    fill(&survey);
    char *json = shown(survey_view_write_json, &survey, &plain);
    for (int f = 0; f < SURVEY_COUNT; f++) {
        char key[64];
        snprintf(key, sizeof key, "\"%s\": {",
                 survey_row((enum survey_fact)f)->key);
        assert_non_null(strstr(json, key));
    }
    assert_non_null(strstr(json, "\"works\": true"));
    assert_non_null(strstr(json, "\"ns\": 4000000"));
    assert_non_null(strstr(json, "\"remedy\": \"use a disk\""));
    free(json);
    survey_release(&survey);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fact_has_a_row_and_a_key_of_its_own),
        cmocka_unit_test(only_what_is_missing_is_too_little),
        cmocka_unit_test(a_left_over_is_too_much_only_if_it_was_to_go),
        cmocka_unit_test(times_have_no_more_digits_than_they_deserve),
        cmocka_unit_test(a_fault_gives_words_and_remedy),
        cmocka_unit_test(the_text_has_a_line_for_each_fact_and_its_remedy),
        cmocka_unit_test(quiet_shows_only_what_is_not_in_order),
        cmocka_unit_test(verbose_shows_details_too),
        cmocka_unit_test(colour_changes_nothing_else),
        cmocka_unit_test(a_left_over_is_named_with_what_runs_for_it),
        cmocka_unit_test(the_json_has_every_fact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
