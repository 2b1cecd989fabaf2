/* SPDX-License-Identifier: GPL-3.0-or-later */

/* offspring: real processes for the tests of what watches processes. */
#ifndef PGPBENCH_TESTS_OFFSPRING_H
#define PGPBENCH_TESTS_OFFSPRING_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* A child that ends at once with STATUS. */
pid_t offspring_ending(int status);

/* A child that uses CPU_NS of CPU time and ends. */
pid_t offspring_burning(int64_t cpu_ns);

/* A child that waits to be killed (for half a minute at most). */
pid_t offspring_waiting(void);

/* Like it, with a child of its own, *R_GRANDCHILD, that waits too. */
pid_t offspring_family(pid_t *r_grandchild);

/* A child that was started with ARGUMENTS, ended by NULL, at most four, behind
 * its own, and then stops itself.  It does not outlive us. */
pid_t offspring_started_with(const char *const *arguments);

/* Use CPU_NS of CPU time in a process that is not our child, and ends with
 * STATUS: the child that made it has ended and was waited for, as with
 * GPGME. */
void offspring_orphan(int64_t cpu_ns, int status);

/* Spin until this process has used CPU_NS more of CPU time. */
void offspring_burn(int64_t cpu_ns);

/* Wait until the child PID has ended; it is not reaped. */
void offspring_await_end(pid_t pid);

/* Kill and reap the child PID. */
void offspring_end(pid_t pid);

/* Whether PID is alive: there and not waiting to be reaped. */
bool offspring_is_alive(pid_t pid);

#endif
