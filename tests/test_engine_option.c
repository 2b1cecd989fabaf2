/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of cli/engine_option. */
#include "cli/engine_option.h"

#include "close.h"

#include <stdlib.h>

/* VALUE is an engine called NAME at PATH with COUNT settings. */
static void assert_read(const char *value, const char *name, const char *path,
                        size_t count)
{
    struct plan plan = {.engine_name = NULL};
    char *words = NULL;

    assert_int_equal(engine_option_read(value, &words, &plan), 0);
    assert_string_equal(plan.engine_name, name);
    assert_string_equal(plan.engine_path, path);
    assert_int_equal(plan.engine_environment.count, count);
    free(plan.engine_environment.item);
    free(words);
}

static void assert_refused(const char *value)
{
    struct plan plan = {.engine_name = NULL};
    char *words = NULL;

    if (gpg_err_code(engine_option_read(value, &words, &plan)) !=
        GPG_ERR_INV_VALUE)
        fail_msg("\"%s\" was taken", value);
    free(plan.engine_environment.item);
    free(words);
}

static void without_a_name_it_is_called_gpg(void **state)
{
    (void)state;
    assert_read("gpg1", "gpg", "gpg1", 0);
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
    assert_read("./a=b", "gpg", "./a=b", 0);
}

static void what_follows_in_capitals_is_environment(void **state)
{
    struct plan plan = {.engine_name = NULL};
    char *words = NULL;
    (void)state;

    assert_int_equal(engine_option_read("gpg,LD_LIBRARY_PATH=/a:/b,X1=,Y=c=d",
                                        &words, &plan),
                     0);
    const struct plan_list *environment = &plan.engine_environment;
    assert_int_equal(environment->count, 3);
    assert_string_equal(environment->item[0], "LD_LIBRARY_PATH=/a:/b");
    assert_string_equal(environment->item[1], "X1=");
    assert_string_equal(environment->item[2], "Y=c=d");
    free(plan.engine_environment.item);
    free(words);
}

static void the_last_one_counts_whole(void **state)
{
    struct plan plan = {.engine_name = NULL};
    char *words = NULL;
    (void)state;

    assert_int_equal(engine_option_read("old=/old,A=1,B=2", &words, &plan), 0);
    assert_int_equal(engine_option_read("/new,C=3", &words, &plan), 0);
    assert_string_equal(plan.engine_name, "gpg");
    assert_string_equal(plan.engine_path, "/new");
    assert_int_equal(plan.engine_environment.count, 1);
    assert_string_equal(plan.engine_environment.item[0], "C=3");
    free(plan.engine_environment.item);
    free(words);
}

static void what_is_neither_program_nor_environment_is_refused(void **state)
{
    static const char *const bad[] = {
        "",      "=gpg",   "a=",      "=",         ",A=1",     "gpg,",
        "gpg,A", "gpg,=x", "gpg,a=1", "gpg,A B=1", "gpg,A=1,",
    };
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_refused(bad[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_name_it_is_called_gpg),
        cmocka_unit_test(a_name_stands_before_the_first_equals_sign),
        cmocka_unit_test(an_equals_sign_behind_a_slash_is_the_paths),
        cmocka_unit_test(what_follows_in_capitals_is_environment),
        cmocka_unit_test(the_last_one_counts_whole),
        cmocka_unit_test(what_is_neither_program_nor_environment_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
