/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/fixture, all but the digest, which is gpg's. */
#include "bench/fixture.h"

#include "scratch.h"

#include "close.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* PATH is refused as WHAT, with ADVICE in the advice. */
static void assert_refused(const char *path, enum fault_what what,
                           const char *advice)
{
    struct fixture fixture = {.path = NULL};
    struct fault fault = {.what = FAULT_NONE};

    if (fixture_init(&fixture, path, &fault) == 0)
        fail_msg("%s was accepted", path);
    assert_int_equal(fault.what, what);
    assert_string_equal(fault.thing, path);
    assert_non_null(fault.advice);
    if (!strstr(fault.advice, advice))
        fail_msg("%s: %s", path, fault.advice);
    fault_release(&fault);
    fixture_release(&fixture);
}

static void assert_accepted(struct fixture *fixture, const char *path)
{
    struct fault fault = {.what = FAULT_NONE};

    *fixture = (struct fixture){.path = NULL};
    if (fixture_init(fixture, path, &fault) != 0)
        fail_msg("%s: %s", path, fault.advice);
    assert_false(fault_is_set(&fault));
}

static void a_file_that_was_written_to_or_replaced_has_changed(void **state)
{
    struct fixture fixture;
    struct timespec times[2] = {{0, UTIME_NOW}, {1, 0}};
    (void)state;

    scratch_write("file", "hello");
    assert_accepted(&fixture, "file");
    assert_true(fixture_is_unchanged(&fixture));
    scratch_write("file", "hello again");
    assert_false(fixture_is_unchanged(&fixture));
    fixture_release(&fixture);

    assert_accepted(&fixture, "file");
    assert_int_equal(utimensat(AT_FDCWD, "file", times, 0), 0);
    assert_false(fixture_is_unchanged(&fixture));
    fixture_release(&fixture);

    /* The twin has the same size and time. */
    scratch_write("twin", "hello again");
    assert_int_equal(utimensat(AT_FDCWD, "twin", times, 0), 0);
    assert_accepted(&fixture, "file");
    assert_int_equal(rename("twin", "file"), 0);
    assert_false(fixture_is_unchanged(&fixture));
    assert_int_equal(unlink("file"), 0);
    assert_false(fixture_is_unchanged(&fixture));
    fixture_release(&fixture);
}

static void a_file_has_its_size_and_an_absolute_path(void **state)
{
    struct fixture fixture;
    char *path = NULL;
    (void)state;

    scratch_write("file", "hello");
    assert_accepted(&fixture, "./file");
    assert_int_equal(fixture.size_bytes, 5);
    path = realpath("file", NULL);
    assert_string_equal(fixture.path, path);
    free(path);
    fixture_release(&fixture);
    assert_null(fixture.path);
    fixture_release(&fixture);
}

static void an_empty_file_is_a_file(void **state)
{
    struct fixture fixture;
    (void)state;

    scratch_write("empty", "");
    assert_accepted(&fixture, "empty");
    assert_int_equal(fixture.size_bytes, 0);
    fixture_release(&fixture);
}

static void a_link_to_a_file_is_followed(void **state)
{
    struct fixture fixture;
    (void)state;

    scratch_write("file", "hello");
    assert_int_equal(symlink("file", "link"), 0);
    assert_accepted(&fixture, "link");
    assert_int_equal(fixture.size_bytes, 5);
    assert_non_null(strstr(fixture.path, "/file"));
    fixture_release(&fixture);
}

static void what_is_not_there_is_refused(void **state)
{
    (void)state;
    assert_int_equal(symlink("nowhere", "dangling"), 0);
    assert_int_equal(symlink("loop", "loop"), 0);
    scratch_write("file", "");
    assert_refused("missing", FAULT_UNREADABLE, "that is there");
    assert_refused("", FAULT_UNREADABLE, "that is there");
    assert_refused("dangling", FAULT_UNREADABLE, "that is there");
    assert_refused("loop", FAULT_UNREADABLE, "that is there");
    assert_refused("file/file", FAULT_UNREADABLE, "that is there");
}

static void what_may_not_be_read_is_refused(void **state)
{
    (void)state;
    if (geteuid() == 0)
        skip(); /* root may read all */
    scratch_write("secret", "x");
    assert_int_equal(chmod("secret", 0), 0);
    assert_refused("secret", FAULT_UNREADABLE, "you may read");
}

