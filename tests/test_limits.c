/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/limits, with limits set here. */
#include "bench/limits.h"

#include "close.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void a_limit_on_files_is_its_bytes(void **state)
{
    struct rlimit before;
    (void)state;

    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit little = {4096, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    const int64_t bytes = limits_file_bytes();
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(bytes, 4096);
}

/* As a user with no process of its own: root is under no such limit. */
static int status_of_a_process_that_may_have_none(void)
{
    const struct rlimit none = {0, 0};
    int status = 0;
    const pid_t pid = fork();

    if (pid == 0) {
        if (getuid() == 0 && setuid(64321) != 0)
            _exit(2);
        setrlimit(RLIMIT_NPROC, &none);
        _exit(limits_allow_processes() ? 1 : 0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

static void a_limit_on_processes_is_found_by_trying(void **state)
{
    (void)state;
    assert_true(limits_allow_processes());
    assert_int_equal(status_of_a_process_that_may_have_none(), 0);
}

static void nothing_that_was_tried_is_left(void **state)
{
    (void)state;
    limits_allow_processes();
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limit_on_files_is_its_bytes),
        cmocka_unit_test(a_limit_on_processes_is_found_by_trying),
        cmocka_unit_test(nothing_that_was_tried_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
