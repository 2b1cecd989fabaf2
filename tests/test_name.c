/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of model/name. */
#include "model/name.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

/* STATE: the names that are taken, ended by NULL. */
static bool is_taken(const void *state, const char *name)
{
    for (const char *const *taken = state; *taken; taken++)
        if (strcmp(*taken, name) == 0)
            return true;
    return false;
}

static void assert_unique(const char *const *taken, const char *base,
                          const char *expected)
{
    char *name = name_unique(base, is_taken, taken);

    assert_string_equal(name, expected);
    free(name);
}

static void a_name_that_is_free_stays_as_it_is(void **state)
{
    static const char *const taken[] = {"COPYING", NULL};

    (void)state;
    assert_unique(taken, "copying", "copying");
}

static void a_name_that_is_taken_gets_the_first_free_number(void **state)
{
    static const char *const taken[] = {"COPYING", "COPYING#2", NULL};

    (void)state;
    assert_unique(taken, "COPYING", "COPYING#3");
}

/* Unicode 15.0, section 3.9: a replacement character for each wrong byte. */
static void what_is_not_valid_utf_8_is_replaced_and_may_be_taken(void **state)
{
    static const char *const taken[] = {"a\xef\xbf\xbd", NULL};

    (void)state;
    assert_unique(taken, "a\xff", "a\xef\xbf\xbd#2");
    assert_unique(taken, "b\xff", "b\xef\xbf\xbd");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_that_is_free_stays_as_it_is),
        cmocka_unit_test(a_name_that_is_taken_gets_the_first_free_number),
        cmocka_unit_test(what_is_not_valid_utf_8_is_replaced_and_may_be_taken),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
