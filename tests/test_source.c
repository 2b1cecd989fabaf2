/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/source. */
#include "bench/source.h"

#include "scratch.h"

#include "close.h"

#include <errno.h>

/* All of COPIES of "file", read LENGTH bytes at a time, is EXPECTED. */
static void assert_read(uint32_t copies, size_t length, const char *expected)
{
    struct source source;
    char bytes[64] = "";
    size_t done = 0;
    ssize_t got = 0;

    assert_int_equal(source_open(&source, "file", copies), 0);
    while ((got = source_read(&source, bytes + done, length)) > 0) {
        assert_true((size_t)got <= length);
        done += (size_t)got;
    }
    assert_int_equal(got, 0);
    assert_int_equal(source_read(&source, bytes, length), 0);
    assert_string_equal(bytes, expected);
    source_close(&source);
}

static void the_file_comes_as_often_as_asked(void **state)
{
    (void)state;
    scratch_write("file", "abc");
    for (size_t length = 1; length <= 9; length++) {
        assert_read(1, length, "abc");
        assert_read(3, length, "abcabcabc");
        assert_read(0, length, "");
    }
}

static void an_empty_file_is_empty_however_often(void **state)
{
    (void)state;
    scratch_write("file", "");
    assert_read(1, 8, "");
    assert_read(UINT32_MAX, 8, "");
}

static void a_full_read_goes_over_the_end_of_a_copy(void **state)
{
    struct source source;
    char bytes[16] = "";
    (void)state;

    scratch_write("file", "abc");
    assert_int_equal(source_open(&source, "file", 3), 0);
    assert_int_equal(source_read_full(&source, bytes, 5), 5);
    assert_memory_equal(bytes, "abcab", 5);
    assert_int_equal(source_read_full(&source, bytes, 5), 4);
    assert_memory_equal(bytes, "cabc", 4);
    assert_int_equal(source_read_full(&source, bytes, 5), 0);
    source_close(&source);
}

static void what_cannot_be_read_is_an_error(void **state)
{
    struct source source;
    char byte = 0;
    (void)state;

    assert_int_equal(gpg_err_code(source_open(&source, "missing", 1)),
                     GPG_ERR_ENOENT);
    source_close(&source);
    /* A directory can be opened, but not read. */
    assert_int_equal(source_open(&source, ".", 1), 0);
    assert_int_equal(source_read(&source, &byte, 1), -1);
    assert_int_equal(errno, EISDIR);
    assert_int_equal(source_read_full(&source, &byte, 1), -1);
    source_close(&source);
    source_close(&source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(the_file_comes_as_often_as_asked),
        scratch_test(an_empty_file_is_empty_however_often),
        scratch_test(a_full_read_goes_over_the_end_of_a_copy),
        scratch_test(what_cannot_be_read_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
