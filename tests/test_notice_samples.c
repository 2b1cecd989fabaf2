/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/notice_samples, on the records of sample_run changed in one
 * point. */
#include "noticed_run.h"

#include "close.h"
#include "sample_run.h"

static void a_run_without_plain_samples_is_told(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    assert_null(noticed_run_find(&noticed, NOTICE_PROBED));
    for (size_t i = 0; i < noticed.run.series_count; i++)
        for (size_t s = 0; s < noticed.run.series[i].sample_count; s++)
            noticed.run.series[i].samples[s].probed = true;
    assert_notice_says(noticed_run_find(&noticed, NOTICE_PROBED), "9 cells",
                       "--probe never");
    noticed_run_release(&noticed);
}

static void too_few_samples_are_counted_and_name_an_example(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    assert_null(noticed_run_find(&noticed, NOTICE_FEW_SAMPLES));
    sample_run_find(&noticed.run, "gpg/dsa1024/sign/COPYING/x20")
        ->sample_count = 5;
    sample_run_find(&noticed.run, "gpg/dsa1024/verify/COPYING/x1")
        ->sample_count = 2;
    const struct notice *notice =
        noticed_run_find(&noticed, NOTICE_FEW_SAMPLES);
    assert_notice_says(notice, "2 of 9 cells", "--max-time (it was 15 s)");
    assert_notice_says(notice, "gpg/dsa1024/verify/COPYING/x1: n=2",
                       "--max-time");
    assert_int_equal(notice->cells, 2);
    assert_int_equal(notice->series, 2);
    noticed_run_release(&noticed);
}

static void one_sample_is_called_one_without_spread(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_SINGLE);
    assert_notice_says(noticed_run_find(&noticed, NOTICE_FEW_SAMPLES),
                       "n=1, no spread", "--max-time");
    noticed_run_release(&noticed);
}

static void the_advice_names_the_option_that_stood_in_the_way(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_SINGLE);
    noticed.run.settings.runs = 1;
    assert_notice_says(noticed_run_find(&noticed, NOTICE_FEW_SAMPLES), "n=1",
                       "--runs 6");
    noticed.run.settings.runs = 0;
    noticed.run.settings.max_runs = 1;
    assert_notice_says(noticed_run_find(&noticed, NOTICE_FEW_SAMPLES), "n=1",
                       "--max-runs 6");
    noticed_run_release(&noticed);
}

static void a_precision_not_reached_names_the_worst_cell(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_NO_AGENT);
    assert_null(noticed_run_find(&noticed, NOTICE_PRECISION));
    noticed.run.settings.precision_pct = 0.5;
    /* Eight samples: the interval is their range, 11 + 9 thousandths. */
    assert_notice_says(noticed_run_find(&noticed, NOTICE_PRECISION), "+-0.5%",
                       "--max-runs (60)");
    assert_int_equal(noticed_run_find(&noticed, NOTICE_PRECISION)->cells, 9);

    struct series *series =
        sample_run_find(&noticed.run, "gpg/dsa1024/decrypt/COPYING/x1");
    for (size_t i = 0; i < 4; i++)
        series->samples[i].value[METRIC_REAL] *= 2;
    assert_notice_says(noticed_run_find(&noticed, NOTICE_PRECISION),
                       "decrypt/COPYING/x1: +-", "--max-time");

    noticed.run.settings.runs = 8; /* no precision was asked */
    assert_null(noticed_run_find(&noticed, NOTICE_PRECISION));
    noticed_run_release(&noticed);
}

static void a_first_sample_stands_out_above_a_fifth_and_all_others(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    assert_null(noticed_run_find(&noticed, NOTICE_FIRST_SAMPLE));
    struct series *series =
        sample_run_find(&noticed.run, "gpg/dsa1024/sign/COPYING/x1");
    series->samples[0].value[METRIC_REAL] = 2 * 4690000;
    assert_notice_says(noticed_run_find(&noticed, NOTICE_FIRST_SAMPLE),
                       "gpg/dsa1024/sign/COPYING/x1: 2.0 times", NULL);
    noticed.run.settings.warmup = 0;
    assert_notice_says(noticed_run_find(&noticed, NOTICE_FIRST_SAMPLE),
                       "1 cell", "--warmup 1");
    series->samples[9].value[METRIC_REAL] = 3 * 4690000;
    assert_null(noticed_run_find(&noticed, NOTICE_FIRST_SAMPLE));
    noticed_run_release(&noticed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_without_plain_samples_is_told),
        cmocka_unit_test(too_few_samples_are_counted_and_name_an_example),
        cmocka_unit_test(one_sample_is_called_one_without_spread),
        cmocka_unit_test(the_advice_names_the_option_that_stood_in_the_way),
        cmocka_unit_test(a_precision_not_reached_names_the_worst_cell),
        cmocka_unit_test(
            a_first_sample_stands_out_above_a_fifth_and_all_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
