/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/sizes, on the records of sample_run. */
#include "report/sizes.h"

#include "model/run.h"
#include "sample_run.h"

#include "close.h"

#include <stdlib.h>

#define SIGN_X1  "gpg/dsa1024/sign/COPYING/x1"
#define SIGN_X20 "gpg/dsa1024/sign/COPYING/x20"

static void the_fewest_and_the_most_copies_are_found_anywhere(void **state)
{
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    struct series *first = sample_run_find(&run, SIGN_X1);
    struct series *second = sample_run_find(&run, SIGN_X20);
    first->cell.copies = 64;
    for (int i = 0; i < 2; i++) {
        const struct sizes sizes =
            sizes_of(&run, i == 0 ? &first->cell : &second->cell);
        assert_ptr_equal(sizes.small, second);
        assert_ptr_equal(sizes.large, first);
    }
    run_release(&run);
}

static void one_size_is_the_smallest_and_the_largest(void **state)
{
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    const struct sizes sizes = sizes_of(&run, &run.series[0].cell); /* start */
    assert_ptr_equal(sizes.small, &run.series[0]);
    assert_ptr_equal(sizes.large, &run.series[0]);
    run_release(&run);
}

static void another_engine_key_operation_or_fixture_is_no_size(void **state)
{
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    const struct cell cell = sample_run_find(&run, SIGN_X1)->cell;
    struct cell others[] = {cell, cell, cell, cell};
    others[0].engine++;
    others[1].key++;
    others[2].operation = OPERATION_GENERATE;
    others[3].fixture++;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const struct sizes sizes = sizes_of(&run, &others[i]);
        assert_null(sizes.small);
        assert_null(sizes.large);
    }
    run_release(&run);
}

/* 10,451 / 7,181 bytes for 20 copies. */
static void growth_is_that_of_copies_and_output(void **state)
{
    struct run run;
    struct growth growth;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    const struct sizes sizes = sizes_of(
        &run, &sample_run_find(&run, "gpg/dsa1024/encrypt/COPYING/x20")->cell);
    assert_int_equal(sizes.small->cell.copies, 1);
    assert_int_equal(sizes.large->cell.copies, 20);
    assert_int_equal(sizes_growth(sizes.small, sizes.large, &growth), 0);
    assert_close(growth.copies, 20);
    assert_close(growth.output, 10451.0 / 7181);
    assert_true(sizes_lag(&growth));
    run_release(&run);
}

static void output_lags_below_half_the_copies(void **state)
{
    (void)state;
    assert_true(sizes_lag(&(struct growth){20, 9.9}));
    assert_false(sizes_lag(&(struct growth){20, 10}));
    assert_false(sizes_lag(&(struct growth){20, -1})); /* not known */
}

static void output_that_is_not_known_or_nothing_has_no_growth(void **state)
{
    struct run run;
    struct growth growth;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    const struct series *verify =
        sample_run_find(&run, "gpg/dsa1024/verify/COPYING/x1");
    struct series *sign = sample_run_find(&run, SIGN_X1);
    assert_int_equal(sizes_growth(verify, verify, &growth), 0);
    assert_close(growth.output, -1);
    assert_int_equal(sizes_growth(sign, verify, &growth), 0);
    assert_close(growth.output, -1);
    for (size_t i = 0; i < sign->sample_count; i++)
        sample_set(&sign->samples[i], METRIC_OUTPUT, 0);
    assert_int_equal(sizes_growth(sign, sign, &growth), 0);
    assert_close(growth.output, -1);
    run_release(&run);
}

/* 131,508 / 7,209 bytes are 18 times for 20 copies; 10,451 / 7,181 are 1.5.
 * start makes and reads no message. */
static void a_reader_is_judged_by_what_its_writer_wrote(void **state)
{
    static const struct {
        const char *cell;
        bool are_whole;
    } expected[] = {
        {"gpg/dsa1024/sign/COPYING/x1", true},
        {"gpg/dsa1024/verify/COPYING/x20", true},
        {"gpg/dsa1024/encrypt/COPYING/x20", false},
        {"gpg/dsa1024/decrypt/COPYING/x1", false},
        {"gpg/-/start/-/x1", false},
    };
    struct run run;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const struct series *series = sample_run_find(&run, expected[i].cell);
        bool are_whole = !expected[i].are_whole;
        assert_int_equal(sizes_are_whole_work(&run, &series->cell, &are_whole),
                         0);
        if (are_whole != expected[i].are_whole)
            fail_msg("%s", expected[i].cell);
    }
    run_release(&run);
}

/* The outputs are gone: only gpg's words are left. */
static void without_output_only_uncompressed_messages_are_whole(void **state)
{
    struct run run;
    bool are_whole = true;

    (void)state;
    sample_run_make(SAMPLE_RUN_FULL, &run);
    struct series *small = sample_run_find(&run, SIGN_X1);
    struct series *large = sample_run_find(&run, SIGN_X20);
    small->sample_count = 0;
    assert_int_equal(sizes_are_whole_work(&run, &small->cell, &are_whole), 0);
    assert_false(are_whole);
    sample_run_replace(&small->used.compress, "uncompressed");
    are_whole = true;
    assert_int_equal(sizes_are_whole_work(&run, &small->cell, &are_whole), 0);
    assert_false(are_whole);
    sample_run_replace(&large->used.compress, "uncompressed");
    assert_int_equal(sizes_are_whole_work(&run, &small->cell, &are_whole), 0);
    assert_true(are_whole);
    run_release(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fewest_and_the_most_copies_are_found_anywhere),
        cmocka_unit_test(one_size_is_the_smallest_and_the_largest),
        cmocka_unit_test(another_engine_key_operation_or_fixture_is_no_size),
        cmocka_unit_test(growth_is_that_of_copies_and_output),
        cmocka_unit_test(output_lags_below_half_the_copies),
        cmocka_unit_test(output_that_is_not_known_or_nothing_has_no_growth),
        cmocka_unit_test(a_reader_is_judged_by_what_its_writer_wrote),
        cmocka_unit_test(without_output_only_uncompressed_messages_are_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
