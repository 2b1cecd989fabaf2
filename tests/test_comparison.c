/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/comparison, the bytes coming as from GPGME. */
#include "bench/comparison.h"

#include "scratch.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

/* Write all LENGTH of BYTES, as GPGME does: what was not taken comes
 * again. */
static void write_all(gpgme_data_t data, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t written = gpgme_data_write(data, bytes, length);
        assert_true(written > 0);
        bytes += written;
        length -= (size_t)written;
    }
}

/* What is found where CAME arrives in pieces of 3 and the file is "right". */
static bool is_equal(const char *came, gpg_error_t *r_err)
{
    struct comparison comparison;

    assert_int_equal(comparison_init(&comparison, "right", 1), 0);
    for (size_t at = 0; at < strlen(came); at += 3) {
        const size_t left = strlen(came) - at;
        write_all(comparison.data, came + at, left < 3 ? left : 3);
    }
    const bool equal = comparison_is_equal(&comparison, r_err);
    comparison_release(&comparison);
    return equal;
}

static void only_the_same_bytes_are_equal(void **state)
{
    static const char *const wrong[] = {"",
                                        "hello worl",
                                        "hello world!",
                                        "hello_world",
                                        "Hello world",
                                        "hello worlD"};
    gpg_error_t err = 0;
    (void)state;

    scratch_write("right", "hello world");
    assert_true(is_equal("hello world", &err));
    assert_int_equal(err, 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (is_equal(wrong[i], &err))
            fail_msg("\"%s\" was taken for equal", wrong[i]);
        assert_int_equal(err, 0);
    }
    scratch_write("right", "");
    assert_true(is_equal("", &err));
    assert_false(is_equal("x", &err));
}

/* More than its buffer in one piece, with a difference at the very end. */
static void large_pieces_are_compared_to_the_end(void **state)
{
    const size_t length = 200000;
    struct comparison comparison;
    gpg_error_t err = 0;
    char *bytes = malloc(length + 1);
    (void)state;

    assert_non_null(bytes);
    memset(bytes, 'x', length);
    bytes[length] = '\0';
    scratch_write("right", bytes);
    for (int differs = 0; differs < 2; differs++) {
        bytes[length - 1] = differs ? 'y' : 'x';
        assert_int_equal(comparison_init(&comparison, "right", 1), 0);
        write_all(comparison.data, bytes, length);
        assert_int_equal(comparison_is_equal(&comparison, &err), !differs);
        assert_int_equal(err, 0);
        comparison_release(&comparison);
    }
    free(bytes);
}

/* The sum is of what came, not of what should have come. */
static void what_came_is_summed(void **state)
{
    struct comparison comparison;
    struct checksum expected = {0};
    (void)state;

    scratch_write("right", "hello world");
    checksum_add(&expected, "hello there", 11);
    assert_int_equal(comparison_init(&comparison, "right", 1), 0);
    write_all(comparison.data, "hello", 5);
    write_all(comparison.data, " there", 6);
    assert_true(checksum_equal(&comparison.sum, &expected));
    comparison_release(&comparison);
}

static void a_file_that_cannot_be_opened_is_an_error(void **state)
{
    struct comparison comparison;
    (void)state;

    assert_int_equal(gpg_err_code(comparison_init(&comparison, "missing", 1)),
                     GPG_ERR_ENOENT);
    comparison_release(&comparison);
    comparison_release(&comparison);
}

static void
a_file_that_cannot_be_read_is_an_error_not_a_difference(void **state)
{
    struct comparison comparison;
    gpg_error_t err = 0;
    (void)state;

    /* A directory can be opened, but not read. */
    assert_int_equal(comparison_init(&comparison, ".", 1), 0);
    write_all(comparison.data, "x", 1);
    assert_false(comparison_is_equal(&comparison, &err));
    assert_int_equal(gpg_err_code(err), GPG_ERR_EISDIR);
    comparison_release(&comparison);
}

static void files_are_compared(void **state)
{
    gpg_error_t err = 1;
    (void)state;

    scratch_write("a", "hello");
    scratch_write("same", "hello");
    scratch_write("other", "hellO");
    scratch_write("longer", "hello ");
    scratch_write("empty", "");
    assert_true(comparison_of_files("a", 1, "same", &err));
    assert_int_equal(err, 0);
    assert_false(comparison_of_files("a", 1, "other", &err));
    assert_false(comparison_of_files("a", 1, "longer", &err));
    assert_false(comparison_of_files("longer", 1, "a", &err));
    assert_false(comparison_of_files("a", 1, "empty", &err));
    assert_int_equal(err, 0);
}

static void copies_of_a_file_are_compared_without_making_them(void **state)
{
    struct comparison comparison;
    gpg_error_t err = 0;
    (void)state;

    scratch_write("right", "abc");
    scratch_write("thrice", "abcabcabc");
    scratch_write("swapped", "abcacbabc");
    assert_true(comparison_of_files("right", 3, "thrice", &err));
    assert_int_equal(err, 0);
    assert_false(comparison_of_files("right", 2, "thrice", &err));
    assert_false(comparison_of_files("right", 4, "thrice", &err));
    assert_false(comparison_of_files("right", 3, "swapped", &err));
    assert_int_equal(err, 0);
    assert_int_equal(comparison_init(&comparison, "right", 3), 0);
    write_all(comparison.data, "abcab", 5);
    write_all(comparison.data, "cabc", 4);
    assert_true(comparison_is_equal(&comparison, &err));
    comparison_release(&comparison);
}

static void a_file_that_is_missing_is_an_error(void **state)
{
    gpg_error_t err = 0;
    (void)state;

    scratch_write("a", "hello");
    assert_false(comparison_of_files("a", 1, "missing", &err));
    assert_int_equal(gpg_err_code(err), GPG_ERR_ENOENT);
    assert_false(comparison_of_files("missing", 1, "a", &err));
    assert_int_equal(gpg_err_code(err), GPG_ERR_ENOENT);
    assert_false(comparison_of_files("a", 1, ".", &err));
    assert_int_equal(gpg_err_code(err), GPG_ERR_EISDIR);
    assert_false(comparison_of_files(".", 1, "a", &err));
    assert_int_equal(gpg_err_code(err), GPG_ERR_EISDIR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(only_the_same_bytes_are_equal),
        scratch_test(large_pieces_are_compared_to_the_end),
        scratch_test(what_came_is_summed),
        scratch_test(a_file_that_cannot_be_opened_is_an_error),
        scratch_test(a_file_that_cannot_be_read_is_an_error_not_a_difference),
        scratch_test(files_are_compared),
        scratch_test(copies_of_a_file_are_compared_without_making_them),
        scratch_test(a_file_that_is_missing_is_an_error),
    };
    gpgme_check_version(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
