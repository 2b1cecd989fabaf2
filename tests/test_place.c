/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of model/place. */
#include "model/place.h"

#include "model/fault.h"

#include "close.h"

/* PLACE is called THING when a number is missing there. */
static void assert_called(const struct place *place, const char *thing)
{
    const gpg_error_t err = place_refuse(place, "a number from %d", 7);

    assert_int_equal(gpg_err_code(err), GPG_ERR_INV_VALUE);
    assert_int_equal(place->fault->what, FAULT_BAD_FILE);
    assert_string_equal(place->fault->thing, thing);
    assert_string_equal(place->fault->advice, "a number from 7 belongs here");
    fault_release(place->fault);
}

static void the_file_itself_has_its_name(void **state)
{
    struct fault fault = {.what = FAULT_NONE};
    const struct place file = {.key = "run.json", .fault = &fault};
    (void)state;

    assert_called(&file, "run.json");
}

/* The last is the header's own example. */
static void a_place_is_named_from_the_file_down(void **state)
{
    struct fault fault = {.what = FAULT_NONE};
    const struct place file = {.key = "run.json", .fault = &fault};
    const struct place cells = place_member(&file, "cells");
    const struct place cell = place_element(&cells, 3);
    const struct place plain = place_member(&cell, "plain");
    const struct place real = place_member(&plain, "real_ns");
    const struct place value = place_element(&real, 7);
    (void)state;

    assert_called(&cells, "run.json: cells");
    assert_called(&cell, "run.json: cells[3]");
    assert_called(&value, "run.json: cells[3].plain.real_ns[7]");
}

static void the_first_element_is_number_nought(void **state)
{
    struct fault fault = {.what = FAULT_NONE};
    const struct place file = {.key = "run.json", .fault = &fault};
    const struct place keys = place_member(&file, "keys");
    const struct place first = place_element(&keys, 0);
    (void)state;

    assert_called(&first, "run.json: keys[0]");
}

static void the_first_refusal_is_the_one_that_counts(void **state)
{
    struct fault fault = {.what = FAULT_NONE};
    const struct place file = {.key = "run.json", .fault = &fault};
    const struct place keys = place_member(&file, "keys");
    (void)state;

    place_refuse(&keys, "a list");
    place_refuse(&file, "an object");
    assert_string_equal(fault.thing, "run.json: keys");
    fault_release(&fault);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_itself_has_its_name),
        cmocka_unit_test(a_place_is_named_from_the_file_down),
        cmocka_unit_test(the_first_element_is_number_nought),
        cmocka_unit_test(the_first_refusal_is_the_one_that_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
