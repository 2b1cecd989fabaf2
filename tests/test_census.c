/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/census, on processes of our own.  Its signals are written
 * down, not sent: a census that is wrong would end the rest of the machine. */
#include "bench/census.h"

#include "offspring.h"

#include "close.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define SENT_MAX 8

/* Whom the census under way has sent SIGKILL. */
static struct {
    bool is_under_way;
    size_t count;
    pid_t pids[SENT_MAX];
} sent;

int __real_kill(pid_t pid, int number);

/* The linker puts it in the place of kill. */
int __wrap_kill(pid_t pid, int number);

int __wrap_kill(pid_t pid, int number)
{
    if (!sent.is_under_way)
        return __real_kill(pid, number);
    if (sent.count < SENT_MAX && number == SIGKILL)
        sent.pids[sent.count] = pid;
    sent.count++;
    return 0;
}

static struct census take_scope(const struct census_scope *scope, bool kills)
{
    sent.count = 0;
    sent.is_under_way = true;
    const struct census census = census_take(scope, kills);
    sent.is_under_way = false;
    return census;
}

static struct census take(const pid_t *kept, size_t kept_count, bool kills)
{
    const struct census_scope scope = {kept, kept_count, NULL};

    return take_scope(&scope, kills);
}

static bool was_sent(pid_t pid)
{
    for (size_t i = 0; i < sent.count && i < SENT_MAX; i++)
        if (sent.pids[i] == pid)
            return true;
    return false;
}

static void assert_census(size_t living, size_t dead)
{
    const struct census census = take(NULL, 0, false);

    assert_int_equal(census.living, living);
    assert_int_equal(census.dead, dead);
}

/* Our parent and all the rest of the machine are none of them. */
static void without_children_there_are_no_descendants(void **state)
{
    (void)state;
    assert_census(0, 0);
}

static void children_and_grandchildren_are_counted(void **state)
{
    pid_t grandchild = 0;
    (void)state;

    const pid_t one = offspring_waiting();
    assert_census(1, 0);
    const pid_t other = offspring_family(&grandchild);
    assert_census(3, 0);
    kill(grandchild, SIGKILL);
    offspring_end(other);
    offspring_end(one);
}

static void the_dead_are_counted_until_they_are_reaped(void **state)
{
    (void)state;
    const pid_t pid = offspring_ending(0);
    offspring_await_end(pid);
    assert_census(0, 1);
    offspring_end(pid);
    assert_census(0, 0);
}

static void the_kept_and_what_is_below_them_are_left_out(void **state)
{
    pid_t grandchild = 0;
    (void)state;

    const pid_t family = offspring_family(&grandchild);
    const pid_t dead = offspring_ending(0);
    const pid_t other = offspring_waiting();
    offspring_await_end(dead);
    const pid_t kept[] = {dead, family};
    const struct census census = take(kept, 2, true);
    assert_int_equal(census.living, 1);
    assert_int_equal(census.dead, 0);
    assert_int_equal(sent.count, 1);
    assert_true(was_sent(other));
    kill(grandchild, SIGKILL);
    offspring_end(family);
    offspring_end(dead);
    offspring_end(other);
}

static void counting_kills_nobody_and_killing_all_that_live(void **state)
{
    pid_t grandchild = 0;
    (void)state;

    const pid_t child = offspring_family(&grandchild);
    const pid_t dead = offspring_ending(0);
    offspring_await_end(dead);
    take(NULL, 0, false);
    assert_int_equal(sent.count, 0);
    const struct census census = take(NULL, 0, true);
    assert_int_equal(census.living, 2);
    assert_int_equal(census.dead, 1);
    assert_int_equal(sent.count, 2);
    assert_true(was_sent(child));
    assert_true(was_sent(grandchild));
    kill(grandchild, SIGKILL);
    offspring_end(child);
    offspring_end(dead);
}

/* A child has its parent's name; proc(5): it stands in brackets, which it may
 * hold itself. */
