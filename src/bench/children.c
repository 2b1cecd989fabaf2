/* SPDX-License-Identifier: GPL-3.0-or-later */

/* children: the processes of one call, adopted, reaped and accounted.  It
 * does not start them and does not know what they do. */
#include "bench/children.h"

#include "bench/clock.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
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

bool children_await(struct children *children, int64_t limit_ns,
                    struct usage *usage)
{
    const int64_t start_ns = clock_now_ns(&clock_monotonic);
    /* gpg is nearly always gone already, else it is within 25 us. */
    int64_t pause_ns = 20 * NS_PER_US;
    for (;;) {
        children_reap(children, usage);
        if (usage->count > 0)
            return true;
        if (clock_now_ns(&clock_monotonic) - start_ns >= limit_ns)
            return false;
        clock_sleep_ns(pause_ns);
        if (pause_ns < 5 * NS_PER_MS)
            pause_ns *= 2;
    }
}

/* One process as /proc/PID/stat tells it. */
struct process {
    pid_t parent; /* 0: it is gone */
    char state;   /* 'Z': dead, not reaped yet */
};

static struct process look_up(const char *pid)
{
    struct process process = {0, '\0'};
    char path[64];
    char line[512];
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return process;
    const size_t length = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[length] = '\0';
    /* The name of the program may hold anything, so look from behind. */
    const char *behind = strrchr(line, ')');
    int parent = 0;
    if (behind && sscanf(behind, ") %c %d", &process.state, &parent) == 2)
        process.parent = parent;
    return process;
}

/* Whether PROCESS descends from us, not through a kept process. */
static bool is_ours(const struct children *children, struct process process)
{
    const pid_t own = getpid();
    for (int depth = 0; depth < 32; depth++) {
        char name[24];
        if (process.parent == own)
            return true;
        if (process.parent <= 1 || is_kept(children, process.parent))
            return false;
        snprintf(name, sizeof name, "%d", (int)process.parent);
        process = look_up(name);
    }
    return false;
}

/* Descendants that are not kept. */
struct census {
    size_t living;
    size_t dead; /* not reaped yet */
};

/* Count them, and call WHAT for those that live.  Without /proc, none. */
static struct census visit(const struct children *children,
                           void (*what)(pid_t pid))
{
    struct census census = {0, 0};
    DIR *proc = opendir("/proc");
    if (!proc)
        return census;
    for (const struct dirent *entry; (entry = readdir(proc));) {
        const pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        if (pid <= 1 || is_kept(children, pid))
            continue;
        const struct process process = look_up(entry->d_name);
        if (!is_ours(children, process))
            continue;
        if (process.state == 'Z') {
            census.dead++;
        } else {
            census.living++;
            what(pid);
        }
    }
    closedir(proc);
    return census;
}

static void kill_one(pid_t pid)
{
    kill(pid, SIGKILL);
}

static void leave_alone(pid_t pid)
{
    (void)pid;
}

void children_kill(const struct children *children)
{
    visit(children, kill_one);
}

void children_end(struct children *children, int64_t limit_ns)
{
    const int64_t start_ns = clock_now_ns(&clock_monotonic);
    for (;;) {
        struct usage usage = {.count = 0};
        const size_t living = visit(children, kill_one).living;
        children_reap(children, &usage);
        if (living == 0 ||
            clock_now_ns(&clock_monotonic) - start_ns >= limit_ns)
            return;
        clock_sleep_ns(NS_PER_MS);
    }
}

bool children_have_died(const struct children *children)
{
    siginfo_t info = {.si_pid = 0};
    /* Cheap, and nearly always the end of it.  The one that the kernel names
     * may be a kept one: there can be others behind it. */
    if (waitid(P_ALL, 0, &info, WEXITED | WNOWAIT | WNOHANG) != 0 ||
        info.si_pid == 0)
        return false;
    const struct census census = visit(children, leave_alone);
    return census.living == 0 && census.dead > 0;
}

int64_t children_waited_cpu_ns(void)
{
    struct rusage used;
    if (getrusage(RUSAGE_CHILDREN, &used) != 0)
        return 0;
    return timeval_ns(used.ru_utime) + timeval_ns(used.ru_stime);
}
