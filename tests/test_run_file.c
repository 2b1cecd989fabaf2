/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of run_file: what is written is read again. */
#include "model/run_file.h"

#include "base/text.h"
#include "file_bytes.h"
#include "full_run.h"
#include "model/fault.h"
#include "model/run.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

static void assert_read(const char *bytes, struct run *run)
{
    struct fault fault = {0};
    struct text text = {0};

    if (read_bytes(bytes, strlen(bytes), run, &fault) != 0) {
        fault_describe(&fault, &text);
        fail_msg("refused: %s", text_string(&text));
    }
    assert_false(fault_is_set(&fault));
}

static void a_run_that_was_read_is_written_with_the_same_bytes(void **state)
{
    struct run run;
    (void)state;

    char *first = written_full();
    assert_read(first, &run);
    char *second = written(&run);
    assert_string_equal(first, second);
    run_release(&run);
    free(first);
    free(second);
}

static void an_empty_run_makes_the_round_trip_too(void **state)
{
    struct run run;
    struct run read = {0};
    (void)state;

    run_init(&run);
    char *first = written(&run);
    assert_read(first, &read);
    char *second = written(&read);
    assert_string_equal(first, second);
    run_release(&run);
    run_release(&read);
    free(first);
    free(second);
}

static void what_is_absent_is_absent_again(void **state)
{
    struct run run;
    (void)state;

    char *bytes = written_full();
    assert_read(bytes, &run);
    assert_null(run.machine.governor);
    assert_true(isnan(run.machine.celsius[1]));
    assert_close(run.machine.celsius[0], -3.5);
    assert_true(isnan(run.engines[1].agent_user_share));
    assert_null(run.engines[1].home_dir_notice);
    assert_int_equal(run.fixtures[1].size_bytes, -1);
    assert_int_equal(run.series[1].input_bytes, 0);
    assert_int_equal(run.series[2].input_bytes, -1);
    assert_int_equal(run.series[2].cache, CACHE_NONE);
    assert_int_equal(run.series[2].cell.key, CELL_NONE);
    assert_int_equal(run.series[2].cell.fixture, CELL_NONE);
    assert_true(run.series[0].used.has_armor);
    assert_false(run.series[1].used.has_armor);
    run_release(&run);
    free(bytes);
}

static void samples_are_read_as_they_were_taken(void **state)
{
    struct run run;
    (void)state;

    char *bytes = written_full();
    assert_read(bytes, &run);
    assert_int_equal(run.series_count, 4);
    const struct series *series = &run.series[0];
    assert_int_equal(series->cell.operation, OPERATION_SIGN);
    assert_int_equal(series->cell.copies, 20);
    assert_int_equal(series_count(series, false), 3);
    assert_int_equal(series_count(series, true), 1);
    assert_int_equal(series->samples[1].round, 1);
    assert_int_equal(series->samples[1].value[METRIC_REAL], 4700001);
    assert_false(sample_has(&series->samples[1], METRIC_MAJOR_FAULTS));
    assert_true(sample_has(&series->samples[2], METRIC_MAJOR_FAULTS));
    assert_false(sample_has(&series->samples[2], METRIC_AGENT_PEAK_RSS));
    assert_false(sample_has(&series->samples[0], METRIC_ENTROPY));
    assert_true(sample_has(&series->samples[3], METRIC_ENTROPY));
    run_release(&run);
    free(bytes);
}

static void a_failure_is_read_with_all_its_words(void **state)
{
    struct run run;
    (void)state;

    char *bytes = written_full();
    assert_read(bytes, &run);
    const struct fault *fault = &run.series[1].failure;
    assert_int_equal(fault->what, FAULT_DISK_FULL);
    assert_string_equal(fault->error, "No space left on device");
    assert_string_equal(fault->source, "GPGME");
    assert_string_equal(fault->thing, "/media/card");
    assert_string_equal(fault->advice, "make room");
    assert_int_equal(fault->round, 3);
    assert_false(fault_is_set(&run.series[0].failure));
    run_release(&run);
    free(bytes);
}

