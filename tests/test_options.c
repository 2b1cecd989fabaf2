/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of cli/options.  Names and defaults are those of the table of
 * options that scripts outside the project rely on, see doc/. */
#include "asked.h"

#include "base/units.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

static void the_defaults_are_those_of_the_manual(void **state)
{
    struct asked asked;
    const struct plan *plan = &asked.options.plan;
    const struct settings *settings = &plan->settings;
    (void)state;

    ASK(&asked, NULL);
    assert_asked_accepted(&asked);
    assert_int_equal(plan->engine_count, 0);
    assert_null(plan->work_dir);
    assert_int_equal(plan->keys.count, 0);
    assert_int_equal(plan->files.count, 0);
    assert_int_equal(plan->copies_count, 2);
    assert_int_equal(plan->copies[0], 1);
    assert_int_equal(plan->copies[1], 20);
    assert_int_equal(settings->runs, 0);
    assert_int_equal(settings->min_runs, 6);
    assert_int_equal(settings->max_runs, 60);
    assert_close(settings->precision_pct, 3);
    assert_close(settings->max_time_s, 15);
    assert_int_equal(settings->warmup, 1);
    assert_close(settings->timeout_s, 300);
    assert_string_equal(settings->data, "file");
    assert_string_equal(settings->cache, "cold");
    assert_string_equal(settings->pool, "warm");
    assert_string_equal(settings->cipher, "AES128");
    assert_string_equal(settings->compress, "default");
    assert_false(settings->armor);
    assert_true(settings->seed <= INT64_MAX);
    assert_string_equal(asked.options.shown.format->name, "text");
    assert_string_equal(asked.options.shown.color, "auto");
    assert_int_equal(asked.options.shown.level, SAY_NORMAL);
    assert_int_equal(asked.options.shown.export_count, 0);
    assert_null(asked.options.shown.view.unit);
    assert_false(asked.options.shown.asks_help);
    assert_false(asked.options.shown.asks_version);
    asked_release(&asked);
}

static void numbers_and_times_go_where_they_belong(void **state)
{
    struct asked asked;
    const struct settings *settings = &asked.options.plan.settings;
    (void)state;

    ASK(&asked, "--runs=7", "--min-runs", "8", "--max-runs=9", "--precision",
        "1.5%", "--max-time=500ms", "--warmup=0", "--timeout", "2min",
        "--seed=9223372036854775807", NULL);
    assert_asked_accepted(&asked);
    assert_int_equal(settings->runs, 7);
    assert_int_equal(settings->min_runs, 8);
    assert_int_equal(settings->max_runs, 9);
    assert_close(settings->precision_pct, 1.5);
    assert_close(settings->max_time_s, 0.5);
    assert_int_equal(settings->warmup, 0);
    assert_close(settings->timeout_s, 120);
    assert_true(settings->seed == INT64_MAX);
    asked_release(&asked);
}

static void letters_are_short_for_options(void **state)
{
    struct asked asked;
    const struct plan *plan = &asked.options.plan;
    (void)state;

    ASK(&asked, "-r5", "-m", "2", "-M4", "-w", "3", "-kone", "-k", "two",
        "-x3,x4,5x", "-osign", "-fjson", "-uus", "-v", NULL);
    assert_asked_accepted(&asked);
    assert_int_equal(plan->settings.runs, 5);
    assert_int_equal(plan->settings.min_runs, 2);
    assert_int_equal(plan->settings.max_runs, 4);
    assert_int_equal(plan->settings.warmup, 3);
    assert_int_equal(plan->keys.count, 2);
    assert_string_equal(plan->keys.item[0], "one");
    assert_string_equal(plan->keys.item[1], "two");
    assert_int_equal(plan->copies_count, 3);
    assert_int_equal(plan->copies[0], 3);
    assert_int_equal(plan->copies[1], 4);
    assert_int_equal(plan->copies[2], 5);
    assert_true(plan->operations[OPERATION_SIGN]);
    assert_false(plan->operations[OPERATION_VERIFY]);
    assert_string_equal(asked.options.shown.format->name, "json");
    assert_string_equal(asked.options.shown.view.unit->name, "us");
    assert_int_equal(asked.options.shown.level, SAY_VERBOSE);
    asked_release(&asked);
}

