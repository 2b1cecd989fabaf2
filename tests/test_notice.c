/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/notice, on the records of sample_run changed in one
 * point. */
#include "report/notice.h"

#include "close.h"
#include "model/run.h"
#include "sample_run.h"

#include <stdlib.h>
#include <string.h>

struct scene {
    struct run run;
    struct notice_list list;
};

static void begin(struct scene *scene, enum sample_run which)
{
    *scene = (struct scene){0};
    sample_run_make(which, &scene->run);
}

static void end(struct scene *scene)
{
    notice_list_release(&scene->list);
    run_release(&scene->run);
}

/* The one notice of KIND; NULL if there is none. */
static const struct notice *find(struct scene *scene, enum notice_kind kind)
{
    const struct notice *found = NULL;

    notice_list_release(&scene->list);
    assert_int_equal(notice_collect(&scene->run, &scene->list), 0);
    for (size_t i = 0; i < scene->list.count; i++) {
        if (scene->list.notices[i].kind != kind)
            continue;
        assert_null(found);
        found = &scene->list.notices[i];
    }
    return found;
}

static void replace(char **string, const char *with)
{
    free(*string);
    *string = with ? strdup(with) : NULL;
}

static void assert_says(const struct notice *notice, const char *words,
                        const char *advice)
{
    assert_non_null(notice);
    if (!strstr(notice->words, words))
        fail_msg("\"%s\" does not say \"%s\"", notice->words, words);
    if (!advice)
        assert_null(notice->advice);
    else if (!notice->advice || !strstr(notice->advice, advice))
        fail_msg("\"%s\" does not advise \"%s\"",
                 notice->advice ? notice->advice : "(nothing)", advice);
}

static void a_split_by_ticks_is_told_once_and_names_the_tick(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    const struct notice *notice = find(&scene, NOTICE_SPLIT);
    assert_says(notice, "tick of 4 ms", "sum");
    assert_int_equal(notice->cells, 9);
    assert_non_null(strstr(notice->words, "10 ticks"));

    scene.run.machine.cpu_tick_ns = 1000; /* all is far above ten of these */
    for (size_t i = 0; i < scene.run.series_count; i++)
        for (size_t s = 0; s < scene.run.series[i].sample_count; s++)
            sample_set(&scene.run.series[i].samples[s], METRIC_SYS, 900000);
    assert_null(strstr(find(&scene, NOTICE_SPLIT)->words, "10 ticks"));
    end(&scene);
}

static void a_split_that_was_not_measured_needs_no_notice(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    scene.run.engines[0].agent_user_share = NAN;
    for (size_t i = 0; i < scene.run.series_count; i++)
        for (size_t s = 0; s < scene.run.series[i].sample_count; s++)
            scene.run.series[i].samples[s].have &=
                ~(UINT64_C(1) << METRIC_USER);
    assert_null(find(&scene, NOTICE_SPLIT));
    end(&scene);
}

static void too_few_samples_are_counted_and_name_an_example(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    assert_null(find(&scene, NOTICE_FEW_SAMPLES));
    sample_run_find(&scene.run, "gpg/dsa1024/sign/COPYING/x20")->sample_count =
        5;
    sample_run_find(&scene.run, "gpg/dsa1024/verify/COPYING/x1")->sample_count =
        2;
    const struct notice *notice = find(&scene, NOTICE_FEW_SAMPLES);
    assert_says(notice, "2 of 9 cells", "--max-time (it was 15 s)");
    assert_says(notice, "gpg/dsa1024/verify/COPYING/x1: n=2", "--max-time");
    assert_int_equal(notice->cells, 2);
    assert_int_equal(notice->series, 2);
    end(&scene);
}

static void one_sample_is_called_one_without_spread(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_SINGLE);
    assert_says(find(&scene, NOTICE_FEW_SAMPLES), "n=1, no spread",
                "--max-time");
    end(&scene);
}

static void the_advice_names_the_option_that_stood_in_the_way(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_SINGLE);
    scene.run.settings.runs = 1;
    assert_says(find(&scene, NOTICE_FEW_SAMPLES), "n=1", "--runs 6");
    scene.run.settings.runs = 0;
    scene.run.settings.max_runs = 1;
    assert_says(find(&scene, NOTICE_FEW_SAMPLES), "n=1", "--max-runs 6");
    end(&scene);
}

