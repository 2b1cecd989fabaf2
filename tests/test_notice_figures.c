/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/notice_figures, on the records of sample_run changed in one
 * point. */
#include "noticed_run.h"

#include "close.h"
#include "sample_run.h"

#include <string.h>

static void more_cpu_than_the_cpus_can_give_is_told(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    assert_null(noticed_run_find(&noticed, NOTICE_CPU_ABOVE_REAL));
    struct series *series =
        sample_run_find(&noticed.run, "gpg/dsa1024/sign/COPYING/x1");
    for (size_t i = 0; i < series->sample_count; i++)
        sample_set(&series->samples[i], METRIC_CPU, 3 * 4690000);
    assert_notice_says(noticed_run_find(&noticed, NOTICE_CPU_ABOVE_REAL),
                       "1.50 times", "trust");
    noticed_run_release(&noticed);
}

static void copies_that_compress_away_are_told(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    /* 10,451 / 7,181 bytes; a signature grows 18 times and is no matter. */
    const struct notice *notice = noticed_run_find(&noticed, NOTICE_COPIES);
    assert_notice_says(notice, "encrypt/COPYING/x20 writes only 1.5 times",
                       "--compress none");
    assert_int_equal(notice->cells, 1);
    noticed_run_release(&noticed);
}

static void copies_are_held_against_the_smallest_size(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    for (size_t i = 0; i < noticed.run.series_count; i++)
        if (noticed.run.series[i].cell.copies == 1)
            noticed.run.series[i].cell.copies = 2;
    assert_notice_says(noticed_run_find(&noticed, NOTICE_COPIES),
                       "1.5 times the bytes of x2: not 10 times the work",
                       "--compress");
    noticed_run_release(&noticed);
}

static void copies_of_nothing_are_no_matter(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_TWO);
    assert_null(noticed_run_find(&noticed, NOTICE_COPIES));
    noticed_run_release(&noticed);
}

static void a_split_by_ticks_is_told_once_and_names_the_tick(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    const struct notice *notice = noticed_run_find(&noticed, NOTICE_SPLIT);
    assert_notice_says(notice, "tick of 4 ms", "sum");
    assert_int_equal(notice->cells, 9);
    assert_non_null(strstr(notice->words, "10 ticks"));

    noticed.run.machine.cpu_tick_ns = 1000; /* all is far above ten of these */
    for (size_t i = 0; i < noticed.run.series_count; i++)
        for (size_t s = 0; s < noticed.run.series[i].sample_count; s++)
            sample_set(&noticed.run.series[i].samples[s], METRIC_SYS, 900000);
    assert_null(
        strstr(noticed_run_find(&noticed, NOTICE_SPLIT)->words, "10 ticks"));
    noticed_run_release(&noticed);
}

static void a_split_that_was_not_measured_needs_no_notice(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    noticed.run.engines[0].agent_user_share = NAN;
    for (size_t i = 0; i < noticed.run.series_count; i++)
        for (size_t s = 0; s < noticed.run.series[i].sample_count; s++)
            noticed.run.series[i].samples[s].have &=
                ~(UINT64_C(1) << METRIC_USER);
    assert_null(noticed_run_find(&noticed, NOTICE_SPLIT));
    noticed_run_release(&noticed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_cpu_than_the_cpus_can_give_is_told),
        cmocka_unit_test(copies_that_compress_away_are_told),
        cmocka_unit_test(copies_are_held_against_the_smallest_size),
        cmocka_unit_test(copies_of_nothing_are_no_matter),
        cmocka_unit_test(a_split_by_ticks_is_told_once_and_names_the_tick),
        cmocka_unit_test(a_split_that_was_not_measured_needs_no_notice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
