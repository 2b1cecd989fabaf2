/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/environment. */
#include "bench/environment.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What GnuPG 2.2 hands on to its agent: common/session-env.c, stdenvnames.
 * GPG_TTY and the locale are handed on by themselves. */
static const char *const handed_on[] = {
    "GPG_TTY",
    "TERM",
    "DISPLAY",
    "XAUTHORITY",
    "XMODIFIERS",
    "WAYLAND_DISPLAY",
    "XDG_SESSION_TYPE",
    "QT_QPA_PLATFORM",
    "GTK_IM_MODULE",
    "DBUS_SESSION_BUS_ADDRESS",
    "QT_IM_MODULE",
    "INSIDE_EMACS",
    "PINENTRY_USER_DATA",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LANG",
    "LANGUAGE",
};

static void what_costs_gpg_round_trips_is_gone(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof handed_on / sizeof *handed_on; i++)
        setenv(handed_on[i], "x", 1);
    assert_int_equal(environment_clean(), 0);
    for (size_t i = 0; i < sizeof handed_on / sizeof *handed_on; i++)
        if (getenv(handed_on[i]))
            fail_msg("%s is still there", handed_on[i]);
    assert_string_equal(getenv("LC_ALL"), "C");
}

static void what_finds_programs_and_libraries_stays(void **state)
{
    (void)state;
    char *path = strdup(getenv("PATH"));
    setenv("LD_LIBRARY_PATH", "/opt/nothing", 1);
    assert_int_equal(environment_clean(), 0);
    assert_string_equal(getenv("PATH"), path);
    assert_string_equal(getenv("LD_LIBRARY_PATH"), "/opt/nothing");
    unsetenv("LD_LIBRARY_PATH");
    free(path);
}

static void files_are_for_us_alone(void **state)
{
    const mode_t before = umask(0);
    (void)state;

    assert_int_equal(environment_clean(), 0);
    assert_int_equal(umask(before), 077);
}

static void the_home_replaces_the_users(void **state)
{
    (void)state;
    setenv("GNUPGHOME", "/home/theirs", 1);
    assert_int_equal(environment_set_home("/tmp/ours"), 0);
    assert_string_equal(getenv("GNUPGHOME"), "/tmp/ours");
    unsetenv("GNUPGHOME");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_costs_gpg_round_trips_is_gone),
        cmocka_unit_test(what_finds_programs_and_libraries_stays),
        cmocka_unit_test(files_are_for_us_alone),
        cmocka_unit_test(the_home_replaces_the_users),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
