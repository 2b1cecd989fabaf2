/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of probe/fds. */
#include "probe/fds.h"

#include "close.h"
#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static struct ledger ledger;

/* The directory of the test is watched. */
static int enter(void **state)
{
    const int status = scratch_enter(state);
    ledger.directory_count = 1;
    if (status == 0 && !getcwd(ledger.directories[0], LEDGER_PATH_BYTES))
        return -1;
    fds_forget_range(0, ~0U);
    return status;
}

static void assert_class(int fd, enum fd_class expected)
{
    assert_true(fd >= 0);
    assert_int_equal(fds_class(&ledger, fd), expected);
    assert_int_equal(fds_known_class(fd), expected);
    fds_forget(fd);
    close(fd);
}

static void each_kind_of_descriptor_is_told_apart(void **state)
{
    int ends[2];
    (void)state;
    assert_class(open("file", O_CREAT | O_RDWR | O_CLOEXEC, 0600), FD_FLASH);
    assert_class(open(".", O_RDONLY | O_CLOEXEC), FD_OTHER);
    assert_class(open("/dev/null", O_RDONLY | O_CLOEXEC), FD_OTHER);
    assert_class(open("/proc/self/status", O_RDONLY | O_CLOEXEC), FD_OTHER);
    assert_class(open("/dev/random", O_RDONLY | O_CLOEXEC), FD_RANDOM);
    assert_class(open("/dev/urandom", O_RDONLY | O_CLOEXEC), FD_RANDOM);
    assert_int_equal(pipe(ends), 0);
    assert_class(ends[0], FD_PIPE);
    assert_class(ends[1], FD_PIPE);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    assert_class(ends[0], FD_SOCKET);
    assert_class(ends[1], FD_SOCKET);
}

static void a_link_from_elsewhere_does_not_hide_a_file(void **state)
{
    (void)state;
    assert_int_equal(mkdir("far", 0700), 0);
    strcat(ledger.directories[0], "/near");
    assert_int_equal(mkdir("near", 0700), 0);
    assert_int_equal(symlink("../near/file", "far/link"), 0);
    assert_class(open("far/link", O_CREAT | O_RDWR | O_CLOEXEC, 0600),
                 FD_FLASH);
    assert_class(open("far/file", O_CREAT | O_RDWR | O_CLOEXEC, 0600),
                 FD_OTHER);
}

static void what_was_removed_is_still_on_flash(void **state)
{
    (void)state;
    const int fd = open("file", O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    assert_int_equal(unlink("file"), 0);
    assert_class(fd, FD_FLASH);
}

static void the_kernel_is_asked_once_until_it_is_closed(void **state)
{
    int ends[2];
    (void)state;
    const int fd = open("file", O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    assert_int_equal(fds_known_class(fd), FD_UNKNOWN);
    assert_int_equal(fds_class(&ledger, fd), FD_FLASH);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(dup2(ends[0], fd), fd);
    assert_int_equal(fds_class(&ledger, fd), FD_FLASH);
    fds_forget(fd);
    assert_int_equal(fds_class(&ledger, fd), FD_PIPE);
    fds_forget_range((unsigned)fd, (unsigned)fd);
    assert_class(fd, FD_PIPE);
    close(ends[0]);
    close(ends[1]);
}

static void beyond_the_table_it_is_asked_each_time(void **state)
{
    (void)state;
    const int fd = open("file", O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    const int high = fcntl(fd, F_DUPFD_CLOEXEC, 2000);
    close(fd);
    if (high < 0)
        skip(); /* not so many are allowed here */
    assert_int_equal(fds_class(&ledger, high), FD_FLASH);
    assert_int_equal(fds_known_class(high), FD_UNKNOWN);
    fds_forget(high);
    close(high);
}

static void a_file_opened_by_a_watched_path_is_known_at_once(void **state)
{
    (void)state;
    const int fd = open("file", O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    const int directory = open(".", O_RDONLY | O_CLOEXEC);
    fds_opened(fd, true);
    fds_opened(directory, true);
    assert_int_equal(fds_known_class(fd), FD_FLASH);
    assert_int_equal(fds_known_class(directory), FD_OTHER);
    fds_opened(fd, false);
    assert_int_equal(fds_known_class(fd), FD_UNKNOWN);
    close(fd);
    close(directory);
}

static void what_is_not_open_does_not_disturb_errno(void **state)
{
    (void)state;
    errno = EINTR;
    assert_int_equal(fds_class(&ledger, 900), FD_OTHER);
    assert_int_equal(fds_class(&ledger, -1), FD_OTHER);
    assert_int_equal(fds_class(&ledger, 1000000), FD_OTHER);
    fds_opened(901, true);
    assert_int_equal(errno, EINTR);
}

#define fds_test(function) \
    cmocka_unit_test_setup_teardown(function, enter, scratch_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        fds_test(each_kind_of_descriptor_is_told_apart),
        fds_test(a_link_from_elsewhere_does_not_hide_a_file),
        fds_test(what_was_removed_is_still_on_flash),
        fds_test(the_kernel_is_asked_once_until_it_is_closed),
        fds_test(beyond_the_table_it_is_asked_each_time),
        fds_test(a_file_opened_by_a_watched_path_is_known_at_once),
        fds_test(what_is_not_open_does_not_disturb_errno),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
