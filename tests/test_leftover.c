/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/leftover and bench/owner: what is taken for left over, and
 * what never is. */
#include "bench/leftover.h"
#include "bench/owner.h"
#include "bench/process.h"
#include "bench/workdir.h"

#include "offspring.h"
#include "scratch.h"

#include "close.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEAD "pgpbench.Dead00"

/* A pid that was a process of ours and is none any more; DIRECTORY (NULL:
 * none) has its mark. */
static pid_t mark_by_the_dead(const char *directory)
{
    int status = 0;
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        _exit(directory && owner_mark(directory) != 0 ? 1 : 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    return pid;
}

/* The directory NAME of a pgpbench that is gone, with a home in it. */
static pid_t plant(const char *name)
{
    char path[256];
    assert_int_equal(mkdir(name, 0700), 0);
    snprintf(path, sizeof path, "%s/home", name);
    assert_int_equal(mkdir(path, 0700), 0);
    return mark_by_the_dead(name);
}

static size_t count_here(void)
{
    struct leftover_list list = {NULL, 0};
    assert_int_equal(leftover_find(&list, "."), 0);
    const size_t count = list.count;
    leftover_list_release(&list);
    return count;
}

static void that_of_a_dead_owner_is_left_over(void **state)
{
    struct leftover_list list = {NULL, 0};
    const char *here = *state;

    const pid_t owner = plant(DEAD);
    assert_int_equal(leftover_find(&list, "."), 0);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.items[0].owner, owner);
    assert_int_equal(list.items[0].process_count, 0);
    assert_false(list.items[0].is_removed);
    /* As the home's path is made, which its agent was started with. */
    assert_memory_equal(list.items[0].path, here, strlen(here));
    assert_string_equal(list.items[0].path + strlen(here), "/" DEAD);
    leftover_list_release(&list);
    assert_int_equal(list.count, 0);
}

static void one_directory_asked_twice_is_one(void **state)
{
    struct leftover_list list = {NULL, 0};
    (void)state;

    plant(DEAD);
    assert_int_equal(leftover_find(&list, "."), 0);
    assert_int_equal(leftover_find(&list, "./."), 0);
    assert_int_equal(list.count, 1);
    leftover_list_release(&list);
}

static void that_of_a_living_owner_is_not(void **state)
{
    char *path = NULL;
    pid_t pid = 0;
    (void)state;

    assert_int_equal(workdir_make(".", &path), 0);
    assert_int_equal(owner_look(path, &pid), OWNER_LIVES);
    assert_int_equal(pid, getpid());
    assert_int_equal(count_here(), 0);
    assert_int_equal(workdir_remove(path), 0);
    free(path);
}

static void a_pid_that_came_again_is_not_the_owner(void **state)
{
    char content[256];
    char *mark = NULL;
    unsigned long long start = 0;
    char rest[192] = "";
    pid_t pid = 0;
    (void)state;

    /* Ours, but begun at another time. */
    assert_int_equal(mkdir(DEAD, 0700), 0);
    assert_int_equal(owner_mark(DEAD), 0);
    mark = scratch_read(DEAD "/" OWNER_FILE);
    assert_int_equal(sscanf(mark, "pgpbench 1 %*d %llu%191[^\n]", &start, rest),
                     2);
    snprintf(content, sizeof content, "pgpbench 1 %d %llu%s\n", (int)getpid(),
             start - 1, rest);
    scratch_write(DEAD "/" OWNER_FILE, content);
    assert_int_equal(owner_look(DEAD, &pid), OWNER_GONE);
    free(mark);
}

static void a_dead_owner_that_nobody_has_waited_for_is_gone(void **state)
{
    siginfo_t ended;
    pid_t marked = 0;
    (void)state;

    assert_int_equal(mkdir(DEAD, 0700), 0);
    const pid_t pid = fork();
    if (pid == 0)
        _exit(owner_mark(DEAD) != 0);
    assert_int_equal(waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOWAIT), 0);
    assert_int_equal(owner_look(DEAD, &marked), OWNER_GONE);
    assert_int_equal(marked, pid);
    assert_false(process_lives(pid));
    waitpid(pid, NULL, 0);
}

static void a_mark_from_elsewhere_or_of_another_kind_tells_nothing(void **state)
{
    /* 4194305 is above the largest pid there can be, PID_MAX_LIMIT. */
    static const char *const marks[] = {
        "",
        "pgpbench 1 4194305 1\n",
        "pgpbench 1 4194305 1 pid:[1] nowhere",
        "pgpbench 1 4194305 1 pid:[1] nowhere\n",
        "pgpbench 2 4194305 1 pid:[4026531836] here\n",
        "pgpbench 1 0 1 pid:[4026531836] here\n",
        "root\n",
    };
    (void)state;

    plant(DEAD);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        pid_t pid = 0;
        scratch_write(DEAD "/" OWNER_FILE, marks[i]);
        assert_int_equal(owner_look(DEAD, &pid), OWNER_UNKNOWN);
        assert_int_equal(count_here(), 0);
    }
    assert_int_equal(unlink(DEAD "/" OWNER_FILE), 0);
    assert_int_equal(count_here(), 0);
}

static void a_mark_that_is_no_plain_file_tells_nothing(void **state)
{
    pid_t pid = 0;
    (void)state;

    plant(DEAD);
    assert_int_equal(rename(DEAD "/" OWNER_FILE, "mark"), 0);
    assert_int_equal(symlink("../mark", DEAD "/" OWNER_FILE), 0);
    assert_int_equal(owner_look(DEAD, &pid), OWNER_UNKNOWN);
    assert_int_equal(unlink(DEAD "/" OWNER_FILE), 0);
    assert_int_equal(mkfifo(DEAD "/" OWNER_FILE, 0600), 0);
    assert_int_equal(owner_look(DEAD, &pid), OWNER_UNKNOWN);
}

