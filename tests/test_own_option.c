/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/own_option.  How a line is taken apart is gpg's: its names
 * are whole, in lower case and without dashes. */
#include "bench/own_option.h"

#include "close.h"

static void what_a_run_sets_itself_has_a_reason(void **state)
{
    static const char *const lines[] = {
        "passphrase-fd 0", "  status-fd 2", "\tlogger-file\t/x",
        "homedir /x",      "keyring x.gpg", "encrypt-to 1",
        "local-user 1",    "list-keys",     "dry-run"};
    (void)state;

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!own_option_reason(lines[i]))
            fail_msg("%s", lines[i]);
}

static void anything_else_is_gpgs_to_judge(void **state)
{
    static const char *const lines[] = {
        "compress-level 1",  "armor",          "",
        "# passphrase-fd 0", "passphrase-f 0", "passphrase-fdx",
        "s2k-count 65536"};
    (void)state;

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_null(own_option_reason(lines[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_run_sets_itself_has_a_reason),
        cmocka_unit_test(anything_else_is_gpgs_to_judge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
