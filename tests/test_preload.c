/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/preload. */
#include "bench/preload.h"

#include "scratch.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void assert_joined(const char *first, const char *others,
                          const char *expected)
{
    char *joined = preload_join(first, others);

    assert_string_equal(joined, expected);
    free(joined);
}

static void what_is_ours_comes_first(void **state)
{
    (void)state;
    assert_joined("/a.so", NULL, "/a.so");
    assert_joined("/a.so", "", "/a.so");
    assert_joined("/a.so", "/b.so:/c.so", "/a.so:/b.so:/c.so");
}

static void a_plain_path_needs_no_link(void **state)
{
    char *named = NULL;
    (void)state;

    assert_int_equal(preload_name("/no/such.so", ".", "x.so", &named), 0);
    assert_string_equal(named, "/no/such.so");
    assert_int_equal(scratch_count("."), 0);
    free(named);
}

/* ld.so parts the words of LD_PRELOAD at blanks and colons. */
static void a_path_with_blanks_or_colons_gets_one_link_for_all(void **state)
{
    static const char *const directories[] = {"my tools", "a:b"};
    char *here = realpath(".", NULL);
    (void)state;

    for (size_t i = 0; i < sizeof directories / sizeof *directories; i++) {
        char path[64];
        char *first = NULL, *second = NULL;
        assert_int_equal(mkdir(directories[i], 0700), 0);
        snprintf(path, sizeof path, "%s/x.so", directories[i]);
        scratch_write(path, "");
        char *library = realpath(path, NULL);
        assert_int_equal(preload_name(library, here, "link.so", &first), 0);
        assert_int_equal(preload_name(library, here, "link.so", &second), 0);
        assert_string_equal(first, second);
        char *target = realpath(first, NULL);
        assert_string_equal(target, library);
        unlink(first);
        free(target);
        free(library);
        free(first);
        free(second);
    }
    free(here);
}

static void another_file_in_the_links_place_is_an_error(void **state)
{
    char *here = realpath(".", NULL);
    char *named = NULL;
    (void)state;

    assert_int_equal(mkdir("a b", 0700), 0);
    scratch_write("a b/x.so", "");
    scratch_write("link.so", "");
    char *library = realpath("a b/x.so", NULL);
    assert_int_equal(
        gpg_err_code(preload_name(library, here, "link.so", &named)),
        GPG_ERR_EEXIST);
    assert_null(named);
    assert_int_equal(
        gpg_err_code(preload_name(library, "a b", "link.so", &named)),
        GPG_ERR_INV_NAME);
    assert_null(named);
    free(library);
    free(here);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_ours_comes_first),
        scratch_test(a_plain_path_needs_no_link),
        scratch_test(a_path_with_blanks_or_colons_gets_one_link_for_all),
        scratch_test(another_file_in_the_links_place_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
