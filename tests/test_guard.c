/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/guard, with real processes to end.  Its thread looks twice
 * a second, which is what some of them take. */
#include "bench/guard.h"

#include "bench/clock.h"
#include "offspring.h"

#include "close.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct guarded {
    struct children children;
    struct guard guard;
};

static void guarded_init(struct guarded *guarded)
{
    guard_catch_signals();
    children_adopt(&guarded->children);
    assert_int_equal(guard_start(&guarded->guard, &guarded->children), 0);
    assert_int_equal(guard_signal(), 0);
}

static void guarded_release(struct guarded *guarded)
{
    guard_stop(&guarded->guard);
    guard_restore_signals();
}

/* A call that would last for ever must be ended by the guard. */
static void assert_killed(pid_t pid)
{
    int status = 0;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGKILL);
}

static void what_takes_too_long_is_killed(void **state)
{
    struct guarded guarded;
    (void)state;

    guarded_init(&guarded);
    guard_arm(&guarded.guard, 0.001);
    assert_killed(offspring_waiting());
    assert_int_equal(guard_disarm(&guarded.guard), GUARD_TIMED_OUT);
    assert_int_equal(guard_signal(), 0);
    guarded_release(&guarded);
}

static void a_signal_ends_the_call_under_way(void **state)
{
    struct guarded guarded;
    (void)state;

    guarded_init(&guarded);
    const pid_t pid = offspring_waiting();
    guard_arm(&guarded.guard, 1000);
    raise(SIGTERM);
    assert_killed(pid);
    assert_int_equal(guard_disarm(&guarded.guard), GUARD_SIGNALED);
    assert_int_equal(guard_signal(), SIGTERM);
    guarded_release(&guarded);
}

static void the_first_of_several_signals_is_the_one(void **state)
{
    struct guarded guarded;
    (void)state;

    guarded_init(&guarded);
    raise(SIGHUP);
    raise(SIGINT);
    assert_int_equal(guard_signal(), SIGHUP);
    guard_stop(&guarded.guard);
    /* They stay caught, so that what was measured can be saved. */
    raise(SIGTERM);
    assert_int_equal(guard_signal(), SIGHUP);
    guarded_release(&guarded);
    guard_catch_signals();
    assert_int_equal(guard_signal(), 0);
    guard_restore_signals();
}

static void a_call_that_ends_by_itself_is_fine(void **state)
{
    struct guarded guarded;
    (void)state;

    guarded_init(&guarded);
    guard_arm(&guarded.guard, 1000);
    const pid_t pid = offspring_ending(0);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_int_equal(guard_disarm(&guarded.guard), GUARD_FINE);
    guarded_release(&guarded);
}

static void a_verdict_is_of_one_call_only(void **state)
{
    struct guarded guarded;
    (void)state;

    guarded_init(&guarded);
    guard_arm(&guarded.guard, 0.001);
    assert_killed(offspring_waiting());
    assert_int_equal(guard_disarm(&guarded.guard), GUARD_TIMED_OUT);
    guard_arm(&guarded.guard, 1000);
    assert_int_equal(guard_disarm(&guarded.guard), GUARD_FINE);
    guarded_release(&guarded);
}

/* The timer looks twice a second, the limit is to the nanosecond. */
static void
a_call_past_its_limit_is_too_late_even_if_nobody_looked(void **state)
{
    const struct timespec pause = {0, 20000000};
    struct guarded guarded;
    (void)state;

    guarded_init(&guarded);
    guard_arm(&guarded.guard, 0.01);
    nanosleep(&pause, NULL);
    assert_int_equal(guard_disarm(&guarded.guard), GUARD_TIMED_OUT);
    guarded_release(&guarded);
}

static void every_signal_that_ends_programs_is_caught(void **state)
{
    static const int numbers[] = {SIGINT,  SIGTERM, SIGHUP,    SIGQUIT, SIGUSR1,
                                  SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF, SIGPWR};
    struct guarded guarded;
    (void)state;

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        guarded_init(&guarded);
        raise(numbers[i]);
        assert_int_equal(guard_signal(), numbers[i]);
        guarded_release(&guarded);
    }
}

static void between_calls_nothing_is_killed(void **state)
{
    struct guarded guarded;
    (void)state;

    guarded_init(&guarded);
    guard_arm(&guarded.guard, 0.001);
    guard_disarm(&guarded.guard);
    const pid_t pid = offspring_waiting();
    /* The guard looks at least once in this. */
    clock_sleep_ns(600 * NS_PER_MS);
    assert_true(offspring_is_alive(pid));
    offspring_end(pid);
    guarded_release(&guarded);
}

