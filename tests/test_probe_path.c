/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of probe/path. */
#include "probe/path.h"

#include "close.h"
#include "scratch.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void a_path_is_below_only_at_a_slash(void **state)
{
    (void)state;
    assert_true(path_is_below("/a/b", "/a/b"));
    assert_true(path_is_below("/a/b/c", "/a/b"));
    assert_true(path_is_below("/a/b/", "/a/b"));
    assert_false(path_is_below("/a/bc", "/a/b"));
    assert_false(path_is_below("/a", "/a/b"));
    assert_false(path_is_below("/c/a/b", "/a/b"));
    assert_true(path_is_below("/anything", ""));
}

static void any_of_the_directories_will_do(void **state)
{
    static struct ledger ledger = {.directory_count = 2,
                                   .directories = {"/work", "/home"}};
    (void)state;
    assert_true(path_is_watched(&ledger, "/work/a"));
    assert_true(path_is_watched(&ledger, "/home/.gnupg"));
    assert_false(path_is_watched(&ledger, "/etc"));
    ledger.directory_count = 1;
    assert_false(path_is_watched(&ledger, "/home/.gnupg"));
}

static void assert_spelled(const char *path, const char *expected)
{
    char buffer[PATH_BYTES];
    const char *spelled = path_make_absolute(AT_FDCWD, path, buffer);
    assert_non_null(spelled);
    assert_string_equal(spelled, expected);
}

static void dots_and_double_slashes_go(void **state)
{
    (void)state;
    assert_spelled("/a/b", "/a/b");
    assert_spelled("/a/./b/../c", "/a/c");
    assert_spelled("//a//b", "/a/b");
    assert_spelled("/a/.b/..c", "/a/.b/..c");
    assert_spelled("/../../a", "/a");
    assert_spelled("/a/..", "");
}

static void a_relative_path_begins_where_we_are(void **state)
{
    char here[PATH_BYTES];
    char expected[PATH_BYTES + 8];
    (void)state;
    assert_non_null(getcwd(here, sizeof here));
    snprintf(expected, sizeof expected, "%s/x/y", here);
    assert_spelled("x/./y", expected);
    assert_int_equal(chdir("/"), 0);
    assert_spelled("x", "/x");
    assert_int_equal(chdir(here), 0);
}

static void or_in_an_open_directory(void **state)
{
    char here[PATH_BYTES];
    char expected[PATH_BYTES + 8];
    char buffer[PATH_BYTES];
    (void)state;
    assert_non_null(getcwd(here, sizeof here));
    snprintf(expected, sizeof expected, "%s/d/x", here);
    assert_int_equal(mkdir("d", 0700), 0);
    const int directory = open("d", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_true(directory >= 0);
    const char *spelled = path_make_absolute(directory, "x", buffer);
    assert_string_equal(spelled, expected);
    close(directory);
    assert_null(path_make_absolute(directory, "x", buffer));
    assert_null(path_make_absolute(-1, "x", buffer));
}

static void what_does_not_fit_is_refused(void **state)
{
    char buffer[PATH_BYTES];
    char longest[PATH_BYTES + 2] = "/.";
    (void)state;
    memset(longest + 2, 'x', sizeof longest - 2);
    longest[PATH_BYTES - 1] = '\0';
    assert_non_null(path_make_absolute(AT_FDCWD, longest, buffer));
    longest[PATH_BYTES - 1] = 'x';
    longest[PATH_BYTES] = '\0';
    assert_null(path_make_absolute(AT_FDCWD, longest, buffer));
    assert_null(path_make_absolute(AT_FDCWD, "", buffer));
    assert_null(path_make_absolute(AT_FDCWD, NULL, buffer));
}

static void the_kernel_tells_the_path_of_a_descriptor(void **state)
{
    char path[PATH_BYTES];
    int ends[2];
    (void)state;
    const int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    assert_int_equal(dup2(fd, 1000), 1000);
    assert_true(path_of_fd(1000, path));
    assert_string_equal(path, "/dev/null");
    assert_int_equal(pipe(ends), 0);
    assert_false(path_of_fd(ends[0], path));
    assert_false(path_of_fd(-1, path));
    close(fd);
    close(1000);
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_is_below_only_at_a_slash),
        cmocka_unit_test(any_of_the_directories_will_do),
        cmocka_unit_test(dots_and_double_slashes_go),
        scratch_test(a_relative_path_begins_where_we_are),
        scratch_test(or_in_an_open_directory),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(the_kernel_tells_the_path_of_a_descriptor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
