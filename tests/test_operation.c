/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of operation. */
#include "model/operation.h"

#include "close.h"

static void every_operation_has_a_whole_row(void **state)
{
    (void)state;

    for (int o = 0; o < OPERATION_COUNT; o++) {
        const struct operation_row *row = operation_row((enum operation)o);
        assert_non_null(row->name);
        assert_non_null(row->title);
        assert_non_null(row->what);
        assert_int_equal(operation_find(row->name), o);
    }
}

/* INTERFACE, "Operations" and "Cell names". */
static void traits_are_those_of_the_interface(void **state)
{
    (void)state;

    const struct operation_row *start = operation_row(OPERATION_START);
    assert_string_equal(start->name, "start");
    assert_false(start->has_key);
    assert_false(start->has_fixture);
    assert_false(start->has_output);

    const struct operation_row *verify = operation_row(OPERATION_VERIFY);
    assert_string_equal(verify->name, "verify");
    assert_true(verify->has_key);
    assert_true(verify->has_fixture);
    assert_false(verify->has_output);

    static const enum operation others[] = {OPERATION_SIGN, OPERATION_ENCRYPT,
                                            OPERATION_DECRYPT};
    for (size_t i = 0; i < 3; i++) {
        const struct operation_row *row = operation_row(others[i]);
        assert_true(row->has_key && row->has_fixture && row->has_output);
    }
}

static void an_unknown_name_is_no_operation(void **state)
{
    (void)state;

    assert_int_equal(operation_find("Sign"), OPERATION_COUNT);
    assert_int_equal(operation_find("signs"), OPERATION_COUNT);
    assert_int_equal(operation_find(""), OPERATION_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_has_a_whole_row),
        cmocka_unit_test(traits_are_those_of_the_interface),
        cmocka_unit_test(an_unknown_name_is_no_operation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
