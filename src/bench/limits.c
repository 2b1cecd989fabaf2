/* SPDX-License-Identifier: GPL-3.0-or-later */

/* limits: asks the kernel, or tries.  What to say of it is complaint's. */
#include "bench/limits.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* GPGME's fork, gpg, gpg-agent, its fork, and a thread for each connection
 * (threads count): with 5 free a run failed, with 8 it did not. */
#define PROCESSES_TRIED 8

static void end(pid_t pid)
{
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

bool limits_allow_processes(void)
{
    pid_t pids[PROCESSES_TRIED];
    size_t count = 0;
    bool is_denied = false;
    while (count < PROCESSES_TRIED && !is_denied) {
        const pid_t pid = fork();
        if (pid == 0) {
            pause();
            _exit(0);
        }
        if (pid > 0)
            pids[count++] = pid;
        else
            is_denied = errno == EAGAIN;
        if (pid < 0 && !is_denied)
            break;
    }
    while (count > 0)
        end(pids[--count]);
    return !is_denied;
}

int64_t limits_file_bytes(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
        limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > INT64_MAX)
        return INT64_MAX;
    return (int64_t)limit.rlim_cur;
}
