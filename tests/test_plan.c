/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of model/plan.  The defaults are tested with cli/options. */
#include "model/plan.h"

#include "close.h"

#include <string.h>

static void everything_is_measured_by_default(void **state)
{
    struct plan plan;
    (void)state;

    assert_int_equal(plan_init(&plan), 0);
    for (int o = 0; o < OPERATION_COUNT; o++)
        assert_true(plan.operations[o]);
    assert_int_equal(plan.copies_count, 2);
    assert_int_equal(plan.copies[0], 1);
    assert_int_equal(plan.copies[1], 20);
    assert_int_equal(plan.engine_count, 0);
    const struct plan_engine *engine = plan_engine_at(&plan, 0);
    assert_string_equal(engine->name, "gpg");
    assert_null(engine->path);
    assert_null(engine->hwf);
    assert_null(plan_engine_at(&plan, 1));
    plan_release(&plan);
    assert_int_equal(plan.copies_count, 0);
    plan_release(&plan);
}

static void copies_are_replaced_and_owned(void **state)
{
    uint32_t copies[] = {3, UINT32_MAX, 1};
    struct plan plan;
    (void)state;

    assert_int_equal(plan_init(&plan), 0);
    assert_int_equal(plan_set_copies(&plan, copies, 3), 0);
    copies[0] = 99;
    assert_int_equal(plan.copies_count, 3);
    assert_int_equal(plan.copies[0], 3);
    assert_true(plan.copies[1] == UINT32_MAX);
    assert_int_equal(plan.copies[2], 1);
    plan_release(&plan);
}

static void a_list_keeps_its_order_and_borrows(void **state)
{
    static const char *const words[] = {"b", "a", "b"};
    struct plan_list list = {NULL, 0};
    struct plan plan;
    (void)state;

    for (int i = 0; i < 3; i++)
        assert_int_equal(plan_list_add(&list, words[i]), 0);
    assert_int_equal(list.count, 3);
    for (int i = 0; i < 3; i++)
        assert_ptr_equal(list.item[i], words[i]);
    assert_int_equal(plan_init(&plan), 0);
    plan.files = list;
    plan_release(&plan);
    assert_null(plan.files.item);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_measured_by_default),
        cmocka_unit_test(copies_are_replaced_and_owned),
        cmocka_unit_test(a_list_keeps_its_order_and_borrows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
