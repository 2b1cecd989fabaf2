/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of cli/engine_option. */
#include "cli/engine_option.h"

#include "close.h"


/* VALUE is an engine called NAME at PATH with COUNT settings. */
static void assert_read(const char *value, const char *name, const char *path,
                        size_t count)
{
    struct plan plan = {.engines = NULL};

    assert_int_equal(engine_option_read(value, &plan), 0);
    assert_int_equal(plan.engine_count, 1);
    assert_string_equal(plan.engines[0].name, name);
    assert_string_equal(plan.engines[0].path, path);
    assert_int_equal(plan.engines[0].environment.count, count);
    plan_release(&plan);
}

static void assert_refused(const char *value)
{
    struct plan plan = {.engines = NULL};

    if (gpg_err_code(engine_option_read(value, &plan)) != GPG_ERR_INV_VALUE)
        fail_msg("\"%s\" was taken", value);
    plan_release(&plan);
}

static void without_a_name_it_is_called_by_its_base_name(void **state)
{
    (void)state;
    assert_read("gpg1", "gpg1", "gpg1", 0);
    assert_read("/opt/bin/gpg", "gpg", "/opt/bin/gpg", 0);
}

static void a_name_stands_before_the_first_equals_sign(void **state)
{
    (void)state;
    assert_read("new=/opt/gpg", "new", "/opt/gpg", 0);
    assert_read("new=a=b", "new", "a=b", 0);
}

static void an_equals_sign_behind_a_slash_is_the_paths(void **state)
{
    (void)state;
    assert_read("/opt/v=2/gpg", "gpg", "/opt/v=2/gpg", 0);
    assert_read("./a=b", "a=b", "./a=b", 0);
}

static void what_follows_in_capitals_is_environment(void **state)
{
    struct plan plan = {.engines = NULL};
    (void)state;

    assert_int_equal(
        engine_option_read("gpg,LD_LIBRARY_PATH=/a:/b,X1=,Y=c=d", &plan), 0);
    const struct plan_list *environment = &plan.engines[0].environment;
    assert_int_equal(environment->count, 3);
    assert_string_equal(environment->item[0], "LD_LIBRARY_PATH=/a:/b");
    assert_string_equal(environment->item[1], "X1=");
    assert_string_equal(environment->item[2], "Y=c=d");
    plan_release(&plan);
}

static void each_time_is_one_engine_more(void **state)
{
    struct plan plan = {.engines = NULL};
    (void)state;

    assert_int_equal(engine_option_read("old=/old,A=1,B=2", &plan), 0);
    assert_int_equal(engine_option_read("/new,C=3", &plan), 0);
    assert_int_equal(plan.engine_count, 2);
    assert_string_equal(plan.engines[0].name, "old");
    assert_int_equal(plan.engines[0].environment.count, 2);
    assert_string_equal(plan.engines[1].name, "new");
    assert_string_equal(plan.engines[1].path, "/new");
    assert_int_equal(plan.engines[1].environment.count, 1);
    assert_string_equal(plan.engines[1].environment.item[0], "C=3");
    plan_release(&plan);
}

static void what_follows_in_lower_case_is_an_attribute(void **state)
{
    struct plan plan = {.engines = NULL};
    (void)state;

    assert_int_equal(engine_option_read("soft=gpg,hwf=none,A=1", &plan), 0);
    assert_int_equal(engine_option_read("gpg,hwf=all", &plan), 0);
    assert_int_equal(engine_option_read("gpg", &plan), 0);
    assert_string_equal(plan.engines[0].hwf, "none");
    assert_int_equal(plan.engines[0].environment.count, 1);
    assert_string_equal(plan.engines[1].hwf, "all");
    assert_null(plan.engines[2].hwf);
    plan_release(&plan);
}

static void what_is_neither_program_nor_environment_is_refused(void **state)
{
    static const char *const bad[] = {
        "",      "=gpg",   "a=",      "=",         ",A=1",     "gpg,",
        "gpg,A", "gpg,=x", "gpg,a=1", "gpg,A B=1", "gpg,A=1,", "gpg,hwf",
        "gpg,hwf=", "gpg,hwf=some", "gpg,HWF",
    };
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_refused(bad[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_name_it_is_called_by_its_base_name),
        cmocka_unit_test(a_name_stands_before_the_first_equals_sign),
        cmocka_unit_test(an_equals_sign_behind_a_slash_is_the_paths),
        cmocka_unit_test(what_follows_in_capitals_is_environment),
        cmocka_unit_test(each_time_is_one_engine_more),
        cmocka_unit_test(what_follows_in_lower_case_is_an_attribute),
        cmocka_unit_test(what_is_neither_program_nor_environment_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
