/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/children, with real processes.  How much CPU time they use
 * is what they spin for by their own clock; the kernel rounds user and sys
 * down to a microsecond each (cputime_adjust), hence the slack. */
#include "bench/children.h"

#include "bench/clock.h"
#include "offspring.h"

#include "close.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#define BURNT_NS (10 * NS_PER_MS)
#define SLACK_NS (10 * NS_PER_US)

/* Long enough for any machine; nothing waits so long unless it is broken. */
#define LIMIT_NS (20 * NS_PER_S)

static void adopting_undoes_what_our_parent_did(void **state)
{
    struct children children;
    struct sigaction action;
    sigset_t mask;
    (void)state;

    signal(SIGCHLD, SIG_IGN);
    sigemptyset(&mask);
    sigaddset(&mask, SIGTERM);
    sigprocmask(SIG_BLOCK, &mask, NULL);
    children_adopt(&children);
    sigprocmask(SIG_SETMASK, NULL, &mask);
    sigaction(SIGCHLD, NULL, &action);
    assert_false(sigismember(&mask, SIGTERM));
    assert_true(action.sa_handler == SIG_DFL);
    assert_true(children.adopts);
    assert_int_equal(children.kept_count, 0);
}

static void an_orphan_is_adopted_and_accounted(void **state)
{
    struct children children;
    struct usage usage = {.count = 0};
    (void)state;

    children_adopt(&children);
    const int64_t before_ns = children_waited_cpu_ns();
    offspring_orphan(BURNT_NS, 0);
    assert_true(children_await(&children, 1, LIMIT_NS, &usage));
    assert_int_equal(usage.count, 1);
    assert_int_equal(usage.status, 0);
    assert_true(usage.cpu_ns >= BURNT_NS - SLACK_NS);
    assert_true(usage.user_ns >= 0 && usage.user_ns <= usage.cpu_ns);
    assert_true(usage.peak_rss_bytes > 0);
    assert_true(usage.minor_faults > 0);
    assert_true(children_waited_cpu_ns() - before_ns >= usage.cpu_ns);
}

static void as_many_are_awaited_as_are_wanted(void **state)
{
    struct children children;
    struct usage usage = {.count = 0};
    (void)state;

    children_adopt(&children);
    offspring_orphan(0, 0);
    offspring_orphan(BURNT_NS, 0);
    assert_true(children_await(&children, 2, LIMIT_NS, &usage));
    assert_int_equal(usage.count, 2);
    assert_true(usage.cpu_ns >= BURNT_NS - SLACK_NS);
    assert_false(children_await(&children, 3, NS_PER_MS, &usage));
}

static void settling_leaves_nobody_alive_but_the_kept(void **state)
{
    struct children children;
    struct usage usage = {.count = 0};
    (void)state;

    children_adopt(&children);
    const pid_t kept = offspring_waiting();
    assert_int_equal(children_keep(&children, kept), 0);
    offspring_orphan(BURNT_NS, 0);
    children_settle(&children, LIMIT_NS);
    /* It has been reaped: nobody is left to be counted. */
    assert_false(children_await(&children, 1, 0, &usage));
    assert_true(offspring_is_alive(kept));
    offspring_end(kept);
}

static void usage_adds_up_over_processes(void **state)
{
    struct children children;
    struct usage usage = {.count = 0};
    (void)state;

    children_adopt(&children);
    const pid_t one = offspring_ending(0);
    const pid_t other = offspring_ending(3);
    const pid_t last = offspring_ending(4);
    offspring_await_end(one);
    offspring_await_end(other);
    offspring_await_end(last);
    children_reap(&children, &usage);
    assert_int_equal(usage.count, 3);
    assert_true(WIFEXITED(usage.status));
    assert_int_equal(WEXITSTATUS(usage.status), 3);
    children_reap(&children, &usage);
    assert_int_equal(usage.count, 3);
}

static void a_death_by_signal_shows_in_the_status(void **state)
{
    struct children children;
    struct usage usage = {.count = 0};
    (void)state;

    children_adopt(&children);
    kill(offspring_waiting(), SIGKILL);
    assert_true(children_await(&children, 1, LIMIT_NS, &usage));
    assert_true(WIFSIGNALED(usage.status));
    assert_int_equal(WTERMSIG(usage.status), SIGKILL);
}

static void where_none_ends_the_waiting_ends_in_time(void **state)
{
    struct children children;
    struct usage usage = {.count = 0};
    (void)state;

    children_adopt(&children);
    assert_false(children_await(&children, 1, 0, &usage));
    const pid_t pid = offspring_waiting();
    assert_false(children_await(&children, 1, NS_PER_MS, &usage));
    assert_int_equal(usage.count, 0);
    assert_true(offspring_is_alive(pid));
    offspring_end(pid);
}

