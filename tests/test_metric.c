/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of metric. */
#include "model/metric.h"

#include "close.h"

#include <stdio.h>
#include <string.h>

static void every_metric_has_a_whole_row(void **state)
{
    (void)state;

    for (int m = 0; m < METRIC_COUNT; m++) {
        const struct metric_row *row = metric_row((enum metric)m);
        assert_non_null(row->key);
        assert_non_null(row->label);
        assert_non_null(row->what);
        assert_int_equal(metric_find(row->key), m);
    }
}

static void a_set_of_all_fits_into_64_bits(void **state)
{
    (void)state;

    assert_true(METRIC_COUNT <= 64);
}

static bool ends_with(const char *string, const char *end)
{
    const size_t length = strlen(string);

    return length >= strlen(end) &&
           strcmp(string + length - strlen(end), end) == 0;
}

static void the_unit_stands_in_the_key(void **state)
{
    (void)state;

    for (int m = 0; m < METRIC_COUNT; m++) {
        const struct metric_row *row = metric_row((enum metric)m);
        assert_int_equal(ends_with(row->key, "_ns"), row->unit == UNIT_NS);
        assert_int_equal(ends_with(row->key, "_bytes"),
                         row->unit == UNIT_BYTES);
    }
}

/* The names of INTERFACE, "Metrics", and a few of our own. */
static void the_names_of_the_interface_are_known(void **state)
{
    static const struct {
        const char *key;
        bool probed;
    } named[] = {
        {"real_ns", false},
        {"cpu_ns", false},
        {"user_ns", false},
        {"sys_ns", false},
        {"gpg_cpu_ns", false},
        {"agent_cpu_ns", false},
        {"client_cpu_ns", false},
        {"gpg_peak_rss_bytes", false},
        {"agent_peak_rss_bytes", false},
        {"minor_faults", false},
        {"major_faults", false},
        {"voluntary_switches", false},
        {"involuntary_switches", false},
        {"output_bytes", false},
        {"entropy_ns", true},
        {"entropy_bytes", true},
        {"entropy_calls", true},
        {"flash_ns", true},
        {"flash_read_ns", true},
        {"flash_write_ns", true},
        {"flash_sync_ns", true},
        {"flash_meta_ns", true},
        {"flash_read_bytes", true},
        {"flash_write_bytes", true},
        {"flash_calls", true},
        {"compute_ns", true},
        {"jitter_ns", true},
        {"compress_bytes", true},
        {"hash_bytes", true},
        {"cipher_bytes", true},
    };
    (void)state;

    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        const enum metric metric = metric_find(named[i].key);
        assert_int_not_equal(metric, METRIC_COUNT);
        assert_int_equal(metric_row(metric)->probed, named[i].probed);
    }
}

/* INTERFACE: stage_NAME_ns, in this order. */
static void the_stages_stand_in_a_row_and_are_named_by_their_label(void **state)
{
    static const char *const names[] = {"startup", "setup",  "compress", "hash",
                                        "cipher",  "pubkey", "random",   "ipc",
                                        "finish",  "other",  "overlap"};
    (void)state;

    assert_int_equal(METRIC_STAGE_LAST - METRIC_STAGE_FIRST + 1,
                     sizeof names / sizeof *names);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct metric_row *row =
            metric_row((enum metric)(METRIC_STAGE_FIRST + i));
        char key[32];
        snprintf(key, sizeof key, "stage_%s_ns", names[i]);
        assert_string_equal(row->key, key);
        assert_string_equal(row->label, names[i]);
        assert_true(row->probed);
    }
}

static void an_unknown_key_is_no_metric(void **state)
{
    (void)state;

    assert_int_equal(metric_find("round"), METRIC_COUNT);
    assert_int_equal(metric_find("real"), METRIC_COUNT);
    assert_int_equal(metric_find(""), METRIC_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_metric_has_a_whole_row),
        cmocka_unit_test(a_set_of_all_fits_into_64_bits),
        cmocka_unit_test(the_unit_stands_in_the_key),
        cmocka_unit_test(the_names_of_the_interface_are_known),
        cmocka_unit_test(
            the_stages_stand_in_a_row_and_are_named_by_their_label),
        cmocka_unit_test(an_unknown_key_is_no_metric),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