static void a_failure_of_a_later_program_keeps_its_words(void **state)
{
    struct run run;
    (void)state;

    char *full = written_full();
    char *bytes = replaced(full, "disk full", "wrong moon");
    assert_read(bytes, &run);
    assert_true(run_has_failure(&run));
    char *again = written(&run);
    assert_string_equal(again, bytes);
    run_release(&run);
    free(full);
    free(bytes);
    free(again);
}

/* The shape of INTERFACE's example, with nothing that it does not have. */
static const char example[] =
    "{ \"schema\": \"pgpbench-run\", \"version\": 1, \"program\": \"0.1.0\","
    "\"started\": \"2026-11-30T21:43:00Z\", \"finished\": null,"
    "\"complete\": true, \"setup_cpu_ns\": 0,"
    "\"machine\": { \"system\": \"Linux\", \"release\": \"6\", \"arch\": "
    "\"x86_64\", \"cpu\": \"c\", \"cpus\": 2, \"memory_bytes\": 0,"
    "\"governor\": null, \"mhz\": [null, null], \"celsius\": [null, null],"
    "\"load\": [0.1, 0.9], \"clock_resolution_ns\": 1, \"cpu_tick_ns\": "
    "4000000, \"work_dir_filesystem\": \"ext4\" },"
    "\"settings\": { \"data\": \"file\", \"cache\": \"cold\", \"pool\": "
    "\"warm\", \"compress\": \"default\", \"cipher\": \"AES128\", \"digest\": "
    "\"default\", \"armor\": false, \"gpg_options\": [], \"probe\": "
    "\"separate\", \"seed\": 1, \"warmup\": 1, \"timeout_s\": 300 },"
    "\"engines\": [ { \"name\": \"gpg\", \"path\": \"p\", \"version\": "
    "\"2.2.40\", \"agent_version\": \"2.2.40\", \"accounting\": { \"gpg\": "
    "\"reaped\", \"agent\": \"cpuclock\", \"agent_split\": \"procstat\" },"
    "\"libraries\": [ { \"name\": \"libgcrypt.so.20\", \"path\": \"p\","
    "\"version\": \"1.10.1\", \"build_id\": \"b\" } ],"
    "\"libgcrypt\": { \"cc\": \"c\", \"mpi_asm\": \"m\", \"hwflist\": \"h\","
    "\"rnd_mod\": \"r\" } } ],"
    "\"keys\": [ { \"name\": \"dsa1024\", \"fingerprint\": \"f\","
    "\"algorithm\": \"dsa1024\", \"subkey\": \"elg1024\", \"origin\": "
    "\"imported\" } ],"
    "\"fixtures\": [ { \"name\": \"COPYING\", \"size_bytes\": 17983,"
    "\"sha256\": \"s\" } ],"
    "\"cells\": [ { \"name\": \"gpg/dsa1024/sign/COPYING/x20\", \"engine\": "
    "\"gpg\", \"key\": \"dsa1024\", \"operation\": \"sign\", \"fixture\": "
    "\"COPYING\", \"copies\": 20, \"variant\": null, \"input_bytes\": 359660,"
    "\"cache\": \"cold\", \"used\": { \"cipher\": null, \"digest\": \"SHA1\","
    "\"compress\": \"ZIP\", \"armor\": false }, \"failure\": null,"
    "\"plain\": { \"round\": [0, 1], \"real_ns\": [4690000, 4700000] },"
    "\"probed\": { \"round\": [0], \"real_ns\": [5100000], \"entropy_ns\": "
    "[0], \"stage_startup_ns\": [12] } } ] }";

static void the_example_of_the_interface_is_read(void **state)
{
    struct run run;
    (void)state;

    assert_read(example, &run);
    assert_close(run.settings.timeout_s, 300);
    assert_string_equal(run.settings.probe, "separate");
    assert_string_equal(run.engines[0].accounting.agent_split, "procstat");
    assert_string_equal(run.engines[0].libraries[0].version, "1.10.1");
    assert_null(run.engines[0].libgcrypt.version);
    assert_int_equal(run.series[0].samples[1].value[METRIC_REAL], 4700000);
    assert_int_equal(run.series[0].samples[2].value[METRIC_ENTROPY], 0);
    assert_true(sample_has(&run.series[0].samples[2], METRIC_ENTROPY));
    run_release(&run);
}

