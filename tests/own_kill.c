/* SPDX-License-Identifier: GPL-3.0-or-later */

/* own_kill: for tests of what kills: a fault in it must fail the test, not
 * end every process of the machine.  Linked with -Wl,--wrap=kill. */
#include "close.h"

#include <signal.h>
#include <unistd.h>

int __real_kill(pid_t pid, int number);
int __wrap_kill(pid_t pid, int number);

/* A group of our own: our children are in it, and nobody else. */
__attribute__((constructor)) static void leave_group(void)
{
    setpgid(0, 0);
}

int __wrap_kill(pid_t pid, int number)
{
    if (number != 0 && (pid <= 1 || getpgid(pid) != getpgrp()))
        fail_msg("signal %d to the foreign process %d", number, (int)pid);
    return __real_kill(pid, number);
}
