/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of what the text report says in words: what gpg used, what failed,
 * how things are called. */
#include "report/format.h"

#include "base/text.h"
#include "close.h"
#include "model/run.h"
#include "model/run_file.h"
#include "sample_run.h"
#include "written.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct view plain_view = {0};

/* The algorithm that SERIES used for signing. */
static void replace_digest(struct series *series, const char *digest)
{
    free(series->used.digest);
    series->used.digest = strdup(digest);
}

static void what_gpg_used_is_told_by_what_it_differs_by(void **state)
{
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    run_add_key(&run)->name = strdup("rsa2048");
    for (size_t i = 0; i < run.series_count; i++)
        if (run.series[i].cell.operation == OPERATION_SIGN &&
            run.series[i].cell.copies == 20) {
            run.series[i].cell.key = 1;
            replace_digest(&run.series[i], "SHA256");
        }
    char *report = written_run(&run, "text", &plain_view);
    assert_non_null(
        strstr(report, "digest SHA1 (dsa1024) or SHA256 (rsa2048)"));
    free(report);
    run_release(&run);
}

static void what_differs_by_no_part_alone_is_only_listed(void **state)
{
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    replace_digest(sample_run_find(&run, "gpg/dsa1024/sign/COPYING/x20"),
                   "SHA256");
    char *report = written_run(&run, "text", &plain_view);
    assert_non_null(strstr(report, "digest SHA1 or SHA256, "));
    free(report);
    run_release(&run);
}

static void what_a_key_lacks_is_absent_and_did_not_fail(void **state)
{
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    fault_set(&sample_run_find(&run, "gpg/dsa1024/encrypt/COPYING/x1")->failure,
              FAULT_NO_ENCRYPTION_KEY, 0, "dsa1024", NULL);
    char *report = written_run(&run, "text", &plain_view);
    assert_non_null(strstr(report, "===> Encrypt  - no encryption key\n"));
    assert_non_null(
        strstr(report, "absent: gpg/dsa1024/encrypt/COPYING/x1: dsa1024: no"));
    assert_null(strstr(report, "failed"));
    free(report);
    run_release(&run);
}

static void what_fails_alike_is_said_once(void **state)
{
    static const char *const cells[] = {"gpg/dsa1024/sign/COPYING/x1",
                                        "gpg/dsa1024/sign/COPYING/x20",
                                        "gpg/dsa1024/verify/COPYING/x1"};
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    for (size_t i = 0; i < 3; i++)
        fault_set(&sample_run_find(&run, cells[i])->failure, FAULT_KEY_EXPIRED,
                  0, "dsa1024", "since %s", i < 2 ? "May" : "June");
    char *report = written_run(&run, "text", &plain_view);
    assert_non_null(
        strstr(report, "failed: gpg/dsa1024/sign/COPYING/x1 and 1 more cell: "
                       "dsa1024: key expired; since\n        May\n"
                       "failed: gpg/dsa1024/verify/COPYING/x1: dsa1024: key"));
    assert_null(strstr(report, "failed: gpg/dsa1024/sign/COPYING/x20"));
    free(report);
    run_release(&run);
}

static void a_time_of_nothing_chooses_no_unit(void **state)
{
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    struct series *series =
        sample_run_find(&run, "gpg/dsa1024/sign/COPYING/x1");
    for (size_t i = 0; i < series->sample_count; i++)
        series->samples[i].value[METRIC_REAL] = 0;
    char *report = written_run(&run, "text", &plain_view);
    assert_null(strstr(report, "times in ns"));
    free(report);
    run_release(&run);
}

static void a_primary_that_does_not_sign_is_named(void **state)
{
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    run.keys[0].primary = strdup("rsa4096");
    char *report = written_run(&run, "text", &plain_view);
    assert_non_null(
        strstr(report, "dsa1024, subkey elg1024, primary rsa4096, imported"));
    free(report);
    run_release(&run);
}

static void a_name_reads_the_same_before_and_after_the_run_file(void **state)
{
    struct run run;
    struct run read = {.program = NULL};
    struct fault fault = {.what = FAULT_NONE};

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    free(run.engines[0].path);
    run.engines[0].path = strdup("/opt/\xff\x1b/gpg");
    char *json = written_run(&run, "json", &plain_view);
    FILE *stream = fmemopen(json, strlen(json), "r");
    assert_int_equal(run_file_read(stream, "run", &read, &fault), 0);
    fclose(stream);
    for (size_t i = 0; format_at(i); i++) {
        char *before = written_run(&run, format_at(i)->name, &plain_view);
        char *after = written_run(&read, format_at(i)->name, &plain_view);
        assert_string_equal(after, before);
        free(before);
        free(after);
    }
    free(json);
    run_release(&run);
    run_release(&read);
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_gpg_used_is_told_by_what_it_differs_by),
        cmocka_unit_test(what_differs_by_no_part_alone_is_only_listed),
        cmocka_unit_test(what_a_key_lacks_is_absent_and_did_not_fail),
        cmocka_unit_test(what_fails_alike_is_said_once),
        cmocka_unit_test(a_time_of_nothing_chooses_no_unit),
        cmocka_unit_test(a_primary_that_does_not_sign_is_named),
        cmocka_unit_test(a_name_reads_the_same_before_and_after_the_run_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