static void a_precision_not_reached_names_the_worst_cell(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_NO_AGENT);
    assert_null(find(&scene, NOTICE_PRECISION));
    scene.run.settings.precision_pct = 0.5;
    /* Eight samples: the interval is their range, 11 + 9 thousandths. */
    assert_says(find(&scene, NOTICE_PRECISION), "+-0.5%", "--max-runs (60)");
    assert_int_equal(find(&scene, NOTICE_PRECISION)->cells, 9);

    struct series *series =
        sample_run_find(&scene.run, "gpg/dsa1024/decrypt/COPYING/x1");
    for (size_t i = 0; i < 4; i++)
        series->samples[i].value[METRIC_REAL] *= 2;
    assert_says(find(&scene, NOTICE_PRECISION), "decrypt/COPYING/x1: +-",
                "--max-time");

    scene.run.settings.runs = 8; /* no precision was asked */
    assert_null(find(&scene, NOTICE_PRECISION));
    end(&scene);
}

static void a_cold_cache_not_got_names_the_file_system(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_NO_AGENT);
    const struct notice *notice = find(&scene, NOTICE_CACHE_WARM);
    assert_says(notice, "tmpfs", "--work-dir");
    assert_int_equal(notice->cells, 8);
    replace(&scene.run.settings.cache, "warm");
    assert_null(find(&scene, NOTICE_CACHE_WARM));
    end(&scene);
}

static void a_home_elsewhere_is_told_in_the_engine_s_words(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    assert_null(find(&scene, NOTICE_HOME_DIR));
    scene.run.engines[0].home_dir_notice = strdup("the home is in\n/tmp");
    assert_says(find(&scene, NOTICE_HOME_DIR), "the home is in\\x0a/tmp",
                "--home-dir");
    assert_int_equal(find(&scene, NOTICE_HOME_DIR)->engine, 0);
    end(&scene);
}

static void weak_accounting_is_told_for_gpg_and_agent(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    struct accounting *accounting = &scene.run.engines[0].accounting;
    assert_null(find(&scene, NOTICE_ACCOUNTING));
    replace(&accounting->agent, "procstat");
    assert_says(find(&scene, NOTICE_ACCOUNTING), "steps of 10 ms", "check");
    replace(&accounting->agent, NULL);
    assert_says(find(&scene, NOTICE_ACCOUNTING),
                "CPU time of gpg-agent cannot be measured", "check");
    replace(&accounting->gpg, NULL);
    assert_says(find(&scene, NOTICE_ACCOUNTING),
                "CPU time of gpg cannot be measured here and is shown as -",
                "check");
    end(&scene);
}

static void an_engine_without_agent_needs_no_account_of_it(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_NO_AGENT);
    assert_null(find(&scene, NOTICE_ACCOUNTING));
    end(&scene);
}

static void an_agent_of_another_version_is_told(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    assert_null(find(&scene, NOTICE_VERSIONS));
    replace(&scene.run.engines[0].agent_version, "2.4.1");
    assert_says(find(&scene, NOTICE_VERSIONS),
                "gpg is 2.2.40 but its gpg-agent is 2.4.1", "install");
    end(&scene);
}

static void too_little_room_is_told_before_anything_is_measured(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    scene.run.machine.work_dir_free_bytes = 405504;
    assert_null(find(&scene, NOTICE_ROOM)); /* all is measured: it did fit */
    for (size_t i = 0; i < scene.run.series_count; i++)
        scene.run.series[i].sample_count = 0;
    const struct notice *notice = find(&scene, NOTICE_ROOM);
    assert_says(notice, "396.0 KiB free", "--work-dir");
    /* 20 copies of 17,983 bytes, three times, and 128 KiB: 1,210,052. */
    assert_non_null(strstr(notice->words, "1.2 MiB"));
    assert_int_equal(notice->cells, 4);
    scene.run.machine.work_dir_free_bytes = 1210052;
    assert_null(find(&scene, NOTICE_ROOM));
    scene.run.machine.work_dir_free_bytes = -1; /* not known */
    assert_null(find(&scene, NOTICE_ROOM));
    end(&scene);
}

static void more_than_half_the_cpus_busy_is_a_loaded_machine(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    scene.run.machine.load[0] = 1.0;
    assert_null(find(&scene, NOTICE_LOAD));
    scene.run.machine.load[0] = 1.3;
    assert_says(find(&scene, NOTICE_LOAD), "load 1.3 on 2 CPUs", "stop");
    scene.run.machine.load[0] = NAN;
    assert_null(find(&scene, NOTICE_LOAD));
    end(&scene);
}