static void keys_that_are_not_known_are_passed_over(void **state)
{
    struct run run;
    (void)state;

    char *bytes =
        replaced(example, "\"version\": 1,",
                 "\"version\": 1, \"colour\": {\"hue\": [1, null, \"x\"]},");
    assert_read(bytes, &run);
    assert_int_equal(run.series_count, 1);
    run_release(&run);
    free(bytes);
}

static void names_that_are_not_utf8_survive_and_stay_apart(void **state)
{
    struct run run;
    struct run read;
    (void)state;

    full_run_init(&run);
    free(run.fixtures[0].name);
    free(run.fixtures[1].name);
    run.fixtures[0].name = strdup("caf\xe9");
    run.fixtures[1].name = strdup("caf\xe8");
    char *bytes = written(&run);
    assert_read(bytes, &read);
    assert_string_equal(read.fixtures[0].name, "caf\xef\xbf\xbd");
    assert_string_equal(read.fixtures[1].name, "caf\xef\xbf\xbd#2");
    assert_int_equal(read.series[0].cell.fixture, 0);
    assert_int_equal(read.series[1].cell.fixture, 1);
    assert_non_null(strstr(bytes, "\"gpg/dsa1024/sign/caf\xef\xbf\xbd/x20\""));
    assert_non_null(
        strstr(bytes, "\"old/dsa1024/encrypt/caf\xef\xbf\xbd#2/x1\""));
    run_release(&run);
    run_release(&read);
    free(bytes);
}

static void other_strings_that_are_not_utf8_survive_too(void **state)
{
    struct run run;
    struct run read;
    (void)state;

    full_run_init(&run);
    free(run.series[1].failure.thing);
    run.series[1].failure.thing = strdup("/m\xff/\x01\"\\");
    char *bytes = written(&run);
    assert_read(bytes, &read);
    assert_string_equal(read.series[1].failure.thing,
                        "/m\xef\xbf\xbd/\x01\"\\");
    run_release(&run);
    run_release(&read);
    free(bytes);
}

static void computing_may_be_left_with_less_than_nothing(void **state)
{
    struct run run;
    (void)state;

    char *full = written_full();
    char *bytes = replaced(full, "\"compute_ns\": [", "\"compute_ns\": [-");
    assert_read(bytes, &run);
    assert_true(run.series[0].samples[3].value[METRIC_COMPUTE] < 0);
    run_release(&run);
    free(full);
    free(bytes);
}

static void a_full_medium_is_told(void **state)
{
    struct run run;
    (void)state;

    FILE *stream = fopen("/dev/full", "w");
    if (!stream)
        skip();
    full_run_init(&run);
    assert_int_equal(gpg_err_code(run_file_write(&run, stream)),
                     GPG_ERR_ENOSPC);
    run_release(&run);
    fclose(stream);
}

static void a_seed_that_json_lacks_is_absent(void **state)
{
    struct run run;
    struct run read;
    (void)state;

    full_run_init(&run);
    run.settings.seed = UINT64_MAX;
    char *bytes = written(&run);
    assert_read(bytes, &read);
    assert_int_equal(read.settings.seed, 0);
    assert_non_null(strstr(bytes, "\"seed\": null"));
    run_release(&run);
    run_release(&read);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_that_was_read_is_written_with_the_same_bytes),
        cmocka_unit_test(an_empty_run_makes_the_round_trip_too),
        cmocka_unit_test(what_is_absent_is_absent_again),
        cmocka_unit_test(samples_are_read_as_they_were_taken),
        cmocka_unit_test(a_failure_is_read_with_all_its_words),
        cmocka_unit_test(a_failure_of_a_later_program_keeps_its_words),
        cmocka_unit_test(the_example_of_the_interface_is_read),
        cmocka_unit_test(keys_that_are_not_known_are_passed_over),
        cmocka_unit_test(names_that_are_not_utf8_survive_and_stay_apart),
        cmocka_unit_test(other_strings_that_are_not_utf8_survive_too),
        cmocka_unit_test(computing_may_be_left_with_less_than_nothing),
        cmocka_unit_test(a_full_medium_is_told),
        cmocka_unit_test(a_seed_that_json_lacks_is_absent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