static void what_is_no_regular_file_is_refused(void **state)
{
    const struct sockaddr_un address = {AF_UNIX, "socket"};
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    (void)state;

    assert_int_equal(
        bind(fd, (const struct sockaddr *)&address, sizeof address), 0);
    close(fd);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(symlink("/dev/zero", "link"), 0);
    assert_refused(".", FAULT_NOT_A_FILE, "a directory");
    assert_refused("pipe", FAULT_NOT_A_FILE, "a pipe");
    assert_refused("socket", FAULT_NOT_A_FILE, "a socket");
    assert_refused("/dev/null", FAULT_NOT_A_FILE, "a device");
    assert_refused("link", FAULT_NOT_A_FILE, "a device");
}

/* procfs says size 0, sysfs says a page; both have another content. */
static void a_file_whose_size_is_not_true_is_refused(void **state)
{
    (void)state;
    assert_refused("/proc/version", FAULT_NOT_A_FILE, "size");
    if (access("/sys/devices/system/cpu/online", R_OK) == 0)
        assert_refused("/sys/devices/system/cpu/online", FAULT_NOT_A_FILE,
                       "size");
}

static void copies_are_written_one_behind_the_other(void **state)
{
    struct fixture fixture;
    struct stat about;
    (void)state;

    scratch_write("file", "abc");
    assert_accepted(&fixture, "file");
    assert_int_equal(fixture_write(&fixture, 1, "once"), 0);
    assert_int_equal(fixture_write(&fixture, 4, "more"), 0);
    scratch_assert_content("once", "abc");
    scratch_assert_content("more", "abcabcabcabc");
    assert_int_equal(stat("more", &about), 0);
    assert_int_equal(about.st_mode & 077, 0);
    fixture_release(&fixture);
}

/* The second answer is remembered: the file may have gone by then. */
static void a_checksum_is_that_of_the_copies_and_remembered(void **state)
{
    struct fixture fixture;
    struct checksum right = {.length = 0};
    (void)state;

    scratch_write("file", "abc");
    assert_accepted(&fixture, "file");
    checksum_add(&right, "abcabcabc", 9);
    const struct checksum *sum = fixture_checksum(&fixture, 3);
    assert_non_null(sum);
    assert_true(checksum_equal(sum, &right));
    sum = fixture_checksum(&fixture, 1);
    assert_non_null(sum);
    assert_int_equal(sum->length, 3);
    assert_int_equal(unlink("file"), 0);
    sum = fixture_checksum(&fixture, 3);
    assert_non_null(sum);
    assert_true(checksum_equal(sum, &right));
    assert_null(fixture_checksum(&fixture, 2));
    fixture_release(&fixture);
}

static void a_target_that_is_there_stays_as_it_is(void **state)
{
    struct fixture fixture;
    (void)state;

    scratch_write("file", "abc");
    scratch_write("target", "old");
    assert_accepted(&fixture, "file");
    assert_int_equal(gpg_err_code(fixture_write(&fixture, 1, "target")),
                     GPG_ERR_EEXIST);
    scratch_assert_content("target", "old");
    fixture_release(&fixture);
}

/* A limit on the size of files stands for a full medium. */
static void what_does_not_fit_leaves_nothing(void **state)
{
    struct fixture fixture;
    struct rlimit before;
    (void)state;

    signal(SIGXFSZ, SIG_IGN);
    scratch_write("file", "abcdefgh");
    assert_accepted(&fixture, "file");
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit small = {64, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    const gpg_error_t err = fixture_write(&fixture, 9, "target");
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(gpg_err_code(err), GPG_ERR_EFBIG);
    assert_false(scratch_is_there("target"));
    fixture_release(&fixture);
}

static void a_fixture_that_has_gone_leaves_nothing(void **state)
{
    struct fixture fixture;
    (void)state;

    scratch_write("file", "abc");
    assert_accepted(&fixture, "file");
    assert_int_equal(unlink("file"), 0);
    assert_int_equal(gpg_err_code(fixture_write(&fixture, 1, "target")),
                     GPG_ERR_ENOENT);
    assert_false(scratch_is_there("target"));
    fixture_release(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(a_file_that_was_written_to_or_replaced_has_changed),
        scratch_test(a_file_has_its_size_and_an_absolute_path),
        scratch_test(an_empty_file_is_a_file),
        scratch_test(a_link_to_a_file_is_followed),
        scratch_test(what_is_not_there_is_refused),
        scratch_test(what_may_not_be_read_is_refused),
        scratch_test(what_is_no_regular_file_is_refused),
        cmocka_unit_test(a_file_whose_size_is_not_true_is_refused),
        scratch_test(copies_are_written_one_behind_the_other),
        scratch_test(a_checksum_is_that_of_the_copies_and_remembered),
        scratch_test(a_target_that_is_there_stays_as_it_is),
        scratch_test(what_does_not_fit_leaves_nothing),
        scratch_test(a_fixture_that_has_gone_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