static void other_names_are_not_ours(void **state)
{
    static const char *const names[] = {
        "pgpbench",         "pgpbench.",       "pgpbench.Dead0",
        "pgpbench.Dead000", "pgpbench.De-d00", "xpgpbench.Dead00",
        "pgpbench-Dead00",  "PGPBENCH.Dead00",
    };
    (void)state;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        plant(names[i]);
    assert_int_equal(count_here(), 0);
}

static void a_link_or_another_mode_or_foreign_content_is_not_ours(void **state)
{
    (void)state;

    plant("real");
    assert_int_equal(symlink("real", DEAD), 0);
    assert_int_equal(count_here(), 0);
    assert_int_equal(unlink(DEAD), 0);

    assert_int_equal(rename("real", DEAD), 0);
    assert_int_equal(chmod(DEAD, 0750), 0);
    assert_int_equal(count_here(), 0);
    assert_int_equal(chmod(DEAD, 0700), 0);
    assert_int_equal(count_here(), 1);

    assert_int_equal(rename(DEAD "/home", DEAD "/somebody"), 0);
    assert_int_equal(count_here(), 0);
    scratch_write(DEAD "/payload-0-x1", "");
    assert_int_equal(count_here(), 1);
}

static void that_of_another_user_is_not_ours(void **state)
{
    (void)state;
    if (geteuid() != 0)
        skip(); /* only root can give files away */
    plant(DEAD);
    assert_int_equal(chown(DEAD, 65534, (gid_t)-1), 0);
    assert_int_equal(count_here(), 0);
    assert_int_equal(chown(DEAD, 0, (gid_t)-1), 0);
    assert_int_equal(chown(DEAD "/" OWNER_FILE, 65534, (gid_t)-1), 0);
    assert_int_equal(count_here(), 0);
}

static void one_that_was_only_begun_is_left_over(void **state)
{
    (void)state;
    assert_int_equal(mkdir(DEAD, 0700), 0);
    mark_by_the_dead(DEAD);
    assert_int_equal(count_here(), 1);
}

static void a_place_that_is_not_there_has_none(void **state)
{
    struct leftover_list list = {NULL, 0};
    (void)state;
    assert_int_equal(leftover_find(&list, "missing"), 0);
    assert_int_equal(list.count, 0);
}

/* A process with the arguments of an agent of HOME. */
static pid_t start_agent(const char *home)
{
    const char *const arguments[] = {"--homedir", home, NULL};

    return offspring_started_with(arguments);
}

static void
cleaning_ends_its_agent_and_removes_it_and_nothing_else(void **state)
{
    char socket[] = "/nonexistent/S.gpg-agent";
    char *const sockets[LEFTOVER_HOMES] = {NULL, socket};
    struct leftover_list list = {NULL, 0};
    int status = 0;
    char *home = NULL;
    (void)state;

    plant(DEAD);
    plant("kept");
    assert_int_equal(mkdir("theirs", 0700), 0);
    scratch_write("theirs/file", "theirs");
    assert_int_equal(symlink("../theirs", DEAD "/link"), 0);
    assert_int_equal(leftover_find(&list, "."), 0);
    home = leftover_home(&list.items[0], 1);
    const pid_t agent = start_agent(home);
    const pid_t other = start_agent("/nonexistent");

    leftover_clean(&list.items[0], sockets);
    assert_int_equal(list.items[0].err, 0);
    assert_true(list.items[0].is_removed);
    assert_int_equal(waitpid(agent, &status, 0), agent);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_true(process_lives(other));
    assert_false(scratch_is_there(DEAD));
    assert_true(scratch_is_there("kept/home"));
    scratch_assert_content("theirs/file", "theirs");
    offspring_end(other);
    free(home);
    leftover_list_release(&list);
}

static void one_that_has_changed_since_is_not_removed(void **state)
{
    char *const none[LEFTOVER_HOMES] = {NULL};
    struct leftover_list list = {NULL, 0};
    (void)state;

    plant(DEAD);
    assert_int_equal(leftover_find(&list, "."), 0);
    assert_int_equal(unlink(DEAD "/" OWNER_FILE), 0);
    assert_int_equal(owner_mark(DEAD), 0); /* by us, and we live */
    leftover_clean(&list.items[0], none);
    assert_int_equal(gpg_err_code(list.items[0].err), GPG_ERR_CONFLICT);
    assert_false(list.items[0].is_removed);
    assert_true(scratch_is_there(DEAD "/home"));
    leftover_list_release(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(that_of_a_dead_owner_is_left_over),
        scratch_test(one_directory_asked_twice_is_one),
        scratch_test(that_of_a_living_owner_is_not),
        scratch_test(a_pid_that_came_again_is_not_the_owner),
        scratch_test(a_dead_owner_that_nobody_has_waited_for_is_gone),
        scratch_test(a_mark_from_elsewhere_or_of_another_kind_tells_nothing),
        scratch_test(a_mark_that_is_no_plain_file_tells_nothing),
        scratch_test(other_names_are_not_ours),
        scratch_test(a_link_or_another_mode_or_foreign_content_is_not_ours),
        scratch_test(that_of_another_user_is_not_ours),
        scratch_test(one_that_was_only_begun_is_left_over),
        scratch_test(a_place_that_is_not_there_has_none),
        scratch_test(cleaning_ends_its_agent_and_removes_it_and_nothing_else),
        scratch_test(one_that_has_changed_since_is_not_removed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
