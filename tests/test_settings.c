/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of settings. */
#include "model/settings.h"

#include "close.h"

#include <stdlib.h>

/* INTERFACE, the table of options. */
static void defaults_are_those_of_the_interface(void **state)
{
    struct settings settings;
    (void)state;

    assert_int_equal(settings_init(&settings), 0);
    assert_string_equal(settings.data, "file");
    assert_string_equal(settings.cache, "cold");
    assert_string_equal(settings.pool, "warm");
    assert_string_equal(settings.probe, "separate");
    assert_string_equal(settings.cipher, "AES128");
    assert_string_equal(settings.digest, "default");
    assert_string_equal(settings.compress, "default");
    assert_false(settings.armor);
    assert_int_equal(settings.gpg_option_count, 0);
    assert_int_equal(settings.seed, 0);
    assert_int_equal(settings.warmup, 1);
    assert_close(settings.timeout_s, 300);
    assert_int_equal(settings.runs, 0);
    assert_int_equal(settings.min_runs, 6);
    assert_int_equal(settings.max_runs, 60);
    assert_close(settings.precision_pct, 3);
    assert_close(settings.max_time_s, 15);
    settings_release(&settings);
    assert_null(settings.data);
    settings_release(&settings);
    settings_release(NULL);
}

/* INTERFACE, the option --probe. */
static void the_uses_of_the_probe_have_words(void **state)
{
    (void)state;

    assert_string_equal(probe_use_word(PROBE_SEPARATE), "separate");
    assert_string_equal(probe_use_word(PROBE_ALWAYS), "always");
    assert_string_equal(probe_use_word(PROBE_NEVER), "never");
    for (int use = 0; use < PROBE_USE_COUNT; use++)
        assert_int_equal(probe_use_find(probe_use_word((enum probe_use)use)),
                         use);
    assert_int_equal(probe_use_find("Never"), PROBE_USE_COUNT);
    assert_int_equal(probe_use_find(""), PROBE_USE_COUNT);
    assert_int_equal(probe_use_find(NULL), PROBE_USE_COUNT);
}

static void a_copy_is_of_its_own(void **state)
{
    struct settings settings;
    struct settings copy = {0};
    (void)state;

    assert_int_equal(settings_init(&settings), 0);
    assert_int_equal(settings_add_gpg_option(&settings, "verbose"), 0);
    assert_int_equal(settings_add_gpg_option(&settings, "no-mdc"), 0);
    settings.seed = 42;
    free(settings.digest);
    settings.digest = NULL;
    assert_int_equal(settings_copy(&copy, &settings), 0);
    settings_release(&settings);

    assert_string_equal(copy.cipher, "AES128");
    assert_null(copy.digest);
    assert_int_equal(copy.seed, 42);
    assert_int_equal(copy.gpg_option_count, 2);
    assert_string_equal(copy.gpg_options[0], "verbose");
    assert_string_equal(copy.gpg_options[1], "no-mdc");
    settings_release(&copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_interface),
        cmocka_unit_test(the_uses_of_the_probe_have_words),
        cmocka_unit_test(a_copy_is_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
