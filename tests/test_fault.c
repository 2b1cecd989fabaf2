/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of fault. */
#include "model/fault.h"

#include "base/text.h"

#include "close.h"

#include <errno.h>
#include <string.h>

static void assert_described(const struct fault *fault, const char *expected)
{
    struct text text = {0};

    fault_describe(fault, &text);
    assert_string_equal(text_string(&text), expected);
    text_release(&text);
}

static void the_zeroed_fault_is_nothing(void **state)
{
    struct fault fault = {0};
    (void)state;

    assert_false(fault_is_set(&fault));
    assert_described(&fault, "");
    fault_release(&fault);
    fault_release(NULL);
}

static void a_fault_is_described_whole(void **state)
{
    struct fault fault = {0};
    const gpg_error_t err = gpg_error_from_errno(EACCES);
    (void)state;

    assert_int_equal(fault_set(&fault, FAULT_UNREADABLE, err, "/tmp/x",
                               "give a file %s may read", "you"),
                     err);
    assert_true(fault_is_set(&fault));
    assert_described(&fault, "/tmp/x: cannot be read (Permission denied); "
                             "give a file you may read");
    assert_null(fault.source);
    fault_release(&fault);
    assert_false(fault_is_set(&fault));
}

static void absent_parts_are_left_out(void **state)
{
    struct fault fault = {0};
    (void)state;

    const gpg_error_t err = fault_set(&fault, FAULT_TIMEOUT, 0, NULL, NULL);
    assert_int_equal(gpg_err_code(err), GPG_ERR_GENERAL);
    assert_described(&fault, "timeout");
    assert_null(fault.error);
    assert_null(fault.advice);
    fault_release(&fault);

    fault_set(&fault, FAULT_KILLED, 0, "gpg", NULL);
    assert_described(&fault, "gpg: killed");
    fault_release(&fault);
}

static void what_a_terminal_would_obey_is_made_visible(void **state)
{
    struct fault fault = {0};
    (void)state;

    fault_set(&fault, FAULT_NOT_A_FILE, 0, "a\x1b[2Jb", NULL);
    assert_described(&fault, "a\\x1b[2Jb: not a regular file");
    fault_release(&fault);
}

static void a_thing_that_would_not_be_seen_is_quoted(void **state)
{
    struct fault fault = {0};
    (void)state;

    fault_set(&fault, FAULT_UNREADABLE, 0, "", NULL);
    assert_described(&fault, "'': cannot be read");
    fault_release(&fault);
    fault_set(&fault, FAULT_UNREADABLE, 0, " ", NULL);
    assert_described(&fault, "' ': cannot be read");
    fault_release(&fault);
}

static void assert_advised(enum fault_what what, int number, const char *advice)
{
    struct fault fault = {0};

    fault_set(&fault, what, gpg_error_from_errno(number), "x", "other advice");
    assert_non_null(strstr(fault.advice, advice));
    fault_release(&fault);
}

static void a_limit_of_the_shell_is_named_with_what_raises_it(void **state)
{
    (void)state;
    assert_advised(FAULT_UNWRITABLE, EFBIG, "ulimit -f");
    assert_advised(FAULT_SYSTEM, EAGAIN, "cannot start a process");
    assert_advised(FAULT_SYSTEM, EAGAIN, "ulimit -u");
    assert_advised(FAULT_SYSTEM, EMFILE, "ulimit -n");
    /* a pipe that does not block says the same */
    assert_advised(FAULT_UNREADABLE, EAGAIN, "other advice");
    assert_advised(FAULT_UNWRITABLE, EIO, "other advice");
}

static void the_source_is_who_reported_it(void **state)
{
    struct fault fault = {0};
    (void)state;

    fault_set(&fault, FAULT_NO_SECRET_KEY,
              gpg_err_make(GPG_ERR_SOURCE_GPGME, GPG_ERR_NO_SECKEY), NULL,
              NULL);
    assert_string_equal(fault.source, "GPGME");
    assert_string_equal(fault.error, "No secret key");
    assert_string_equal(fault.words, "no secret key");
    fault_release(&fault);
}

