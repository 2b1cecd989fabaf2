/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of the options --probe and --budget, of run. */
#include "cli/options.h"

#include "close.h"
#include "model/settings.h"

#include <string.h>

/* Read one WORD into OPTIONS, to be released. */
static gpg_error_t ask(const char *word, struct options *options,
                       struct fault *fault)
{
    char program[] = "run";
    char copy[64];
    char *argv[] = {program, copy, NULL};

    strcpy(copy, word);
    return options_init(options, 2, argv, fault);
}

static void all_uses_of_the_probe_are_taken(void **state)
{
    static const char *const words[] = {"--probe=separate", "--probe=always",
                                        "--probe=never"};
    (void)state;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct options options;
        struct fault fault = {.what = FAULT_NONE};
        assert_int_equal(ask(words[i], &options, &fault), 0);
        assert_int_equal(probe_use_find(options.plan.settings.probe), i);
        options_release(&options);
    }
}

static void what_is_no_use_of_the_probe_is_refused(void **state)
{
    struct options options;
    struct fault fault = {.what = FAULT_NONE};
    (void)state;

    assert_int_not_equal(ask("--probe=sometimes", &options, &fault), 0);
    assert_string_equal(fault.thing, "--probe");
    assert_non_null(strstr(fault.advice, "separate|always|never"));
    fault_release(&fault);
    options_release(&options);
}

static void budgets_are_shown_on_demand(void **state)
{
    struct options options;
    struct fault fault = {.what = FAULT_NONE};
    (void)state;

    assert_int_equal(ask("--budget", &options, &fault), 0);
    assert_true(options.shown.view.budget);
    options_release(&options);
    assert_int_equal(ask("--armor", &options, &fault), 0);
    assert_false(options.shown.view.budget);
    options_release(&options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_uses_of_the_probe_are_taken),
        cmocka_unit_test(what_is_no_use_of_the_probe_is_refused),
        cmocka_unit_test(budgets_are_shown_on_demand),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