/* 6 and 60 are the defaults. */
static void a_default_of_runs_yields_to_what_was_given(void **state)
{
    struct asked asked;
    const struct settings *settings = &asked.options.plan.settings;
    (void)state;

    ASK(&asked, "-M3", NULL);
    assert_asked_accepted(&asked);
    assert_int_equal(settings->min_runs, 3);
    assert_int_equal(settings->max_runs, 3);
    asked_release(&asked);
    ASK(&asked, "-m100", NULL);
    assert_asked_accepted(&asked);
    assert_int_equal(settings->min_runs, 100);
    assert_int_equal(settings->max_runs, 100);
    asked_release(&asked);
    ASK(&asked, "-r1", "-m9", "-M8", NULL);
    assert_asked_accepted(&asked);
    asked_release(&asked);
}

static void only_chooses_operations(void **state)
{
    struct asked asked;
    const bool *operations = asked.options.plan.operations;
    (void)state;

    ASK(&asked, "--only=decrypt,start", NULL);
    assert_asked_accepted(&asked);
    for (int o = 0; o < OPERATION_COUNT; o++)
        assert_int_equal(operations[o],
                         o == OPERATION_DECRYPT || o == OPERATION_START);
    asked_release(&asked);
}

static void an_engine_may_have_a_name_and_an_environment(void **state)
{
    struct asked asked;
    const struct plan *plan = &asked.options.plan;
    (void)state;

    ASK(&asked, "-e", "new=/opt/gpg,LD_LIBRARY_PATH=/opt/lib,A1=b=c", NULL);
    assert_asked_accepted(&asked);
    assert_int_equal(plan->engine_count, 1);
    const struct plan_engine *engine = plan->engines;
    assert_string_equal(engine->name, "new");
    assert_string_equal(engine->path, "/opt/gpg");
    assert_int_equal(engine->environment.count, 2);
    assert_string_equal(engine->environment.item[0],
                        "LD_LIBRARY_PATH=/opt/lib");
    assert_string_equal(engine->environment.item[1], "A1=b=c");
    asked_release(&asked);
    /* A path may hold "=" itself. */
    ASK(&asked, "--engine=/a=b/gpg", NULL);
    assert_asked_accepted(&asked);
    assert_string_equal(plan->engines[0].path, "/a=b/gpg");
    asked_release(&asked);
}

static void places_and_ways_of_showing_are_taken(void **state)
{
    struct asked asked;
    const struct view_options *shown = &asked.options.shown;
    (void)state;

    ASK(&asked, "--work-dir=/mnt", "--cache=warm", "--data=file",
        "--probe=never", "--export-json=a", "--export-text", "b",
        "--export-json", "c", "--color=never", "-q", NULL);
    assert_asked_accepted(&asked);
    assert_string_equal(asked.options.plan.work_dir, "/mnt");
    assert_string_equal(asked.options.plan.settings.cache, "warm");
    assert_int_equal(shown->export_count, 3);
    assert_string_equal(shown->exports[0].format->name, "json");
    assert_string_equal(shown->exports[0].path, "a");
    assert_string_equal(shown->exports[1].format->name, "text");
    assert_string_equal(shown->exports[1].path, "b");
    assert_string_equal(shown->exports[2].path, "c");
    assert_string_equal(shown->color, "never");
    assert_int_equal(shown->level, SAY_QUIET);
    asked_release(&asked);
}

static void options_may_stand_behind_files(void **state)
{
    struct asked asked;
    const struct plan *plan = &asked.options.plan;
    (void)state;

    ASK(&asked, "one", "-r", "5", "two", "-h", "-", "--version", NULL);
    assert_asked_accepted(&asked);
    assert_int_equal(plan->files.count, 3);
    assert_string_equal(plan->files.item[0], "one");
    assert_string_equal(plan->files.item[1], "two");
    assert_string_equal(plan->files.item[2], "-");
    assert_int_equal(plan->settings.runs, 5);
    assert_true(asked.options.shown.asks_help);
    assert_true(asked.options.shown.asks_version);
    asked_release(&asked);
}

