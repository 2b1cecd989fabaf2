/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/format and of the reports themselves, which are compared
 * byte for byte with golden ones.  Each golden report was read by a person
 * before it was kept: on a mismatch both are printed, to be read again. */
#include "report/format.h"

#include "base/text.h"
#include "base/units.h"
#include "close.h"
#include "model/run.h"
#include "model/run_file.h"
#include "sample_run.h"
#include "written.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct view plain_view = {0};

static void assert_sample_golden(enum sample_run which, const char *name)
{
    char *report = written_sample(which, &plain_view);

    assert_golden(report, name);
    free(report);
}

static void the_report_of_a_full_run_is_the_golden_one(void **state)
{
    (void)state;
    assert_sample_golden(SAMPLE_RUN_FULL, "full");
}

static void a_failed_cell_has_words_and_no_figures(void **state)
{
    (void)state;
    assert_sample_golden(SAMPLE_RUN_DISK_FULL, "disk_full");
}

static void single_samples_have_no_spread(void **state)
{
    (void)state;
    assert_sample_golden(SAMPLE_RUN_SINGLE, "single");
}

static void an_engine_without_agent_has_dashes_for_it(void **state)
{
    (void)state;
    assert_sample_golden(SAMPLE_RUN_NO_AGENT, "no_agent");
}

static void several_engines_are_named_in_the_headings(void **state)
{
    (void)state;
    assert_sample_golden(SAMPLE_RUN_TWO, "two");
}

static void a_run_that_knows_nothing_claims_nothing(void **state)
{
    (void)state;
    assert_sample_golden(SAMPLE_RUN_EMPTY, "empty");
}

static void assert_narrow_and_ascii(const char *report)
{
    size_t column = 0;

    for (const char *c = report; *c; c++) {
        const bool ends = *c == '\n';
        if (!ends && (*c < ' ' || *c > '~'))
            fail_msg("byte %02x in\n%s", (unsigned)(unsigned char)*c, report);
        column = ends ? 0 : column + 1;
        if (column > 80)
            fail_msg("a line is wider than 80 columns in\n%s", report);
    }
}

static void no_line_is_wider_than_80_columns_and_all_is_ascii(void **state)
{
    static const char *const units[] = {NULL, "ns", "us", "ms", "s"};

    (void)state;
    for (int which = SAMPLE_RUN_FULL; which <= SAMPLE_RUN_EMPTY; which++)
        for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
            const struct view view = {
                .unit = units[u] ? units_find_time(units[u]) : NULL};
            char *report = written_sample((enum sample_run)which, &view);
            assert_narrow_and_ascii(report);
            free(report);
        }
}

static void the_default_report_is_no_longer_than_45_lines(void **state)
{
    size_t lines = 0;

    (void)state;
    char *report = written_sample(SAMPLE_RUN_FULL, &plain_view);
    for (const char *c = report; *c; c++)
        lines += *c == '\n';
    assert_in_range(lines, 20, 45);
    free(report);
}

static void no_report_holds_nan_inf_or_a_negative_number(void **state)
{
    (void)state;
    for (int which = SAMPLE_RUN_FULL; which <= SAMPLE_RUN_EMPTY; which++) {
        char *report = written_sample((enum sample_run)which, &plain_view);
        assert_null(strstr(report, "nan"));
        assert_null(strstr(report, "inf"));
        for (const char *c = strstr(report, " -"); c; c = strstr(c + 1, " -"))
            assert_null(strchr("0123456789.", c[2] ? c[2] : '0'));
        free(report);
    }
}

static void a_unit_that_is_asked_for_is_used(void **state)
{
    const struct view view = {.unit = units_find_time("us")};

    (void)state;
    char *report = written_sample(SAMPLE_RUN_FULL, &view);
    assert_non_null(strstr(report, "times in us"));
    assert_null(strstr(report, "times in ms"));
    assert_non_null(strstr(report, "takes 2070 us"));
    free(report);
}

/* REPORT without "ESC [ … m"; returns how many there were. */
static size_t strip_escapes(char *report)
{
    size_t count = 0;
    char *to = report;

    for (const char *from = report; *from;) {
        if (*from != '\x1b') {
            *to++ = *from++;
            continue;
        }
        from = strchr(from, 'm') + 1;
        count++;
    }
    *to = '\0';
    return count;
}

