/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/rescue, with pipes made by hand. */
#include "bench/rescue.h"

#include "close.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Make a pipe, fill it, and take its reader away: GPGME's trap.  Returns the
 * end to write to. */
static int broken_pipe(void)
{
    static const char bytes[4096];
    int ends[2];

    assert_int_equal(pipe2(ends, O_NONBLOCK | O_CLOEXEC), 0);
    while (write(ends[1], bytes, sizeof bytes) > 0)
        ;
    assert_int_equal(errno, EAGAIN);
    close(ends[0]);
    return ends[1];
}

static bool is_pipe(int fd)
{
    struct stat about;

    assert_int_equal(fstat(fd, &about), 0);
    return S_ISFIFO(about.st_mode);
}

static void a_broken_full_pipe_can_be_written_again(void **state)
{
    struct rescue rescue;
    (void)state;

    rescue_init(&rescue);
    const int fd = broken_pipe();
    assert_int_equal(write(fd, "", 1), -1);
    rescue_broken_pipes(&rescue);
    assert_false(is_pipe(fd));
    assert_int_equal(write(fd, "", 1), 1);
    /* The next gpg must not inherit it. */
    assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    close(fd);
}

static void what_was_open_before_is_not_touched(void **state)
{
    struct rescue rescue;
    const int fd = broken_pipe();
    (void)state;

    rescue_init(&rescue);
    rescue_broken_pipes(&rescue);
    assert_true(is_pipe(fd));
    close(fd);
}

static void a_pipe_that_is_read_is_not_touched(void **state)
{
    struct rescue rescue;
    int ends[2];
    (void)state;

    rescue_init(&rescue);
    assert_int_equal(pipe(ends), 0);
    rescue_broken_pipes(&rescue);
    assert_true(is_pipe(ends[0]));
    assert_true(is_pipe(ends[1]));
    assert_int_equal(write(ends[1], "", 1), 1);
    close(ends[1]);
    /* Its writer gone, a reader only reads the end. */
    rescue_broken_pipes(&rescue);
    assert_true(is_pipe(ends[0]));
    close(ends[0]);
}

/* poll takes no more descriptors than the process may have: a small system
 * allows 256. */
static void it_works_where_few_files_may_be_open(void **state)
{
    struct rlimit before;
    struct rescue rescue;
    (void)state;

    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    const struct rlimit few = {256, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    rescue_init(&rescue);
    const int fd = broken_pipe();
    rescue_broken_pipes(&rescue);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_false(is_pipe(fd));
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_broken_full_pipe_can_be_written_again),
        cmocka_unit_test(what_was_open_before_is_not_touched),
        cmocka_unit_test(a_pipe_that_is_read_is_not_touched),
        cmocka_unit_test(it_works_where_few_files_may_be_open),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