static void the_first_fault_is_the_one_that_counts(void **state)
{
    struct fault fault = {0};
    (void)state;

    fault_set(&fault, FAULT_DISK_FULL, 0, "card", NULL);
    const gpg_error_t second = gpg_error(GPG_ERR_NO_AGENT);
    assert_int_equal(fault_set(&fault, FAULT_NO_AGENT, second, "x", "y"),
                     second);
    assert_int_equal(fault.what, FAULT_DISK_FULL);
    assert_described(&fault, "card: disk full");
    fault_release(&fault);
}

static void every_fault_has_words_of_its_own(void **state)
{
    (void)state;

    for (int what = FAULT_NONE + 1; what < FAULT_COUNT; what++) {
        const char *words = fault_words((enum fault_what)what);
        assert_non_null(words);
        assert_int_equal(fault_find(words), what);
    }
    assert_int_equal(fault_find("moon phase"), FAULT_COUNT);
    assert_int_equal(fault_find(""), FAULT_COUNT);
    assert_non_null(fault_words(FAULT_COUNT));
}

static void error_codes_stand_for_faults(void **state)
{
    static const struct {
        gpg_err_code_t code;
        enum fault_what what;
    } cases[] = {
        {GPG_ERR_NO_ERROR, FAULT_NONE},
        {GPG_ERR_ENOSPC, FAULT_DISK_FULL},
        {GPG_ERR_EDQUOT, FAULT_DISK_FULL},
        {GPG_ERR_TIMEOUT, FAULT_TIMEOUT},
        {GPG_ERR_ETIMEDOUT, FAULT_TIMEOUT},
        {GPG_ERR_BAD_SIGNATURE, FAULT_BAD_SIGNATURE},
        {GPG_ERR_NO_SECKEY, FAULT_NO_SECRET_KEY},
        {GPG_ERR_UNUSABLE_SECKEY, FAULT_NO_SECRET_KEY},
        {GPG_ERR_NO_PUBKEY, FAULT_NO_PUBLIC_KEY},
        {GPG_ERR_UNUSABLE_PUBKEY, FAULT_NO_PUBLIC_KEY},
        {GPG_ERR_BAD_PASSPHRASE, FAULT_PASSPHRASE},
        {GPG_ERR_NO_PIN_ENTRY, FAULT_PASSPHRASE},
        {GPG_ERR_NO_AGENT, FAULT_NO_AGENT},
        {GPG_ERR_INV_ENGINE, FAULT_NO_ENGINE},
        {GPG_ERR_EROFS, FAULT_UNWRITABLE},
        {GPG_ERR_ENOMEM, FAULT_NO_MEMORY},
        {GPG_ERR_EIO, FAULT_SYSTEM},
        {GPG_ERR_EACCES, FAULT_SYSTEM},
        {GPG_ERR_GENERAL, FAULT_GPG_FAILED},
        {GPG_ERR_BAD_DATA, FAULT_GPG_FAILED},
    };
    (void)state;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(
            fault_of_error(gpg_err_make(GPG_ERR_SOURCE_GPG, cases[i].code)),
            cases[i].what);
}

static void a_copy_is_of_its_own(void **state)
{
    struct fault fault = {0};
    struct fault copy = {0};
    (void)state;

    fault_set(&fault, FAULT_UNWRITABLE, gpg_error_from_errno(EIO), "out",
              "use another");
    fault.round = 7;
    assert_int_equal(fault_copy(&copy, &fault), 0);
    fault_release(&fault);
    assert_int_equal(copy.round, 7);
    assert_int_equal(gpg_err_code(copy.err), GPG_ERR_EIO);
    assert_described(&copy, "out: cannot be written (Input/output error); "
                            "use another");
    fault_release(&copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_zeroed_fault_is_nothing),
        cmocka_unit_test(a_fault_is_described_whole),
        cmocka_unit_test(absent_parts_are_left_out),
        cmocka_unit_test(what_a_terminal_would_obey_is_made_visible),
        cmocka_unit_test(a_thing_that_would_not_be_seen_is_quoted),
        cmocka_unit_test(a_limit_of_the_shell_is_named_with_what_raises_it),
        cmocka_unit_test(the_source_is_who_reported_it),
        cmocka_unit_test(the_first_fault_is_the_one_that_counts),
        cmocka_unit_test(every_fault_has_words_of_its_own),
        cmocka_unit_test(error_codes_stand_for_faults),
        cmocka_unit_test(a_copy_is_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
