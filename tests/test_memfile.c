/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/memfile.  Its argument is the method that is to be used: it
 * is run once as it is, and once without memfd_create (old_kernel). */
#include "bench/memfile.h"

#include "close.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static enum memfile_method expected;

static void bytes_written_are_read_back(void **state)
{
    enum memfile_method method = MEMFILE_NONE;
    char bytes[8] = "";
    (void)state;

    const int fd = memfile_open("pgpbench-test", &method);
    assert_true(fd >= 0);
    assert_int_equal(method, expected);
    assert_int_equal(write(fd, "payload", 7), 7);
    assert_int_equal(pread(fd, bytes, sizeof bytes, 0), 7);
    assert_string_equal(bytes, "payload");
    assert_int_equal(ftruncate(fd, 0), 0);
    close(fd);
}

static void each_is_one_of_its_own(void **state)
{
    (void)state;

    const int one = memfile_open("pgpbench-test", NULL);
    const int other = memfile_open("pgpbench-test", NULL);
    assert_true(one >= 0 && other >= 0);
    assert_int_equal(write(one, "x", 1), 1);
    assert_int_equal(lseek(other, 0, SEEK_END), 0);
    close(one);
    close(other);
}

static void it_is_closed_at_exec(void **state)
{
    (void)state;

    const int fd = memfile_open("pgpbench-test", NULL);
    assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    close(fd);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_written_are_read_back),
        cmocka_unit_test(each_is_one_of_its_own),
        cmocka_unit_test(it_is_closed_at_exec),
    };
    expected =
        argc > 1 && strcmp(argv[1], "shm") == 0 ? MEMFILE_SHM : MEMFILE_MEMFD;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
