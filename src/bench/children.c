/* SPDX-License-Identifier: GPL-3.0-or-later */

/* children: the processes of one call, adopted, reaped and accounted.  It
 * does not start them and does not know what they do. */
#include "bench/children.h"

#include "bench/census.h"
#include "bench/clock.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int64_t timeval_ns(struct timeval time)
{
    return (int64_t)time.tv_sec * NS_PER_S + (int64_t)time.tv_usec * NS_PER_US;
}

void children_adopt(struct children *children)
{
    memset(children, 0, sizeof *children);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGCHLD, SIG_DFL);
    children->adopts = prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
}

gpg_error_t children_mark(struct children *children, const char *name,
                          const char *value)
{
    char *mark = NULL;
    if (children->adopts)
        return 0;
    if (asprintf(&mark, "%s=%s", name, value) < 0)
        return gpg_error(GPG_ERR_ENOMEM);
    /* A signal handler may be just about to read it. */
    char *before = children->mark;
    children->mark = mark;
    atomic_signal_fence(memory_order_seq_cst);
    free(before);
    return 0;
}

void children_release(struct children *children)
{
    char *mark = children->mark;
    children->mark = NULL;
    atomic_signal_fence(memory_order_seq_cst);
    free(mark);
}

static struct census take_census(const struct children *children, bool kills)
{
    const struct census_scope scope = {children->kept, children->kept_count,
                                       children->mark};
    return census_take(&scope, kills);
}

static bool is_kept(const struct children *children, pid_t pid)
{
    for (size_t i = 0; i < children->kept_count; i++)
        if (children->kept[i] == pid)
            return true;
    return false;
}

gpg_error_t children_keep(struct children *children, pid_t pid)
{
    if (is_kept(children, pid))
        return 0;
    if (children->kept_count == CHILDREN_KEPT_MAX)
        return gpg_error(GPG_ERR_TOO_MANY);
    children->kept[children->kept_count++] = pid;
    return 0;
}

void children_forget(struct children *children, pid_t pid)
{
    for (size_t i = 0; i < children->kept_count; i++)
        if (children->kept[i] == pid)
            children->kept[i--] = children->kept[--children->kept_count];
}

static void usage_add(struct usage *usage, const struct rusage *used,
                      int status)
{
    usage->count++;
    if (status != 0 && usage->status == 0)
        usage->status = status;
    usage->user_ns += timeval_ns(used->ru_utime);
    usage->cpu_ns += timeval_ns(used->ru_utime) + timeval_ns(used->ru_stime);
    const int64_t peak = (int64_t)used->ru_maxrss * 1024;
    if (usage->peak_rss_bytes < peak)
        usage->peak_rss_bytes = peak;
    usage->minor_faults += used->ru_minflt;
    usage->major_faults += used->ru_majflt;
    usage->voluntary_switches += used->ru_nvcsw;
    usage->involuntary_switches += used->ru_nivcsw;
}

void children_reap(struct children *children, struct usage *usage)
{
    for (;;) {
        siginfo_t info = {.si_pid = 0};
        if (waitid(P_ALL, 0, &info, WEXITED | WNOWAIT | WNOHANG) != 0) {
            if (errno == EINTR)
                continue;
            return;
        }
        if (info.si_pid == 0)
            return;
        int status = 0;
        struct rusage used;
        if (wait4(info.si_pid, &status, 0, &used) != info.si_pid)
            return;
        if (is_kept(children, info.si_pid))
            children_forget(children, info.si_pid);
        else
            usage_add(usage, &used, status);
    }
}

bool children_await(struct children *children, unsigned wanted,
                    int64_t limit_ns, struct usage *usage)
{
    const int64_t start_ns = clock_now_ns(&clock_monotonic);
    /* gpg is nearly always gone already, else it is within 25 us. */
    int64_t pause_ns = 20 * NS_PER_US;
    for (;;) {
        children_reap(children, usage);
        if (usage->count >= wanted)
            return true;
        if (clock_now_ns(&clock_monotonic) - start_ns >= limit_ns)
            return false;
        clock_sleep_ns(pause_ns);
        if (pause_ns < 5 * NS_PER_MS)
            pause_ns *= 2;
    }
}

void children_kill(const struct children *children)
{
    take_census(children, true);
}

/* Until nobody lives that is not kept. */
static void reap_all(struct children *children, bool kills, int64_t limit_ns)
{
    const int64_t start_ns = clock_now_ns(&clock_monotonic);
    for (;;) {
        struct usage usage = {.count = 0};
        const struct census census = take_census(children, kills);
        children_reap(children, &usage);
        if (census.living == 0 ||
            clock_now_ns(&clock_monotonic) - start_ns >= limit_ns)
            return;
        clock_sleep_ns(NS_PER_MS);
    }
}

void children_settle(struct children *children, int64_t limit_ns)
{
    reap_all(children, false, limit_ns);
}

void children_end(struct children *children, int64_t limit_ns)
{
    reap_all(children, true, limit_ns);
}

bool children_have_died(const struct children *children)
{
    siginfo_t info = {.si_pid = 0};
    if (!children->adopts)
        return access("/proc/self/stat", R_OK) == 0 &&
               take_census(children, false).living == 0;
    /* Cheap, and nearly always the end of it.  The one that the kernel names
     * may be a kept one: there can be others behind it. */
    if (waitid(P_ALL, 0, &info, WEXITED | WNOWAIT | WNOHANG) != 0 ||
        info.si_pid == 0)
        return false;
    const struct census census = take_census(children, false);
    return census.living == 0 && census.dead > 0;
}

int64_t children_waited_cpu_ns(void)
{
    struct rusage used;
    if (getrusage(RUSAGE_CHILDREN, &used) != 0)
        return 0;
    return timeval_ns(used.ru_utime) + timeval_ns(used.ru_stime);
}
