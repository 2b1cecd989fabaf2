/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of the report with budgets, and of the report of a run that has
 * probed samples only.  The golden one was read by a person and held against
 * budget_run, whose middle samples are 1 thousandth above the median:
 * wobbles of -3, 1, 2 and 4. */
#include "report/format.h"

#include "base/text.h"
#include "base/units.h"
#include "budget_run.h"
#include "close.h"
#include "model/run.h"
#include "sample_run.h"
#include "written.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *format_budgets(const struct time_unit *unit)
{
    const struct view view = {.unit = unit, .budget = true};
    struct run run;

    budget_run_make(&run);
    char *report = written_run(&run, "text", &view);
    run_release(&run);
    return report;
}

static void the_report_with_budgets_is_the_golden_one(void **state)
{
    char *report = format_budgets(NULL);
    (void)state;

    assert_golden(report, "budget");
    free(report);
}

static void budgets_are_shown_only_where_asked_for(void **state)
{
    const struct view view = {.budget = false};
    struct run run;
    (void)state;

    budget_run_make(&run);
    char *report = written_run(&run, "text", &view);
    assert_null(strstr(report, "--->"));
    assert_null(strstr(report, "where real went"));
    free(report);
    run_release(&run);
}

static void budgets_are_narrow_and_ascii_in_every_unit(void **state)
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    (void)state;

    for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
        char *report = format_budgets(units_find_time(units[u]));
        for (const char *line = report; *line; line += strcspn(line, "\n") + 1)
            assert_in_range(strcspn(line, "\n"), 0, 80);
        for (const char *c = report; *c; c++)
            assert_true(*c == '\n' || (*c >= ' ' && *c <= '~'));
        free(report);
    }
}

/* Where a probe adds nothing, noise makes it less than nothing: no figure. */
static void a_cost_within_the_spreads_is_none_that_shows(void **state)
{
    const struct view view = {.budget = true};
    struct run run;
    (void)state;

    budget_run_make(&run);
    struct series *series =
        sample_run_find(&run, "gpg/dsa1024/sign/COPYING/x1");
    for (size_t i = 0; i < series->sample_count; i++)
        if (!series->samples[i].probed)
            series->samples[i].value[METRIC_REAL] += i % 2 ? 900000 : 1;
    char *report = written_run(&run, "text", &view);
    assert_non_null(
        strstr(report, "probe adds      -       -  none that shows"));
    free(report);
    run_release(&run);
}

static void a_run_without_the_probe_says_so_once(void **state)
{
    const struct view view = {.budget = true};
    struct run run;
    (void)state;

    sample_run_make(SAMPLE_RUN_SINGLE, &run);
    char *report = written_run(&run, "text", &view);
    const char *words = strstr(report, "\nbudget    no sample was taken");
    assert_non_null(words);
    assert_null(strstr(words + 1, "\nbudget"));
    assert_null(strstr(report, "--->"));
    free(report);
    run_release(&run);
}

static void a_failed_cell_has_no_budget(void **state)
{
    const struct view view = {.budget = true};
    struct run run;
    (void)state;

    budget_run_make(&run);
    fault_set(&sample_run_find(&run, "gpg/dsa1024/sign/COPYING/x1")->failure,
              FAULT_TIMEOUT, 0, NULL, NULL);
    char *report = written_run(&run, "text", &view);
    const char *first = strstr(report, "---> ");
    assert_non_null(first);
    assert_memory_equal(first, "---> Verify", strlen("---> Verify"));
    free(report);
    run_release(&run);
}

/* Real, user and sys are then of probed samples, and that is said. */
static void with_probe_always_the_figures_are_of_probed_samples(void **state)
{
    const struct view view = {.budget = true};
    struct run run;
    (void)state;

    budget_run_make(&run);
    free(run.settings.probe);
    run.settings.probe = strdup("always");
    for (size_t i = 0; i < run.series_count; i++)
        for (size_t s = 0; s < run.series[i].sample_count; s++)
            run.series[i].samples[s].probed = true;
    char *report = written_run(&run, "text", &view);
    assert_non_null(strstr(report, "probe always (in all"));
    assert_non_null(strstr(report, "===> Sign     4.70")); /* 24 + 6 samples */
    assert_non_null(strstr(report, "note: every sample of 7 cells was taken "
                                   "with the probe loaded"));
    assert_null(strstr(report, "probe adds"));
    assert_null(strstr(report, "plain median"));
    free(report);
    run_release(&run);
}

/* Compute goes first where the columns have no room. */
static void compute_is_left_out_where_it_has_no_room(void **state)
{
    const struct view view = {.unit = units_find_time("ns")};
    struct run run;
    (void)state;

    budget_run_make(&run);
    char *report = written_run(&run, "text", &view);
    assert_non_null(strstr(report, " flash "));
    assert_null(strstr(report, "compute"));
    free(report);
    run_release(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_report_with_budgets_is_the_golden_one),
        cmocka_unit_test(budgets_are_shown_only_where_asked_for),
        cmocka_unit_test(budgets_are_narrow_and_ascii_in_every_unit),
        cmocka_unit_test(a_cost_within_the_spreads_is_none_that_shows),
        cmocka_unit_test(a_run_without_the_probe_says_so_once),
        cmocka_unit_test(a_failed_cell_has_no_budget),
        cmocka_unit_test(with_probe_always_the_figures_are_of_probed_samples),
        cmocka_unit_test(compute_is_left_out_where_it_has_no_room),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
