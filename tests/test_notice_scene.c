/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/notice_scene, on the records of sample_run changed in one
 * point. */
#include "noticed_run.h"

#include "close.h"
#include "sample_run.h"

#include <string.h>

static void an_interrupted_run_says_so_and_counts_empty_cells(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    assert_null(noticed_run_find(&noticed, NOTICE_INCOMPLETE));
    noticed.run.complete = false;
    sample_run_find(&noticed.run, "gpg/dsa1024/sign/COPYING/x20")
        ->sample_count = 0;
    assert_notice_says(noticed_run_find(&noticed, NOTICE_INCOMPLETE),
                       "stopped before its end", "end");
    assert_notice_says(noticed_run_find(&noticed, NOTICE_INCOMPLETE),
                       "1 cell without a sample (gpg/dsa1024/sign/COPYING/x20)",
                       "end");
    noticed_run_release(&noticed);
}

static void failed_cells_are_counted(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_DISK_FULL);
    assert_notice_says(noticed_run_find(&noticed, NOTICE_FAILED),
                       "1 of 9 cells failed", NULL);
    assert_int_equal(noticed_run_find(&noticed, NOTICE_FAILED)->series, 8);
    noticed_run_release(&noticed);
}

static void what_a_key_lacks_is_no_failed_cell(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    fault_set(&noticed.run.series[3].failure, FAULT_NO_ENCRYPTION_KEY, 0, NULL,
              NULL);
    assert_null(noticed_run_find(&noticed, NOTICE_FAILED));
    noticed_run_release(&noticed);
}

static void more_than_half_the_cpus_busy_is_a_loaded_machine(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    noticed.run.machine.load[0] = 1.0;
    assert_null(noticed_run_find(&noticed, NOTICE_LOAD));
    noticed.run.machine.load[0] = 1.3;
    assert_notice_says(noticed_run_find(&noticed, NOTICE_LOAD),
                       "load 1.3 on 2 CPUs", "stop");
    noticed.run.machine.load[0] = NAN;
    assert_null(noticed_run_find(&noticed, NOTICE_LOAD));
    noticed_run_release(&noticed);
}

/* Half of the CPUs, and one and a half for ourselves. */
static void
load_beyond_our_own_work_is_a_machine_busy_during_the_run(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    noticed.run.machine.load[1] = 2.5;
    assert_null(noticed_run_find(&noticed, NOTICE_LOAD_DURING));
    noticed.run.machine.load[1] = 2.6;
    assert_notice_says(noticed_run_find(&noticed, NOTICE_LOAD_DURING),
                       "load 2.6 on 2 CPUs", "stop");
    assert_null(noticed_run_find(&noticed, NOTICE_LOAD));
    noticed.run.machine.load[0] = 1.3; /* and before: said once */
    assert_null(noticed_run_find(&noticed, NOTICE_LOAD_DURING));
    assert_non_null(noticed_run_find(&noticed, NOTICE_LOAD));
    noticed.run.machine.load[0] = NAN;
    noticed.run.machine.load[1] = NAN;
    assert_null(noticed_run_find(&noticed, NOTICE_LOAD_DURING));
    noticed_run_release(&noticed);
}

static void a_frequency_that_moved_by_a_tenth_is_told(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    assert_null(noticed_run_find(&noticed, NOTICE_FREQUENCY));
    noticed.run.machine.mhz[1] = 1400;
    assert_notice_says(noticed_run_find(&noticed, NOTICE_FREQUENCY),
                       "from 2100 to 1400 MHz", "cool");
    noticed_run_release(&noticed);
}

static void
a_temperature_that_moved_by_more_than_ten_degrees_is_told(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    assert_null(noticed_run_find(&noticed, NOTICE_TEMPERATURE)); /* not known */
    noticed.run.machine.celsius[0] = 41;
    noticed.run.machine.celsius[1] = 51;
    assert_null(noticed_run_find(&noticed, NOTICE_TEMPERATURE));
    noticed.run.machine.celsius[1] = 68;
    assert_notice_says(noticed_run_find(&noticed, NOTICE_TEMPERATURE),
                       "from 41 to 68 degrees", "measure again");
    noticed_run_release(&noticed);
}

static void too_little_room_is_told_before_anything_is_measured(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    noticed.run.machine.work_dir_free_bytes = 405504;
    assert_null(noticed_run_find(
        &noticed, NOTICE_ROOM)); /* all is measured: it did fit */
    for (size_t i = 0; i < noticed.run.series_count; i++)
        noticed.run.series[i].sample_count = 0;
    const struct notice *notice = noticed_run_find(&noticed, NOTICE_ROOM);
    assert_notice_says(notice, "396.0 KiB free", "--work-dir");
    /* 20 copies of 17,983 bytes, three times, and 128 KiB: 1,210,052. */
    assert_non_null(strstr(notice->words, "1.2 MiB"));
    assert_int_equal(notice->cells, 4);
    noticed.run.machine.work_dir_free_bytes = 1210052;
    assert_null(noticed_run_find(&noticed, NOTICE_ROOM));
    noticed.run.machine.work_dir_free_bytes = -1; /* not known */
    assert_null(noticed_run_find(&noticed, NOTICE_ROOM));
    noticed_run_release(&noticed);
}

static void a_cold_cache_not_got_names_the_file_system(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_NO_AGENT);
    const struct notice *notice = noticed_run_find(&noticed, NOTICE_CACHE_WARM);
    assert_notice_says(notice, "tmpfs", "--work-dir");
    assert_int_equal(notice->cells, 8);
    sample_run_replace(&noticed.run.settings.cache, "warm");
    assert_null(noticed_run_find(&noticed, NOTICE_CACHE_WARM));
    noticed_run_release(&noticed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interrupted_run_says_so_and_counts_empty_cells),
        cmocka_unit_test(failed_cells_are_counted),
        cmocka_unit_test(what_a_key_lacks_is_no_failed_cell),
        cmocka_unit_test(more_than_half_the_cpus_busy_is_a_loaded_machine),
        cmocka_unit_test(
            load_beyond_our_own_work_is_a_machine_busy_during_the_run),
        cmocka_unit_test(a_frequency_that_moved_by_a_tenth_is_told),
        cmocka_unit_test(
            a_temperature_that_moved_by_more_than_ten_degrees_is_told),
        cmocka_unit_test(too_little_room_is_told_before_anything_is_measured),
        cmocka_unit_test(a_cold_cache_not_got_names_the_file_system),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
