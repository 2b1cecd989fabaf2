/* SPDX-License-Identifier: GPL-3.0-or-later */

/* apart: leaves inherited children behind.  What is done then is not known
 * here. */
#include "bench/apart.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a person or a session manager sends to end a program. */
static const int passed_on[] = {SIGINT,  SIGTERM, SIGHUP,    SIGQUIT,
                                SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU};

static volatile sig_atomic_t measuring_pid;

static void pass_on(int number)
{
    const int saved = errno;
    if (measuring_pid > 0)
        kill((pid_t)measuring_pid, number);
    errno = saved;
}

static bool has_children(void)
{
    siginfo_t info;
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

static void set_handlers(void (*action)(int))
{
    struct sigaction how;
    memset(&how, 0, sizeof how);
    how.sa_handler = action;
    sigemptyset(&how.sa_mask);
    for (size_t i = 0; i < sizeof passed_on / sizeof passed_on[0]; i++) {
        struct sigaction before;
        /* What nohup or a shell has made us ignore stays ignored. */
        if (sigaction(passed_on[i], NULL, &before) == 0 &&
            before.sa_handler != SIG_IGN)
            sigaction(passed_on[i], &how, NULL);
    }
}

/* End as PID ends. */
static void follow(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) != pid)
        if (errno != EINTR)
            _exit(1);
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

gpg_error_t apart_from_children(void)
{
    sigset_t all;
    sigset_t before;
    if (!has_children())
        return 0;
    /* No signal may come before there is somebody to pass it on to. */
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid < 0) {
        const gpg_error_t err = gpg_error_from_syserror();
        sigprocmask(SIG_SETMASK, &before, NULL);
        return err;
    }
    if (pid > 0) {
        measuring_pid = pid;
        set_handlers(pass_on);
        sigprocmask(SIG_SETMASK, &before, NULL);
        follow(pid);
    }
    /* Whoever kills the one they know must not leave the other alone. */
    prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
    if (getppid() != parent)
        raise(SIGTERM);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return 0;
}