static void posixly_correct_changes_nothing(void **state)
{
    struct asked asked;
    (void)state;

    setenv("POSIXLY_CORRECT", "1", 1);
    ASK(&asked, "one", "-r5", NULL);
    unsetenv("POSIXLY_CORRECT");
    assert_asked_accepted(&asked);
    assert_int_equal(asked.options.plan.files.count, 1);
    assert_int_equal(asked.options.plan.settings.runs, 5);
    asked_release(&asked);
}

static void two_dashes_end_the_options(void **state)
{
    struct asked asked;
    const struct plan *plan = &asked.options.plan;
    (void)state;

    ASK(&asked, "-r5", "--", "--runs", "--", NULL);
    assert_asked_accepted(&asked);
    assert_int_equal(plan->files.count, 2);
    assert_string_equal(plan->files.item[0], "--runs");
    assert_string_equal(plan->files.item[1], "--");
    assert_int_equal(plan->settings.runs, 5);
    asked_release(&asked);
}

/* What this version does not have says so by name. */
static void every_option_of_the_manual_is_known(void **state)
{
    static const char *const words[] = {
        "--engine=gpg",    "--key=dsa1024",   "--generate=rsa1024",
        "--copies=1",      "--only=sign",     "--runs=1",
        "--min-runs=1",    "--max-runs=60",   "--precision=1",
        "--max-time=1",    "--warmup=1",      "--timeout=1",
        "--data=memory",   "--cache=warm",    "--pool=cold",
        "--work-dir=.",    "--home-dir=.",    "--import=file",
        "--cipher=AES256", "--digest=SHA512", "--compress=none",
        "--armor",         "--gpg-option=x",  "--probe=separate",
        "--seed=1",        "--format=json",   "--export-json=f",
        "--export-text=f", "--budget",        "--time-unit=ms",
        "--verbose",       "--quiet",         "--color=always",
        "--help",          "--version",
    };
    (void)state;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct asked asked;
        ASK(&asked, words[i], NULL);
        if (asked.err) {
            const size_t length = strcspn(words[i], "=");
            assert_int_equal(strlen(asked.fault.thing), length);
            assert_memory_equal(asked.fault.thing, words[i], length);
            assert_null(strstr(asked.fault.advice, "no such option"));
        }
        asked_release(&asked);
    }
}

/* Only what was built stands there; no line is longer than a terminal. */
static void the_help_fits_80_columns(void **state)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&bytes, &length);
    (void)state;

    assert_non_null(stream);
    options_print_help(stream);
    fclose(stream);
    assert_non_null(strstr(bytes, "--engine"));
    assert_non_null(strstr(bytes, "--export-json"));
    assert_null(strstr(bytes, "(null)"));
    for (const char *line = bytes; *line != '\0';) {
        const size_t columns = strcspn(line, "\n");
        if (columns >= 80)
            fail_msg("%zu columns: %.*s", columns, (int)columns, line);
        line += columns + (line[columns] == '\n' ? 1 : 0);
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_defaults_are_those_of_the_manual),
        cmocka_unit_test(numbers_and_times_go_where_they_belong),
        cmocka_unit_test(letters_are_short_for_options),
        cmocka_unit_test(a_default_of_runs_yields_to_what_was_given),
        cmocka_unit_test(only_chooses_operations),
        cmocka_unit_test(an_engine_may_have_a_name_and_an_environment),
        cmocka_unit_test(places_and_ways_of_showing_are_taken),
        cmocka_unit_test(options_may_stand_behind_files),
        cmocka_unit_test(posixly_correct_changes_nothing),
        cmocka_unit_test(two_dashes_end_the_options),
        cmocka_unit_test(every_option_of_the_manual_is_known),
        cmocka_unit_test(the_help_fits_80_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