/* Half of the CPUs, and one and a half for ourselves. */
static void
load_beyond_our_own_work_is_a_machine_busy_during_the_run(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    scene.run.machine.load[1] = 2.5;
    assert_null(find(&scene, NOTICE_LOAD_DURING));
    scene.run.machine.load[1] = 2.6;
    assert_says(find(&scene, NOTICE_LOAD_DURING), "load 2.6 on 2 CPUs", "stop");
    assert_null(find(&scene, NOTICE_LOAD));
    scene.run.machine.load[0] = 1.3; /* and before: said once */
    assert_null(find(&scene, NOTICE_LOAD_DURING));
    assert_non_null(find(&scene, NOTICE_LOAD));
    scene.run.machine.load[0] = NAN;
    scene.run.machine.load[1] = NAN;
    assert_null(find(&scene, NOTICE_LOAD_DURING));
    end(&scene);
}

static void
a_temperature_that_moved_by_more_than_ten_degrees_is_told(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    assert_null(find(&scene, NOTICE_TEMPERATURE)); /* not known */
    scene.run.machine.celsius[0] = 41;
    scene.run.machine.celsius[1] = 51;
    assert_null(find(&scene, NOTICE_TEMPERATURE));
    scene.run.machine.celsius[1] = 68;
    assert_says(find(&scene, NOTICE_TEMPERATURE), "from 41 to 68 degrees",
                "measure again");
    end(&scene);
}

static void what_a_key_lacks_is_no_failed_cell(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    fault_set(&scene.run.series[3].failure, FAULT_NO_ENCRYPTION_KEY, 0, NULL,
              NULL);
    assert_null(find(&scene, NOTICE_FAILED));
    end(&scene);
}

static void a_frequency_that_moved_by_a_tenth_is_told(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    assert_null(find(&scene, NOTICE_FREQUENCY));
    scene.run.machine.mhz[1] = 1400;
    assert_says(find(&scene, NOTICE_FREQUENCY), "from 2100 to 1400 MHz",
                "cool");
    end(&scene);
}

static void an_interrupted_run_says_so_and_counts_empty_cells(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    assert_null(find(&scene, NOTICE_INCOMPLETE));
    scene.run.complete = false;
    sample_run_find(&scene.run, "gpg/dsa1024/sign/COPYING/x20")->sample_count =
        0;
    assert_says(find(&scene, NOTICE_INCOMPLETE), "stopped before its end",
                "end");
    assert_says(find(&scene, NOTICE_INCOMPLETE),
                "1 cell without a sample (gpg/dsa1024/sign/COPYING/x20)",
                "end");
    end(&scene);
}

static void a_first_sample_stands_out_above_a_fifth_and_all_others(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    assert_null(find(&scene, NOTICE_FIRST_SAMPLE));
    struct series *series =
        sample_run_find(&scene.run, "gpg/dsa1024/sign/COPYING/x1");
    series->samples[0].value[METRIC_REAL] = 2 * 4690000;
    assert_says(find(&scene, NOTICE_FIRST_SAMPLE),
                "gpg/dsa1024/sign/COPYING/x1: 2.0 times", NULL);
    scene.run.settings.warmup = 0;
    assert_says(find(&scene, NOTICE_FIRST_SAMPLE), "1 cell", "--warmup 1");
    series->samples[9].value[METRIC_REAL] = 3 * 4690000;
    assert_null(find(&scene, NOTICE_FIRST_SAMPLE));
    end(&scene);
}

static void failed_cells_are_counted(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_DISK_FULL);
    assert_says(find(&scene, NOTICE_FAILED), "1 of 9 cells failed", NULL);
    assert_int_equal(find(&scene, NOTICE_FAILED)->series, 8);
    end(&scene);
}

static void more_cpu_than_the_cpus_can_give_is_told(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    assert_null(find(&scene, NOTICE_CPU_ABOVE_REAL));
    struct series *series =
        sample_run_find(&scene.run, "gpg/dsa1024/sign/COPYING/x1");
    for (size_t i = 0; i < series->sample_count; i++)
        sample_set(&series->samples[i], METRIC_CPU, 3 * 4690000);
    assert_says(find(&scene, NOTICE_CPU_ABOVE_REAL), "1.50 times", "trust");
    end(&scene);
}

