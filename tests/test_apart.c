/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/apart.  Each works in a fork of the test, since the call may
 * return in another process than it was made in. */
#include "bench/apart.h"

#include "offspring.h"

#include "close.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the process that measures ends with. */
enum ending { HAS_NO_CHILDREN = 10, HAS_CHILDREN, IS_THE_SAME, HAS_FAILED };

static bool has_children(void)
{
    siginfo_t info;
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/* How a fork with a child of its own, if WANTS_CHILD, ends that goes apart
 * and then lets MEASURE say how it ends. */
static int status_of(bool wants_child, int (*measure)(pid_t before))
{
    int status = 0;
    const pid_t pid = fork();

    if (pid == 0) {
        const pid_t child = wants_child ? offspring_waiting() : 0;
        const pid_t before = getpid();
        const gpg_error_t err = apart_from_children();
        if (child > 0)
            kill(child, SIGKILL); /* it has served */
        _exit(err ? HAS_FAILED : measure(before));
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

static int say_children(pid_t before)
{
    if (getpid() == before)
        return IS_THE_SAME;
    return has_children() ? HAS_CHILDREN : HAS_NO_CHILDREN;
}

static int end_by_signal(pid_t before)
{
    (void)before;
    raise(SIGTERM);
    return HAS_FAILED;
}

/* The one who is known is sent a signal; who measures must get it. */
static int wait_for_signal(pid_t before)
{
    sigset_t awaited;
    int number = 0;

    sigemptyset(&awaited);
    sigaddset(&awaited, SIGUSR1);
    sigprocmask(SIG_BLOCK, &awaited, NULL);
    if (kill(before, SIGUSR1) != 0 || sigwait(&awaited, &number) != 0)
        return HAS_FAILED;
    return number;
}

static void without_children_nothing_changes(void **state)
{
    (void)state;

    const int status = status_of(false, say_children);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), IS_THE_SAME);
}

static void who_measures_has_none_of_the_children(void **state)
{
    (void)state;

    const int status = status_of(true, say_children);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), HAS_NO_CHILDREN);
}

static void an_end_by_a_signal_is_passed_up(void **state)
{
    (void)state;

    const int status = status_of(true, end_by_signal);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGTERM);
}

static void a_signal_is_passed_down(void **state)
{
    (void)state;

    const int status = status_of(true, wait_for_signal);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), SIGUSR1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_children_nothing_changes),
        cmocka_unit_test(who_measures_has_none_of_the_children),
        cmocka_unit_test(an_end_by_a_signal_is_passed_up),
        cmocka_unit_test(a_signal_is_passed_down),
    };
    alarm(20);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
