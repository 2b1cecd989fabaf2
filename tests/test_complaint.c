/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/complaint.  The lines are gpg 2.2.40's own. */
#include "bench/complaint.h"

#include "close.h"

#include <stdlib.h>

/* What is found in LOG, with nothing known before. */
static void assert_found(const char *log, const char *line,
                         enum fault_what what, gpg_err_code_t code)
{
    enum fault_what found_what = FAULT_GPG_FAILED;
    gpg_error_t found_err = gpg_error(GPG_ERR_GENERAL);
    char *found = complaint_find(log, &found_what, &found_err);

    if (line)
        assert_string_equal(found, line);
    else
        assert_null(found);
    assert_int_equal(found_what, what);
    assert_int_equal(gpg_err_code(found_err), code);
    free(found);
}

static void a_known_line_is_told_from_the_others(void **state)
{
    (void)state;
    assert_found("gpg: using \"CE35\" as default secret key for signing\n"
                 "gpg: error writing to '-': No space left on device\n"
                 "gpg: signing failed: General error\n",
                 "gpg: error writing to '-': No space left on device",
                 FAULT_DISK_FULL, GPG_ERR_ENOSPC);
    assert_found("gpg: signing failed: No agent running",
                 "gpg: signing failed: No agent running", FAULT_NO_AGENT,
                 GPG_ERR_NO_AGENT);
    assert_found("x\ngpg: can't create `y': Read-only file system\nz",
                 "gpg: can't create `y': Read-only file system",
                 FAULT_UNWRITABLE, GPG_ERR_EROFS);
    assert_found("gpg: error writing to '-': File too large\n",
                 "gpg: error writing to '-': File too large", FAULT_UNWRITABLE,
                 GPG_ERR_EFBIG);
    assert_found("gpg: /h/gpg.conf:12: invalid option\n"
                 "gpg: keybox '/h/pubring.kbx' created\n",
                 "gpg: /h/gpg.conf:12: invalid option", FAULT_REFUSED,
                 GPG_ERR_UNKNOWN_OPTION);
}

static void else_the_last_line_tells_most(void **state)
{
    (void)state;
    assert_found("gpg: Note: first\n\ngpg: decryption failed: last\n\n",
                 "gpg: decryption failed: last", FAULT_GPG_FAILED,
                 GPG_ERR_GENERAL);
}

static void without_a_line_there_is_no_complaint(void **state)
{
    (void)state;
    assert_found("", NULL, FAULT_GPG_FAILED, GPG_ERR_GENERAL);
    assert_found("\n\n", NULL, FAULT_GPG_FAILED, GPG_ERR_GENERAL);
}

/* Words that begin in one line and end in the next are not those words. */
static void a_line_is_looked_at_by_itself(void **state)
{
    (void)state;
    assert_found("gpg: No agent\nrunning", "running", FAULT_GPG_FAILED,
                 GPG_ERR_GENERAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_line_is_told_from_the_others),
        cmocka_unit_test(else_the_last_line_tells_most),
        cmocka_unit_test(without_a_line_there_is_no_complaint),
        cmocka_unit_test(a_line_is_looked_at_by_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
