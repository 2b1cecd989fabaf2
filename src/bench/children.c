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

/* Parent of PID from /proc/PID/stat; 0 if it is gone. */
static pid_t parent_of(const char *pid)
{
    char path[64];
    char line[512];
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    const size_t length = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[length] = '\0';
    /* The name of the program may hold anything, so look from behind. */
    const char *behind = strrchr(line, ')');
    int parent = 0;
    if (!behind || sscanf(behind, ") %*c %d", &parent) != 1)
        return 0;
    return parent;
}

/* Whether PID descends from us, not through a kept process. */
static bool is_ours(const struct children *children, const char *pid)
{
    char name[24];
    snprintf(name, sizeof name, "%.20s", pid);
    const pid_t own = getpid();
    for (int depth = 0; depth < 32; depth++) {
        const pid_t parent = parent_of(name);
        if (parent == own)
            return true;
        if (parent <= 1 || is_kept(children, parent))
            return false;
        snprintf(name, sizeof name, "%d", (int)parent);
    }
    return false;
}

void children_kill(const struct children *children)
{
    DIR *proc = opendir("/proc");
    if (!proc)
        return;
    for (const struct dirent *entry; (entry = readdir(proc));) {
        const pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        if (pid > 1 && !is_kept(children, pid) &&
            is_ours(children, entry->d_name))
            kill(pid, SIGKILL);
    }
    closedir(proc);
}

int64_t children_waited_cpu_ns(void)
{
    struct rusage used;
    if (getrusage(RUSAGE_CHILDREN, &used) != 0)
        return 0;
    return timeval_ns(used.ru_utime) + timeval_ns(used.ru_stime);
}