static void a_kept_process_is_not_waited_for(void **state)
{
    struct children children;
    struct usage usage = {.count = 0};
    (void)state;

    children_adopt(&children);
    const pid_t pid = offspring_waiting();
    assert_int_equal(children_keep(&children, pid), 0);
    assert_false(children_await(&children, 1, NS_PER_MS, &usage));
    assert_int_equal(children.kept_count, 1);
    kill(pid, SIGKILL);
    offspring_await_end(pid);
    assert_false(children_await(&children, 1, 0, &usage));
    assert_int_equal(usage.count, 0);
    assert_int_equal(children.kept_count, 0);
    assert_int_equal(waitpid(pid, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void a_forgotten_process_is_counted_again(void **state)
{
    struct children children;
    struct usage usage = {.count = 0};
    (void)state;

    children_adopt(&children);
    const pid_t pid = offspring_ending(0);
    assert_int_equal(children_keep(&children, 1), 0);
    assert_int_equal(children_keep(&children, pid), 0);
    children_forget(&children, pid);
    assert_int_equal(children.kept_count, 1);
    assert_true(children_await(&children, 1, LIMIT_NS, &usage));
}

static void keeping_twice_is_keeping_once(void **state)
{
    struct children children;
    (void)state;

    children_adopt(&children);
    for (pid_t pid = 1; pid <= CHILDREN_KEPT_MAX; pid++)
        assert_int_equal(children_keep(&children, pid), 0);
    assert_int_equal(children_keep(&children, 1), 0);
    assert_int_equal(children.kept_count, CHILDREN_KEPT_MAX);
    assert_int_equal(
        gpg_err_code(children_keep(&children, CHILDREN_KEPT_MAX + 1)),
        GPG_ERR_TOO_MANY);
}

static void killing_ends_grandchildren_too(void **state)
{
    struct children children;
    struct usage usage = {.count = 0};
    pid_t grandchild = 0;
    (void)state;

    children_adopt(&children);
    offspring_family(&grandchild);
    children_kill(&children);
    while (usage.count < 2) {
        struct usage more = {.count = 0};
        assert_true(children_await(&children, 1, LIMIT_NS, &more));
        usage.count += more.count;
    }
    assert_false(offspring_is_alive(grandchild));
}

static void killing_spares_the_kept_and_what_is_below_them(void **state)
{
    struct children children;
    pid_t grandchild = 0;
    (void)state;

    children_adopt(&children);
    const pid_t kept = offspring_family(&grandchild);
    const pid_t other = offspring_waiting();
    assert_int_equal(children_keep(&children, kept), 0);
    children_kill(&children);
    offspring_await_end(other);
    assert_true(offspring_is_alive(kept));
    assert_true(offspring_is_alive(grandchild));
    offspring_end(other);
    offspring_end(kept);
    offspring_end(grandchild);
}

static void ending_leaves_nobody_behind(void **state)
{
    struct children children;
    struct usage usage = {.count = 0};
    pid_t grandchild = 0;
    (void)state;

    children_adopt(&children);
    const pid_t kept = offspring_waiting();
    assert_int_equal(children_keep(&children, kept), 0);
    offspring_family(&grandchild);
    children_end(&children, LIMIT_NS);
    assert_false(offspring_is_alive(grandchild));
    assert_true(offspring_is_alive(kept));
    children_reap(&children, &usage);
    assert_int_equal(usage.count, 0);
    offspring_end(kept);
}

static void nobody_has_died_while_somebody_lives(void **state)
{
    struct children children;
    struct usage usage = {.count = 0};
    (void)state;

    children_adopt(&children);
    assert_false(children_have_died(&children));
    const pid_t dead = offspring_ending(0);
    const pid_t living = offspring_waiting();
    offspring_await_end(dead);
    assert_false(children_have_died(&children));
    kill(living, SIGKILL);
    offspring_await_end(living);
    assert_true(children_have_died(&children));
    children_reap(&children, &usage);
    assert_false(children_have_died(&children));
}

static void the_kept_are_not_looked_at_for_deaths(void **state)
{
    struct children children;
    struct usage usage = {.count = 0};
    (void)state;

    children_adopt(&children);
    const pid_t living = offspring_waiting();
    assert_int_equal(children_keep(&children, living), 0);
    offspring_await_end(offspring_ending(0));
    assert_true(children_have_died(&children));
    children_reap(&children, &usage);
    kill(living, SIGKILL);
    offspring_await_end(living);
    assert_false(children_have_died(&children));
    children_reap(&children, &usage);
}

/* The kernel tells of the older one, the agent, first. */
static void a_dead_agent_does_not_hide_a_dead_gpg(void **state)
{
    struct children children;
    struct usage usage = {.count = 0};
    (void)state;

    children_adopt(&children);
    const pid_t agent = offspring_ending(0);
    assert_int_equal(children_keep(&children, agent), 0);
    offspring_await_end(agent);
    offspring_await_end(offspring_ending(0));
    assert_true(children_have_died(&children));
    children_reap(&children, &usage);
    assert_int_equal(usage.count, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adopting_undoes_what_our_parent_did),
        cmocka_unit_test(an_orphan_is_adopted_and_accounted),
        cmocka_unit_test(as_many_are_awaited_as_are_wanted),
        cmocka_unit_test(settling_leaves_nobody_alive_but_the_kept),
        cmocka_unit_test(usage_adds_up_over_processes),
        cmocka_unit_test(a_death_by_signal_shows_in_the_status),
        cmocka_unit_test(where_none_ends_the_waiting_ends_in_time),
        cmocka_unit_test(a_kept_process_is_not_waited_for),
        cmocka_unit_test(a_forgotten_process_is_counted_again),
        cmocka_unit_test(keeping_twice_is_keeping_once),
        cmocka_unit_test(killing_ends_grandchildren_too),
        cmocka_unit_test(killing_spares_the_kept_and_what_is_below_them),
        cmocka_unit_test(ending_leaves_nobody_behind),
        cmocka_unit_test(nobody_has_died_while_somebody_lives),
        cmocka_unit_test(the_kept_are_not_looked_at_for_deaths),
        cmocka_unit_test(a_dead_agent_does_not_hide_a_dead_gpg),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
