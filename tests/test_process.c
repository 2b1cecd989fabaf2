/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/process, on processes of our own. */
#include "bench/process.h"

#include "offspring.h"

#include "close.h"

#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static void a_process_is_read_as_long_as_it_is_there(void **state)
{
    struct process process;
    (void)state;

    assert_true(process_read(getpid(), &process));
    assert_int_equal(process.state, 'R');
    assert_false(process_read(0, &process));
    assert_false(process_read(-1, &process));
    const pid_t pid = offspring_ending(0);
    offspring_await_end(pid);
    assert_true(process_read(pid, &process));
    assert_int_equal(process.state, 'Z');
    offspring_end(pid);
    assert_false(process_read(pid, &process));
}

/* A child has its parent's name; proc(5): it stands in brackets, which it may
 * hold itself. */
static void a_name_that_looks_like_fields_misleads_nobody(void **state)
{
    struct process before;
    struct process after;
    char name[16] = "";
    (void)state;

    assert_true(process_read(getpid(), &before));
    assert_int_equal(prctl(PR_GET_NAME, name), 0);
    assert_int_equal(prctl(PR_SET_NAME, ") Z 1 2 3 (x"), 0);
    const bool is_read = process_read(getpid(), &after);
    prctl(PR_SET_NAME, name);
    assert_true(is_read);
    assert_int_equal(after.state, 'R');
    assert_true(after.start_ticks == before.start_ticks);
}

/* In the ticks of sysconf, counted since the boot: proc(5). */
static unsigned long long ticks_since_boot(void)
{
    struct timespec now;

    assert_int_equal(clock_gettime(CLOCK_BOOTTIME, &now), 0);
    const unsigned long long per_s = (unsigned long long)sysconf(_SC_CLK_TCK);
    return (unsigned long long)now.tv_sec * per_s +
           (unsigned long long)now.tv_nsec * per_s / 1000000000;
}

/* Each of the two may have been rounded. */
static void a_process_began_when_it_was_made(void **state)
{
    struct process process;
    (void)state;

    const unsigned long long before = ticks_since_boot();
    const pid_t pid = offspring_waiting();
    const unsigned long long after = ticks_since_boot();
    assert_true(process_read(pid, &process));
    assert_true(process.start_ticks + 1 >= before);
    assert_true(process.start_ticks <= after + 1);
    offspring_end(pid);
}

static void the_dead_do_not_live(void **state)
{
    (void)state;
    const pid_t living = offspring_waiting();
    const pid_t dead = offspring_ending(0);
    offspring_await_end(dead);
    assert_true(process_lives(living));
    assert_false(process_lives(dead));
    offspring_end(living);
    offspring_end(dead);
    assert_false(process_lives(living));
}

static void one_that_was_started_for_a_home_is_found_by_it(void **state)
{
    static const char *const arguments[] = {"--homedir", "/x/home", NULL};
    pid_t found[2] = {0, 0};
    (void)state;

    const pid_t pid = offspring_started_with(arguments);
    assert_int_equal(process_find_homedir("/x/home", found, 2), 1);
    assert_int_equal(found[0], pid);
    assert_int_equal(process_find_homedir("/x/home", found, 0), 0);
    assert_int_equal(process_find_homedir("/x/hom", found, 2), 0);
    assert_int_equal(process_find_homedir("/x/home2", found, 2), 0);
    offspring_end(pid);
    assert_int_equal(process_find_homedir("/x/home", found, 2), 0);
}

static void no_more_are_found_than_there_is_room_for(void **state)
{
    static const char *const arguments[] = {"--homedir", "/x/home", NULL};
    pid_t found[3] = {0, 0, 0};
    (void)state;

    const pid_t one = offspring_started_with(arguments);
    const pid_t other = offspring_started_with(arguments);
    assert_int_equal(process_find_homedir("/x/home", found, 1), 1);
    assert_int_equal(found[1], 0);
    assert_int_equal(process_find_homedir("/x/home", found, 3), 2);
    offspring_end(one);
    offspring_end(other);
}

static void a_home_that_is_named_otherwise_is_not_meant(void **state)
{
    static const char *const apart[] = {"--homedir", "x", "/x/home", NULL};
    static const char *const alone[] = {"/x/home", "--homedir", NULL};
    static const char *const joined[] = {"--homedir=/x/home", NULL};
    pid_t found[1];
    (void)state;

    const pid_t pids[] = {offspring_started_with(apart),
                          offspring_started_with(alone),
                          offspring_started_with(joined)};
    assert_int_equal(process_find_homedir("/x/home", found, 1), 0);
    for (size_t i = 0; i < 3; i++)
        offspring_end(pids[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_process_is_read_as_long_as_it_is_there),
        cmocka_unit_test(a_name_that_looks_like_fields_misleads_nobody),
        cmocka_unit_test(a_process_began_when_it_was_made),
        cmocka_unit_test(the_dead_do_not_live),
        cmocka_unit_test(one_that_was_started_for_a_home_is_found_by_it),
        cmocka_unit_test(no_more_are_found_than_there_is_room_for),
        cmocka_unit_test(a_home_that_is_named_otherwise_is_not_meant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
