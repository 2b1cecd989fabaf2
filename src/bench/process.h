/* SPDX-License-Identifier: GPL-3.0-or-later */

/* process: what /proc tells of any process, ours or not. */
#ifndef PGPBENCH_BENCH_PROCESS_H
#define PGPBENCH_BENCH_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct process {
    char state;                     /* 'Z': dead, not reaped yet */
    unsigned long long start_ticks; /* when it began, since the boot */
};

/* Look PID up.  False: there is none, or there is no /proc. */
bool process_read(pid_t pid, struct process *r_process);

/* Whether PID is there and not dead. */
bool process_lives(pid_t pid);

/* The living processes of our user that were started with the arguments
 * "--homedir HOME", into R_PIDS, at most ROOM.  Returns how many; without
 * /proc, none. */
size_t process_find_homedir(const char *home, pid_t *r_pids, size_t room);

#endif
