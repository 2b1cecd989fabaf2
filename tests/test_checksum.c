/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/checksum. */
#include "bench/checksum.h"

#include "close.h"

#include <string.h>

static struct checksum sum_of(const void *bytes, size_t length)
{
    struct checksum sum = {.length = 0};

    checksum_add(&sum, bytes, length);
    return sum;
}

static bool is_same(const char *a, const char *b)
{
    const struct checksum one = sum_of(a, strlen(a));
    const struct checksum other = sum_of(b, strlen(b));

    return checksum_equal(&one, &other);
}

/* On paper: the sums of 1, 2, -4 are 1, 3, -1; the sums of these 1, 4, 3. */
static void the_two_sums_are_fletchers(void **state)
{
    const uint64_t words[] = {1, 2, UINT64_MAX - 3};
    const struct checksum sum = sum_of(words, sizeof words);
    (void)state;

    assert_true(sum.first == UINT64_MAX);
    assert_true(sum.second == 3);
    assert_int_equal(sum.length, 24);
}

static void pieces_add_up_to_the_whole(void **state)
{
    static const char bytes[] = "the quick brown fox jumps over the lazy dog";
    const size_t length = sizeof bytes - 1;
    const struct checksum whole = sum_of(bytes, length);
    (void)state;

    for (size_t piece = 1; piece <= length; piece++) {
        struct checksum sum = {.length = 0};
        for (size_t at = 0; at < length; at += piece)
            checksum_add(&sum, bytes + at,
                         length - at < piece ? length - at : piece);
        assert_true(checksum_equal(&sum, &whole));
        checksum_add(&sum, bytes, 0);
        assert_true(checksum_equal(&sum, &whole));
    }
}

static void what_is_not_the_same_differs(void **state)
{
    (void)state;
    assert_true(is_same("", ""));
    assert_true(is_same("abcdefghij", "abcdefghij"));
    assert_false(is_same("abcdefghij", "abcdefghiJ")); /* in the rest */
    assert_false(is_same("abcdefghij", "Abcdefghij")); /* in a word */
    assert_false(is_same("abcdefghij", "abcdefghi"));
    assert_false(is_same("abcdefgh", "abcdefghi"));
    assert_false(is_same("aaaaaaaabbbbbbbb", "bbbbbbbbaaaaaaaa"));
}

static void missing_zeros_are_seen(void **state)
{
    static const char zeros[24];
    const struct checksum one = sum_of(zeros, 16);
    const struct checksum other = sum_of(zeros, 24);
    (void)state;

    assert_false(checksum_equal(&one, &other));
}

/* Bytes of an earlier, longer rest do not count. */
static void what_stood_in_the_rest_before_does_not_count(void **state)
{
    struct checksum sum = sum_of("abcdefg", 7);
    const struct checksum whole = sum_of("abcdefgh12", 10);
    (void)state;

    checksum_add(&sum, "h12", 3);
    assert_true(checksum_equal(&sum, &whole));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_two_sums_are_fletchers),
        cmocka_unit_test(pieces_add_up_to_the_whole),
        cmocka_unit_test(what_is_not_the_same_differs),
        cmocka_unit_test(missing_zeros_are_seen),
        cmocka_unit_test(what_stood_in_the_rest_before_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