static void colour_adds_escapes_and_changes_nothing_else(void **state)
{
    const struct view view = {.color = true};

    (void)state;
    char *plain = written_sample(SAMPLE_RUN_DISK_FULL, &plain_view);
    char *coloured = written_sample(SAMPLE_RUN_DISK_FULL, &view);
    assert_null(strchr(plain, '\x1b'));
    assert_non_null(strstr(coloured, "\x1b[31mdisk full\x1b[0m\n"));
    assert_true(strip_escapes(coloured) >= 6);
    assert_string_equal(coloured, plain);
    free(plain);
    free(coloured);
}

static void control_characters_in_names_are_made_visible(void **state)
{
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_DISK_FULL, &run);
    char **const strings[] = {
        &run.program,
        &run.started,
        &run.machine.cpu,
        &run.machine.governor,
        &run.machine.release,
        &run.machine.work_dir_filesystem,
        &run.engines[0].name,
        &run.engines[0].path,
        &run.engines[0].agent_version,
        &run.engines[0].libgcrypt.hwflist,
        &run.keys[0].name,
        &run.keys[0].algorithm,
        &run.fixtures[0].name,
        &run.settings.cipher,
        &run.series[8].failure.words,
        &run.series[8].failure.error,
    };
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
        free(*strings[i]);
        *strings[i] = strdup("\x1b[2J\n");
    }
    char *report = written_run(&run, "text", &plain_view);
    assert_null(strchr(report, '\x1b'));
    assert_non_null(strstr(report, "\\x1b[2J\\x0a, 17,983 bytes"));
    assert_narrow_and_ascii(report);
    free(report);
    run_release(&run);
}

static void a_name_of_blanks_is_seen(void **state)
{
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    free(run.fixtures[0].name);
    run.fixtures[0].name = strdup(" ");
    char *report = written_run(&run, "text", &plain_view);
    assert_non_null(strstr(report, "\n' ', 17,983 bytes, times in ms\n"));
    free(report);
    run_release(&run);
}

static void json_is_the_run_file(void **state)
{
    struct run run;
    char *bytes = NULL;
    size_t length = 0;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    FILE *stream = open_memstream(&bytes, &length);
    assert_int_equal(run_file_write(&run, stream), 0);
    fclose(stream);
    char *json = written_run(&run, "json", &plain_view);
    assert_string_equal(json, bytes);
    assert_non_null(strstr(json, "\"schema\""));
    free(json);
    free(bytes);
    run_release(&run);
}

static void a_report_that_cannot_be_written_is_an_error(void **state)
{
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    for (size_t i = 0; format_at(i); i++) {
        FILE *full = fopen("/dev/full", "w");
        assert_non_null(full);
        const gpg_error_t err = format_at(i)->write(&run, &plain_view, full);
        fclose(full);
        assert_int_equal(gpg_err_code(err), GPG_ERR_ENOSPC);
    }
    run_release(&run);
}

static void formats_are_found_by_name(void **state)
{
    (void)state;
    assert_ptr_equal(format_find("text"), format_at(0));
    assert_ptr_equal(format_find("json"), format_at(1));
    assert_ptr_equal(format_find("csv"), format_at(2));
    for (size_t i = 0; format_at(i); i++)
        assert_ptr_equal(format_find(format_at(i)->name), format_at(i));
    assert_null(format_find("tex"));
    assert_null(format_find(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_report_of_a_full_run_is_the_golden_one),
        cmocka_unit_test(a_failed_cell_has_words_and_no_figures),
        cmocka_unit_test(single_samples_have_no_spread),
        cmocka_unit_test(an_engine_without_agent_has_dashes_for_it),
        cmocka_unit_test(several_engines_are_named_in_the_headings),
        cmocka_unit_test(a_run_that_knows_nothing_claims_nothing),
        cmocka_unit_test(no_line_is_wider_than_80_columns_and_all_is_ascii),
        cmocka_unit_test(the_default_report_is_no_longer_than_45_lines),
        cmocka_unit_test(no_report_holds_nan_inf_or_a_negative_number),
        cmocka_unit_test(a_unit_that_is_asked_for_is_used),
        cmocka_unit_test(colour_adds_escapes_and_changes_nothing_else),
        cmocka_unit_test(control_characters_in_names_are_made_visible),
        cmocka_unit_test(a_name_of_blanks_is_seen),
        cmocka_unit_test(json_is_the_run_file),
        cmocka_unit_test(a_report_that_cannot_be_written_is_an_error),
        cmocka_unit_test(formats_are_found_by_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