static void a_name_that_looks_like_fields_misleads_nobody(void **state)
{
    char before[16] = "";
    (void)state;

    assert_int_equal(prctl(PR_GET_NAME, before), 0);
    assert_int_equal(prctl(PR_SET_NAME, ") Z 1 (x) Z 1 "), 0);
    const pid_t pid = offspring_waiting();
    prctl(PR_SET_NAME, before);
    assert_census(1, 0);
    offspring_end(pid);
}

/* An entry takes 32 bytes, and it reads 4096 at a time. */
static void more_processes_than_one_reading_holds_are_all_counted(void **state)
{
    pid_t pids[150];
    (void)state;

    for (size_t i = 0; i < 150; i++)
        pids[i] = offspring_ending(0);
    for (size_t i = 0; i < 150; i++)
        offspring_await_end(pids[i]);
    assert_census(0, 150);
    for (size_t i = 0; i < 150; i++)
        offspring_end(pids[i]);
}

/* It is called in a signal handler.  Only /proc itself can be opened, so that
 * looking each process up fails. */
static void errno_stays_what_it_was(void **state)
{
    struct rlimit before;
    (void)state;

    const int next = dup(1);
    assert_true(next >= 0);
    close(next);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    const struct rlimit one_more = {(rlim_t)next + 1, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &one_more), 0);
    errno = EDOM;
    take(NULL, 0, false);
    const int after = errno;
    setrlimit(RLIMIT_NOFILE, &before);
    assert_int_equal(after, EDOM);
}

/* A process that is neither our child nor below one, with ENTRY in its
 * environment. */
static pid_t orphan_marked(char *entry)
{
    char *const arguments[] = {"sleep", "30", NULL};
    char *const environment[] = {"A=", entry, "Z=z", NULL};
    pid_t orphan = 0;
    int word[2];

    assert_int_equal(pipe2(word, O_CLOEXEC), 0);
    const pid_t child = fork();
    if (child == 0) {
        orphan = fork();
        if (orphan == 0)
            execve("/bin/sleep", arguments, environment);
        _exit(write(word[1], &orphan, sizeof orphan) != sizeof orphan);
    }
    close(word[1]);
    assert_int_equal(read(word[0], &orphan, sizeof orphan), sizeof orphan);
    /* Closed by its exec. */
    assert_int_equal(read(word[0], &(char){0}, 1), 0);
    close(word[0]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    return orphan;
}

static size_t living_with(const char *mark)
{
    const struct census_scope scope = {NULL, 0, mark};

    return take_scope(&scope, false).living;
}

/* Where no orphans come to us, as before Linux 3.4. */
static void orphans_are_known_by_an_entry_of_their_environment(void **state)
{
    char entry[] = "PGPBENCH_TEST_HOME=/tmp/one";
    (void)state;

    const pid_t orphan = orphan_marked(entry);
    assert_int_equal(living_with(NULL), 0);
    assert_int_equal(living_with("PGPBENCH_TEST_HOME=/tmp/one"), 1);
    assert_int_equal(living_with("PGPBENCH_TEST_HOME=/tmp/on"), 0);
    assert_int_equal(living_with("PGPBENCH_TEST_HOME=/tmp/one/2"), 0);
    assert_int_equal(living_with("BENCH_TEST_HOME=/tmp/one"), 0);
    const struct census_scope scope = {NULL, 0, entry};
    take_scope(&scope, true);
    assert_int_equal(sent.count, 1);
    assert_true(was_sent(orphan));
    const struct census_scope kept = {&orphan, 1, entry};
    assert_int_equal(take_scope(&kept, true).living, 0);
    assert_int_equal(sent.count, 0);
    kill(orphan, SIGKILL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_children_there_are_no_descendants),
        cmocka_unit_test(children_and_grandchildren_are_counted),
        cmocka_unit_test(the_dead_are_counted_until_they_are_reaped),
        cmocka_unit_test(the_kept_and_what_is_below_them_are_left_out),
        cmocka_unit_test(counting_kills_nobody_and_killing_all_that_live),
        cmocka_unit_test(a_name_that_looks_like_fields_misleads_nobody),
        cmocka_unit_test(more_processes_than_one_reading_holds_are_all_counted),
        cmocka_unit_test(errno_stays_what_it_was),
        cmocka_unit_test(orphans_are_known_by_an_entry_of_their_environment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
