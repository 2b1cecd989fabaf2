/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of model/columns.  What is written to a file and refused in one is
 * tested with run_file. */
#include "model/columns.h"

#include "model/fault.h"
#include "model/place.h"
#include "model/series.h"

#include "close.h"

#include <string.h>

/* Two plain samples, the second one without CPU time, and a probed one
 * between them. */
static void fill(struct series *series)
{
    struct sample first = {.round = 4};
    struct sample probed = {.round = 5, .probed = true};
    struct sample last = {.round = 6};

    sample_set(&first, METRIC_REAL, 10);
    sample_set(&first, METRIC_CPU, 7);
    sample_set(&probed, METRIC_REAL, 99);
    sample_set(&last, METRIC_REAL, 0);
    assert_int_equal(series_add(series, &first), 0);
    assert_int_equal(series_add(series, &probed), 0);
    assert_int_equal(series_add(series, &last), 0);
}

static void assert_written(const struct series *series, bool probed,
                           const char *expected)
{
    json_t *object = columns_write(series, probed);
    json_t *right = json_loads(expected, 0, NULL);

    assert_non_null(object);
    assert_non_null(right);
    assert_true(json_equal(object, right));
    json_decref(object);
    json_decref(right);
}

static void plain_and_probed_samples_have_their_own_columns(void **state)
{
    struct series series = {.sample_count = 0};
    (void)state;

    fill(&series);
    assert_written(&series, false,
                   "{\"round\": [4, 6], \"real_ns\": [10, 0], "
                   "\"cpu_ns\": [7, null]}");
    assert_written(&series, true, "{\"round\": [5], \"real_ns\": [99]}");
    series_release(&series);
}

static void no_samples_are_an_empty_list_of_rounds(void **state)
{
    const struct series series = {.sample_count = 0};
    (void)state;

    assert_written(&series, false, "{\"round\": []}");
}

/* Read JSON as plain columns. */
static gpg_error_t read(const char *json, struct series *series,
                        struct fault *fault)
{
    const struct place at = {.key = "x", .fault = fault};
    json_t *object = json_loads(json, JSON_DECODE_ANY, NULL);

    assert_non_null(object);
    const gpg_error_t err = columns_read(object, &at, false, series);
    json_decref(object);
    return err;
}

static void what_is_null_or_has_no_column_is_absent(void **state)
{
    struct series series = {.sample_count = 0};
    struct fault fault = {.what = FAULT_NONE};
    (void)state;

    assert_int_equal(
        read("{\"round\": [4, 6], \"cpu_ns\": [7, null]}", &series, &fault), 0);
    assert_int_equal(series.sample_count, 2);
    assert_int_equal(series.samples[0].round, 4);
    assert_int_equal(series.samples[1].round, 6);
    assert_true(sample_has(&series.samples[0], METRIC_CPU));
    assert_int_equal(series.samples[0].value[METRIC_CPU], 7);
    assert_false(sample_has(&series.samples[1], METRIC_CPU));
    assert_false(sample_has(&series.samples[0], METRIC_REAL));
    assert_false(series.samples[0].probed);
    series_release(&series);
}

static void assert_refused(const char *json, const char *thing)
{
    struct series series = {.sample_count = 0};
    struct fault fault = {.what = FAULT_NONE};

    assert_int_equal(gpg_err_code(read(json, &series, &fault)),
                     GPG_ERR_INV_VALUE);
    assert_string_equal(fault.thing, thing);
    fault_release(&fault);
    series_release(&series);
}

static void a_column_of_another_length_is_refused(void **state)
{
    (void)state;
    assert_refused("{\"round\": [0, 1], \"real_ns\": [5]}", "x: real_ns");
    assert_refused("{\"round\": [0], \"real_ns\": [5, 6]}", "x: real_ns");
    assert_refused("{\"round\": [0], \"real_ns\": 5}", "x: real_ns");
}

static void columns_without_rounds_are_refused(void **state)
{
    (void)state;
    assert_refused("{\"real_ns\": [5]}", "x: round");
    assert_refused("[5]", "x");
}

/* 2^53 is the first that not every reader keeps: RFC 8259, section 6. */
static void a_value_out_of_range_is_refused_with_its_place(void **state)
{
    (void)state;
    assert_refused("{\"round\": [0, 1], \"real_ns\": [5, -1]}",
                   "x: real_ns[1]");
    assert_refused("{\"round\": [0], \"real_ns\": [9007199254740992]}",
                   "x: real_ns[0]");
    assert_refused("{\"round\": [0], \"real_ns\": [1.5]}", "x: real_ns[0]");
    assert_refused("{\"round\": [-1]}", "x: round[0]");
    assert_refused("{\"round\": [null]}", "x: round[0]");
    assert_refused("{\"round\": [4294967296]}", "x: round[0]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_and_probed_samples_have_their_own_columns),
        cmocka_unit_test(no_samples_are_an_empty_list_of_rounds),
        cmocka_unit_test(what_is_null_or_has_no_column_is_absent),
        cmocka_unit_test(a_column_of_another_length_is_refused),
        cmocka_unit_test(columns_without_rounds_are_refused),
        cmocka_unit_test(a_value_out_of_range_is_refused_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
