/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/notice: what it says of the probe and by it.  The records
 * are those of budget_run changed in one point. */
#include "report/notice.h"

#include "budget_run.h"
#include "close.h"
#include "model/run.h"
#include "sample_run.h"

#include <stdlib.h>
#include <string.h>

#define SIGN    "gpg/dsa1024/sign/COPYING/x1"
#define ENCRYPT "gpg/dsa1024/encrypt/COPYING/x20"

/* "WORDS; ADVICE" of the one notice of KIND about RUN, to be freed; NULL if
 * there is none. */
static char *find(const struct run *run, enum notice_kind kind)
{
    struct notice_list list = {0};
    char *found = NULL;

    assert_int_equal(notice_collect(run, &list), 0);
    for (size_t i = 0; i < list.count; i++) {
        const struct notice *notice = &list.notices[i];
        if (notice->kind != kind)
            continue;
        assert_null(found);
        assert_non_null(notice->advice);
        assert_true(asprintf(&found, "%s; %s", notice->words, notice->advice) >=
                    0);
        /* Two lines of the report. */
        assert_in_range(strlen(found), 20, 147);
    }
    notice_list_release(&list);
    return found;
}

static void assert_says(const struct run *run, enum notice_kind kind,
                        const char *words)
{
    char *found = find(run, kind);

    if (!found || !strstr(found, words))
        fail_msg("\"%s\" does not say \"%s\"", found ? found : "(nothing)",
                 words);
    free(found);
}

static void assert_silent(const struct run *run, enum notice_kind kind)
{
    char *found = find(run, kind);

    if (found)
        fail_msg("\"%s\" should not be said", found);
}

static void ask_probe(struct run *run, const char *use)
{
    free(run->settings.probe);
    run->settings.probe = strdup(use);
}

/* Set METRIC in the probed samples of the cell NAME to PCT of real. */
static void set_share(struct run *run, const char *name, enum metric metric,
                      int64_t pct)
{
    struct series *series = sample_run_find(run, name);

    for (size_t i = 0; i < series->sample_count; i++) {
        struct sample *sample = &series->samples[i];
        if (sample->probed)
            sample_set(sample, metric, sample->value[METRIC_REAL] * pct / 100);
    }
}

/* budget_run has one cell of which the probe told nothing. */
static void a_probe_that_did_not_load_is_told_for_its_engine(void **state)
{
    struct run run;
    (void)state;

    budget_run_make(&run);
    assert_says(&run, NOTICE_PROBE_ABSENT,
                "did not load into gpg (1 cell): entropy and flash are -; a "
                "static or set-uid gpg");
    run_release(&run);
    sample_run_make(SAMPLE_RUN_FULL, &run);
    assert_silent(&run, NOTICE_PROBE_ABSENT);
    run_release(&run);
}

static void each_engine_without_a_probe_has_a_notice(void **state)
{
    struct run run;
    struct notice_list list = {0};
    size_t count = 0;
    (void)state;

    sample_run_make(SAMPLE_RUN_TWO, &run);
    for (size_t i = 0; i < run.series_count; i++)
        run.series[i].samples[0].probed = true;
    assert_int_equal(notice_collect(&run, &list), 0);
    for (size_t i = 0; i < list.count; i++)
        if (list.notices[i].kind == NOTICE_PROBE_ABSENT) {
            assert_int_equal(list.notices[i].engine, count++);
            assert_int_equal(list.notices[i].cells, 2);
        }
    assert_int_equal(count, 2);
    notice_list_release(&list);
    run_release(&run);
}

static void
cells_without_a_probed_sample_are_told_where_some_were_asked(void **state)
{
    struct run run;
    (void)state;

    budget_run_make(&run);
    assert_says(&run, NOTICE_UNPROBED,
                "1 cell without a probed sample (gpg/dsa1024/encrypt/COPYING/"
                "x1): entropy and flash are -; raise --max-time (it was 15 s)");
    ask_probe(&run, "never");
    assert_silent(&run, NOTICE_UNPROBED);
    run_release(&run);
}

/* The probe of sample_run costs 130 us: 6.3 % of the floor's 2070, which is
 * no matter, and 3.4 % of the shortest operation, verify, 3880. */
static void a_probe_that_costs_more_than_a_twentieth_is_told(void **state)
{
    struct run run;
    (void)state;

    sample_run_make(SAMPLE_RUN_FULL, &run);
    assert_silent(&run, NOTICE_PROBE_COST);
    set_share(&run, SIGN, METRIC_REAL, 110);
    /* 4820 x 1.1 x 1.0015 = 5310, and 5310 / 4690 = 1.13. */
    assert_says(&run, NOTICE_PROBE_COST,
                "adds more than 5 % to real in 1 cell (" SIGN ": 13 %)");
    run_release(&run);
}

/* Twice the time in the mean, but of one that took long and others that did
 * not: so few and so different samples show nothing. */
static void a_difference_within_the_noise_is_not_told(void **state)
{
    struct run run;
    (void)state;

    sample_run_make(SAMPLE_RUN_FULL, &run);
    set_share(&run, SIGN, METRIC_REAL, 110);
    for (size_t i = 0; i < run.series_count; i++) {
        struct series *series = &run.series[i];
        size_t probed = 0;
        for (size_t s = 0; s < series->sample_count; s++)
            if (series->samples[s].probed && probed++ % 2 == 0)
                series->samples[s].value[METRIC_REAL] /= 3;
    }
    assert_silent(&run, NOTICE_PROBE_COST);
    run_release(&run);
}

static void much_entropy_or_flash_advises_probe_always(void **state)
{
    struct run run;
    (void)state;

    sample_run_make(SAMPLE_RUN_FULL, &run);
    assert_silent(&run, NOTICE_GULP);
    set_share(&run, SIGN, METRIC_FLASH, 5);
    assert_silent(&run, NOTICE_GULP);
    set_share(&run, SIGN, METRIC_FLASH, 40);
    assert_says(&run, NOTICE_GULP,
                "entropy or flash above 5 % of real in 1 cell (" SIGN
                ": flash 40 %); --probe always ");
    set_share(&run, ENCRYPT, METRIC_ENTROPY, 70);
    assert_says(&run, NOTICE_GULP, "2 cells (" ENCRYPT ": entropy 70 %)");
    run_release(&run);
}

static void with_probe_always_there_is_nothing_left_to_advise(void **state)
{
    struct run run;
    (void)state;

    sample_run_make(SAMPLE_RUN_FULL, &run);
    set_share(&run, SIGN, METRIC_FLASH, 40);
    ask_probe(&run, "always");
    assert_silent(&run, NOTICE_GULP);
    for (size_t i = 0; i < run.series_count; i++)
        for (size_t s = 0; s < run.series[i].sample_count; s++)
            run.series[i].samples[s].probed = true;
    assert_says(&run, NOTICE_PROBED, "every sample of 9 cells");
    assert_silent(&run, NOTICE_PROBE_COST);
    run_release(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_probe_that_did_not_load_is_told_for_its_engine),
        cmocka_unit_test(each_engine_without_a_probe_has_a_notice),
        cmocka_unit_test(
            cells_without_a_probed_sample_are_told_where_some_were_asked),
        cmocka_unit_test(a_probe_that_costs_more_than_a_twentieth_is_told),
        cmocka_unit_test(a_difference_within_the_noise_is_not_told),
        cmocka_unit_test(much_entropy_or_flash_advises_probe_always),
        cmocka_unit_test(with_probe_always_there_is_nothing_left_to_advise),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
