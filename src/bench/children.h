/* SPDX-License-Identifier: GPL-3.0-or-later */

/* children: adopt, await and account the processes that a call leaves.
 *
 * GPGME forks twice, so gpg is an orphan.  As child subreaper (Linux 3.4) we
 * become its parent and the kernel tells us its exact CPU time when we reap
 * it.  gpg-agent is adopted the same way and never ends by itself: its pid
 * is kept, and never waited for here. */
#ifndef PGPBENCH_BENCH_CHILDREN_H
#define PGPBENCH_BENCH_CHILDREN_H

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define CHILDREN_KEPT_MAX 32

struct children {
    bool adopts; /* orphans come to us */
    char *mark;  /* what is in the environment of those that do not; NULL */
    pid_t kept[CHILDREN_KEPT_MAX];
    size_t kept_count;
};

/* What the processes reaped by one call of children_await used. */
struct usage {
    unsigned count;  /* of processes; 0: nothing else is known */
    int status;      /* of the first that ended badly, as wait4 gives it */
    int64_t cpu_ns;  /* user and sys, exact */
    int64_t user_ns; /* the kernel's split of it */
    int64_t peak_rss_bytes; /* of the largest */
    int64_t minor_faults;
    int64_t major_faults;
    int64_t voluntary_switches;
    int64_t involuntary_switches;
};

/* Become the parent of orphans, and undo what our own parent may have done
 * to us: an ignored SIGCHLD would make the kernel drop the children's times,
 * a signal mask would be inherited by gpg. */
void children_adopt(struct children *children);

/* From now on orphans that do not come to us are known by the entry NAME=VALUE
 * in their environment.  Where they do, this does nothing.  Not timed.  Fails
 * with GPG_ERR_ENOMEM. */
gpg_error_t children_mark(struct children *children, const char *name,
                          const char *value);

void children_release(struct children *children);

/* Leave PID alone from now on.  Fails with GPG_ERR_TOO_MANY. */
gpg_error_t children_keep(struct children *children, pid_t pid);
void children_forget(struct children *children, pid_t pid);

/* Reap what has ended, without waiting, and add it to *USAGE (not NULL).  A
 * kept process that has ended is reaped and forgotten but not counted. */
void children_reap(struct children *children, struct usage *usage);

/* Reap until at least WANTED processes have been counted in *USAGE, waiting
 * LIMIT_NS at most.  False if fewer came. */
bool children_await(struct children *children, unsigned wanted,
                    int64_t limit_ns, struct usage *usage);

/* Reap until nothing that is not kept is alive, waiting LIMIT_NS at most:
 * what ends later would be counted with a later call.  Without /proc only
 * what has ended already. */
void children_settle(struct children *children, int64_t limit_ns);

/* Send SIGKILL to every process of ours that is not kept (nor below a kept one).
 * Needs /proc; elsewhere it does nothing.  May be called from a signal
 * handler. */
void children_kill(const struct children *children);

/* Kill them and reap them until none is left, LIMIT_NS at most: SIGKILL takes
 * its time, and what dies later would be counted with a later call. */
void children_end(struct children *children, int64_t limit_ns);

/* Whether a process of the call under way has ended, is not reaped yet, and
 * none of that call is alive; where orphans do not come to us, whether none is
 * alive.  Needs /proc; elsewhere it is false.  May be
 * called from a signal handler. */
bool children_have_died(const struct children *children);

/* CPU time of all children waited for so far, in ns. */
int64_t children_waited_cpu_ns(void);

#endif