static void a_kept_process_outlives_a_timeout(void **state)
{
    struct guarded guarded;
    (void)state;

    guarded_init(&guarded);
    const pid_t kept = offspring_waiting();
    assert_int_equal(children_keep(&guarded.children, kept), 0);
    guard_arm(&guarded.guard, 0.001);
    assert_killed(offspring_waiting());
    guard_disarm(&guarded.guard);
    assert_true(offspring_is_alive(kept));
    offspring_end(kept);
    guarded_release(&guarded);
}

static void arming_reaps_what_earlier_calls_left(void **state)
{
    struct guarded guarded;
    (void)state;

    guarded_init(&guarded);
    const pid_t pid = offspring_ending(0);
    offspring_await_end(pid);
    guard_arm(&guarded.guard, 1000);
    assert_int_equal(waitpid(pid, NULL, WNOHANG), -1);
    guard_disarm(&guarded.guard);
    guarded_release(&guarded);
}

static void a_broken_pipe_is_an_error_and_no_death(void **state)
{
    struct guarded guarded;
    int ends[2];
    (void)state;

    guarded_init(&guarded);
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    assert_int_equal(write(ends[1], "", 1), -1);
    close(ends[1]);
    guarded_release(&guarded);
}

/* What GPGME does once its gpg has died with input unread: it waits for a
 * pipe that nobody will ever read. */
static void a_call_that_waits_for_a_dead_gpg_is_freed(void **state)
{
    static const char bytes[4096];
    struct guarded guarded;
    int ends[2];
    (void)state;

    guarded_init(&guarded);
    assert_int_equal(pipe2(ends, O_NONBLOCK | O_CLOEXEC), 0);
    while (write(ends[1], bytes, sizeof bytes) > 0)
        ;
    close(ends[0]);
    guard_arm(&guarded.guard, 1000);
    offspring_ending(0);
    struct pollfd end = {.fd = ends[1], .events = POLLOUT};
    for (int i = 0; i < 3000 && !(end.revents & POLLOUT); i++) {
        clock_sleep_ns(10 * NS_PER_MS);
        assert_int_equal(poll(&end, 1, -1), 1);
        if (write(ends[1], "", 1) < 0)
            end.revents = 0;
    }
    assert_true(end.revents & POLLOUT);
    assert_int_equal(guard_disarm(&guarded.guard), GUARD_ABANDONED);
    close(ends[1]);
    guarded_release(&guarded);
}

/* Syncing to slow flash, gpg having ended long ago. */
static void work_on_files_is_no_waiting_for_a_dead_gpg(void **state)
{
    struct guarded guarded;
    (void)state;

    guarded_init(&guarded);
    guard_arm(&guarded.guard, 1000);
    offspring_ending(0);
    guard_own_work(true);
    const int64_t start_ns = clock_now_ns(&clock_monotonic);
    /* Long enough for two looks, which cut the sleep short. */
    while (clock_now_ns(&clock_monotonic) - start_ns < 1200 * NS_PER_MS)
        clock_sleep_ns(10 * NS_PER_MS);
    guard_own_work(false);
    assert_int_equal(guard_disarm(&guarded.guard), GUARD_FINE);
    guarded_release(&guarded);
}

static void stopping_twice_is_allowed(void **state)
{
    struct guarded guarded;
    (void)state;

    guarded_init(&guarded);
    guard_stop(&guarded.guard);
    guarded_release(&guarded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_takes_too_long_is_killed),
        cmocka_unit_test(a_signal_ends_the_call_under_way),
        cmocka_unit_test(the_first_of_several_signals_is_the_one),
        cmocka_unit_test(a_call_that_ends_by_itself_is_fine),
        cmocka_unit_test(a_verdict_is_of_one_call_only),
        cmocka_unit_test(
            a_call_past_its_limit_is_too_late_even_if_nobody_looked),
        cmocka_unit_test(every_signal_that_ends_programs_is_caught),
        cmocka_unit_test(between_calls_nothing_is_killed),
        cmocka_unit_test(a_kept_process_outlives_a_timeout),
        cmocka_unit_test(arming_reaps_what_earlier_calls_left),
        cmocka_unit_test(a_broken_pipe_is_an_error_and_no_death),
        cmocka_unit_test(a_call_that_waits_for_a_dead_gpg_is_freed),
        cmocka_unit_test(work_on_files_is_no_waiting_for_a_dead_gpg),
        cmocka_unit_test(stopping_twice_is_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
