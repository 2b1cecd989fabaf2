/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/outfit: what each engine would find in its environment. */
#include "bench/outfit.h"

#include "bench/preload.h"
#include "probe/hwf.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

/* The environment of engine INDEX of PLAN. */
static struct environment dress(const struct plan *plan, size_t index)
{
    struct environment environment = {NULL, 0};
    struct fault fault = {.what = FAULT_NONE};

    assert_int_equal(outfit_make(plan, index, "/work", &environment, &fault),
                     0);
    assert_false(fault_is_set(&fault));
    return environment;
}

static void assert_variable(const struct environment *environment,
                            const char *name, const char *expected)
{
    const char *value = environment_get(environment, name);

    if (expected)
        assert_string_equal(value ? value : "(unset)", expected);
    else
        assert_null(value);
}

static void add_engine(struct plan *plan, const char *setting, const char *hwf)
{
    struct plan_engine *engine = plan_add_engine(plan);

    assert_non_null(engine);
    engine->hwf = hwf;
    if (setting)
        assert_int_equal(plan_list_add(&engine->environment, setting), 0);
}

static void what_one_engine_sets_the_others_find_as_it_was(void **state)
{
    struct plan plan;
    (void)state;

    setenv("LD_LIBRARY_PATH", "/theirs", 1);
    unsetenv("OPENSSL");
    assert_int_equal(plan_init(&plan), 0);
    add_engine(&plan, "LD_LIBRARY_PATH=/a:/b", NULL);
    add_engine(&plan, "OPENSSL=", NULL);
    add_engine(&plan, NULL, NULL);
    struct environment first = dress(&plan, 0);
    struct environment second = dress(&plan, 1);
    struct environment third = dress(&plan, 2);
    assert_variable(&first, "LD_LIBRARY_PATH", "/a:/b");
    assert_variable(&first, "OPENSSL", NULL);
    assert_variable(&second, "LD_LIBRARY_PATH", "/theirs");
    assert_variable(&second, "OPENSSL", "");
    assert_variable(&third, "LD_LIBRARY_PATH", "/theirs");
    assert_variable(&third, "OPENSSL", NULL);
    /* And entered, one after the other. */
    assert_int_equal(environment_enter(&first), 0);
    assert_int_equal(environment_enter(&second), 0);
    assert_string_equal(getenv("LD_LIBRARY_PATH"), "/theirs");
    assert_string_equal(getenv("OPENSSL"), "");
    assert_int_equal(environment_enter(&third), 0);
    assert_null(getenv("OPENSSL"));
    environment_release(&first);
    environment_release(&second);
    environment_release(&third);
    plan_release(&plan);
    unsetenv("LD_LIBRARY_PATH");
}

/* Or the one would start later than the others, and that would pass for the
 * worth of the features. */
static void all_engines_load_the_library_that_one_needs(void **state)
{
    struct plan plan;
    (void)state;

    setenv(PRELOAD_VARIABLE, "/mine.so", 1);
    assert_int_equal(plan_init(&plan), 0);
    add_engine(&plan, NULL, NULL);
    add_engine(&plan, "LD_PRELOAD=/own.so", "none");
    assert_string_equal(outfit_hwf(&plan, 0), "all");
    assert_string_equal(outfit_hwf(&plan, 1), "none");
    struct environment first = dress(&plan, 0);
    struct environment second = dress(&plan, 1);
    assert_variable(&first, HWF_VARIABLE, "all");
    assert_variable(&second, HWF_VARIABLE, "none");
    const char *preload = environment_get(&first, PRELOAD_VARIABLE);
    assert_non_null(strstr(preload, "/" HWF_LIBRARY ":/mine.so"));
    preload = environment_get(&second, PRELOAD_VARIABLE);
    assert_non_null(strstr(preload, "/" HWF_LIBRARY ":/own.so"));
    assert_null(strstr(preload, "/mine.so"));
    environment_release(&first);
    environment_release(&second);
    plan_release(&plan);
    unsetenv(PRELOAD_VARIABLE);
}

static void where_none_needs_it_none_loads_it(void **state)
{
    struct plan plan;
    (void)state;

    assert_int_equal(plan_init(&plan), 0);
    assert_null(outfit_hwf(&plan, 0));
    struct environment environment = dress(&plan, 0);
    assert_variable(&environment, PRELOAD_VARIABLE, NULL);
    assert_variable(&environment, HWF_VARIABLE, NULL);
    environment_release(&environment);
    plan_release(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_one_engine_sets_the_others_find_as_it_was),
        cmocka_unit_test(all_engines_load_the_library_that_one_needs),
        cmocka_unit_test(where_none_needs_it_none_loads_it),
    };
    unsetenv(PRELOAD_VARIABLE);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
