/* SPDX-License-Identifier: GPL-3.0-or-later */

/* census: looks through /proc.  What the processes do is not its matter. */
#include "bench/census.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NAME_BYTES 24

/* As getdents64(2) gives them. */
struct entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

/* One process as /proc/PID/stat tells it. */
struct process {
    pid_t parent; /* 0: it is gone */
    char state;   /* 'Z': dead, not reaped yet */
};

static pid_t number_of(const char *digits)
{
    pid_t number = 0;
    while (*digits >= '0' && *digits <= '9' && number < 100000000)
        number = number * 10 + (*digits++ - '0');
    return *digits == '\0' || *digits == ' ' ? number : 0;
}

/* snprintf is not for signal handlers. */
static void name_of(pid_t number, char name[NAME_BYTES])
{
    char reversed[NAME_BYTES];
    size_t length = 0;
    do {
        reversed[length++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0 && length < NAME_BYTES - 1);
    for (size_t i = 0; i < length; i++)
        name[i] = reversed[length - 1 - i];
    name[length] = '\0';
}

/* Open /proc/PID/FILE, whose name has at most 8 bytes. */
static int open_of(const char *pid, const char *file)
{
    char path[6 + NAME_BYTES + 1 + 9] = "/proc/";
    const size_t length = strnlen(pid, NAME_BYTES - 1);
    memcpy(path + 6, pid, length);
    path[6 + length] = '/';
    memcpy(path + 6 + length + 1, file, strlen(file) + 1);
    return open(path, O_RDONLY | O_CLOEXEC);
}

static struct process look_up(const char *pid)
{
    struct process process = {0, '\0'};
    char line[512];
    const int fd = open_of(pid, "stat");
    if (fd < 0)
        return process;
    const ssize_t got = read(fd, line, sizeof line - 1);
    close(fd);
    line[got > 0 ? got : 0] = '\0';
    /* The name of the program may hold anything, so look from behind:
     * ") STATE PARENT ". */
    const char *behind = strrchr(line, ')');
    if (behind && strnlen(behind, 5) == 5) {
        process.state = behind[2];
        process.parent = number_of(behind + 4);
    }
    return process;
}

/* How far an environment has been compared with an entry. */
struct matching {
    size_t matched; /* bytes of this entry that are alike */
    bool differs;
};

/* One more byte; true if it completes an entry that is MARK. */
static bool match(struct matching *matching, const char *mark, char byte)
{
    const bool is_alike = !matching->differs && mark[matching->matched] == byte;
    if (byte == '\0') {
        *matching = (struct matching){0, false};
        return is_alike;
    }
    matching->matched += is_alike;
    matching->differs = !is_alike;
    return false;
}

/* Whether the environment of PID has the entry MARK. */
static bool has_mark(const char *pid, const char *mark)
{
    struct matching matching = {0, false};
    char bytes[1024];
    ssize_t got = 0;
    bool is_found = false;
    const int fd = open_of(pid, "environ");
    if (fd < 0)
        return false;
    while (!is_found && (got = read(fd, bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; !is_found && i < got; i++)
            is_found = match(&matching, mark, bytes[i]);
    close(fd);
    return is_found;
}

static bool is_kept(const struct census_scope *scope, pid_t pid)
{
    for (size_t i = 0; i < scope->kept_count; i++)
        if (scope->kept[i] == pid)
            return true;
    return false;
}

/* Whether PROCESS descends from us, not through a kept process. */
static bool descends(const struct census_scope *scope, struct process process)
{
    const pid_t own = getpid();
    for (int depth = 0; depth < 32; depth++) {
        char name[NAME_BYTES];
        if (process.parent == own)
            return true;
        if (process.parent <= 1 || is_kept(scope, process.parent))
            return false;
        name_of(process.parent, name);
        process = look_up(name);
    }
    return false;
}

static void count_one(const char *name, const struct census_scope *scope,
                      bool kills, struct census *census)
{
    const pid_t pid = number_of(name);
    if (pid <= 1 || pid == getpid() || is_kept(scope, pid))
        return;
    const struct process process = look_up(name);
    if (!descends(scope, process) &&
        !(scope->mark && has_mark(name, scope->mark)))
        return;
    if (process.state == 'Z') {
        census->dead++;
        return;
    }
    census->living++;
    if (kills)
        kill(pid, SIGKILL);
}

struct census census_take(const struct census_scope *scope, bool kills)
{
    struct census census = {0, 0};
    _Alignas(struct entry) char entries[4096];
    const int saved = errno;
    const int proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (proc < 0)
        return census;
    for (;;) {
        const long got = syscall(SYS_getdents64, proc, entries, sizeof entries);
        if (got <= 0)
            break;
        for (long at = 0; at < got;) {
            const struct entry *entry =
                (const struct entry *)(const void *)(entries + at);
            count_one(entry->name, scope, kills, &census);
            at += entry->length;
        }
    }
    close(proc);
    errno = saved;
    return census;
}