static void copies_that_compress_away_are_told(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    /* 10,451 / 7,181 bytes; a signature grows 18 times and is no matter. */
    const struct notice *notice = find(&scene, NOTICE_COPIES);
    assert_says(notice, "encrypt/COPYING/x20 writes only 1.5 times",
                "--compress none");
    assert_int_equal(notice->cells, 1);
    end(&scene);
}

static void copies_are_held_against_the_smallest_size(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    for (size_t i = 0; i < scene.run.series_count; i++)
        if (scene.run.series[i].cell.copies == 1)
            scene.run.series[i].cell.copies = 2;
    assert_says(find(&scene, NOTICE_COPIES),
                "1.5 times the bytes of x2: not 10 times the work",
                "--compress");
    end(&scene);
}

static void copies_of_nothing_are_no_matter(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_TWO);
    assert_null(find(&scene, NOTICE_COPIES));
    end(&scene);
}

static void a_run_without_plain_samples_is_told(void **state)
{
    struct scene scene;

    (void)state;
    begin(&scene, SAMPLE_RUN_FULL);
    assert_null(find(&scene, NOTICE_PROBED));
    for (size_t i = 0; i < scene.run.series_count; i++)
        for (size_t s = 0; s < scene.run.series[i].sample_count; s++)
            scene.run.series[i].samples[s].probed = true;
    assert_says(find(&scene, NOTICE_PROBED), "9 cells", "--probe never");
    end(&scene);
}

static void every_notice_fits_in_two_lines(void **state)
{
    (void)state;
    for (int which = SAMPLE_RUN_FULL; which <= SAMPLE_RUN_EMPTY; which++) {
        struct scene scene;
        begin(&scene, (enum sample_run)which);
        assert_int_equal(notice_collect(&scene.run, &scene.list), 0);
        assert_true(scene.list.count > 0);
        for (size_t i = 0; i < scene.list.count; i++) {
            const struct notice *notice = &scene.list.notices[i];
            const size_t advice = notice->advice ? strlen(notice->advice) : 0;
            assert_in_range(strlen(notice->words) + advice, 20, 145);
        }
        end(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_split_by_ticks_is_told_once_and_names_the_tick),
        cmocka_unit_test(a_split_that_was_not_measured_needs_no_notice),
        cmocka_unit_test(too_few_samples_are_counted_and_name_an_example),
        cmocka_unit_test(one_sample_is_called_one_without_spread),
        cmocka_unit_test(the_advice_names_the_option_that_stood_in_the_way),
        cmocka_unit_test(a_precision_not_reached_names_the_worst_cell),
        cmocka_unit_test(a_cold_cache_not_got_names_the_file_system),
        cmocka_unit_test(a_home_elsewhere_is_told_in_the_engine_s_words),
        cmocka_unit_test(weak_accounting_is_told_for_gpg_and_agent),
        cmocka_unit_test(an_engine_without_agent_needs_no_account_of_it),
        cmocka_unit_test(an_agent_of_another_version_is_told),
        cmocka_unit_test(too_little_room_is_told_before_anything_is_measured),
        cmocka_unit_test(more_than_half_the_cpus_busy_is_a_loaded_machine),
        cmocka_unit_test(
            load_beyond_our_own_work_is_a_machine_busy_during_the_run),
        cmocka_unit_test(
            a_temperature_that_moved_by_more_than_ten_degrees_is_told),
        cmocka_unit_test(what_a_key_lacks_is_no_failed_cell),
        cmocka_unit_test(a_frequency_that_moved_by_a_tenth_is_told),
        cmocka_unit_test(an_interrupted_run_says_so_and_counts_empty_cells),
        cmocka_unit_test(
            a_first_sample_stands_out_above_a_fifth_and_all_others),
        cmocka_unit_test(failed_cells_are_counted),
        cmocka_unit_test(more_cpu_than_the_cpus_can_give_is_told),
        cmocka_unit_test(copies_that_compress_away_are_told),
        cmocka_unit_test(copies_are_held_against_the_smallest_size),
        cmocka_unit_test(copies_of_nothing_are_no_matter),
        cmocka_unit_test(a_run_without_plain_samples_is_told),
        cmocka_unit_test(every_notice_fits_in_two_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
