/* SPDX-License-Identifier: GPL-3.0-or-later */

/* offspring: makes and ends processes.  It accounts none. */
#include "offspring.h"

#include "close.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t own_cpu_ns(void)
{
    struct timespec used;

    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0)
        return INT64_MAX;
    return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}

static pid_t fork_checked(void)
{
    const pid_t pid = fork();

    assert_true(pid >= 0);
    return pid;
}

static void wait_to_be_killed(void)
{
    signal(SIGALRM, SIG_DFL);
    alarm(30);
    for (;;)
        pause();
}

pid_t offspring_ending(int status)
{
    const pid_t pid = fork_checked();

    if (pid == 0)
        _exit(status);
    return pid;
}

pid_t offspring_burning(int64_t cpu_ns)
{
    const pid_t pid = fork_checked();

    if (pid == 0) {
        offspring_burn(cpu_ns);
        _exit(0);
    }
    return pid;
}

pid_t offspring_waiting(void)
{
    const pid_t pid = fork_checked();

    if (pid == 0)
        wait_to_be_killed();
    return pid;
}

pid_t offspring_family(pid_t *r_grandchild)
{
    int word[2];

    assert_int_equal(pipe(word), 0);
    const pid_t pid = fork_checked();
    if (pid == 0) {
        const pid_t grandchild = fork();
        if (grandchild != 0 &&
            write(word[1], &grandchild, sizeof grandchild) < 0)
            _exit(1);
        wait_to_be_killed();
    }
    assert_int_equal(read(word[0], r_grandchild, sizeof *r_grandchild),
                     sizeof *r_grandchild);
    close(word[0]);
    close(word[1]);
    return pid;
}

pid_t offspring_started_with(const char *const *arguments)
{
    char *argv[9] = {(char *)"sh", (char *)"-c", (char *)"kill -STOP $$",
                     (char *)"sh"};
    int status = 0;

    for (size_t i = 0; arguments[i]; i++)
        argv[4 + i] = (char *)arguments[i];
    const pid_t pid = fork_checked();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execv("/bin/sh", argv);
        _exit(127);
    }
    assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
    assert_true(WIFSTOPPED(status));
    return pid;
}

void offspring_burn(int64_t cpu_ns)
{
    const int64_t end_ns = own_cpu_ns() + cpu_ns;

    while (own_cpu_ns() < end_ns)
        ;
}

void offspring_orphan(int64_t cpu_ns, int status)
{
    const pid_t pid = fork_checked();

    if (pid == 0) {
        if (fork() == 0) {
            offspring_burn(cpu_ns);
            _exit(status);
        }
        _exit(0);
    }
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

void offspring_await_end(pid_t pid)
{
    siginfo_t info;

    assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
}

void offspring_end(pid_t pid)
{
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

bool offspring_is_alive(pid_t pid)
{
    char path[64];
    char state = 'Z';

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    const bool is_read = fscanf(file, "%*d %*s %c", &state) == 1;
    fclose(file);
    return is_read && state != 'Z' && state != 'X';
}
