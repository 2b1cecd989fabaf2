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

static struct process look_up(const char *pid)
{
    struct process process = {0, '\0'};
    char path[6 + NAME_BYTES + 6] = "/proc/";
    char line[512];
    const size_t length = strnlen(pid, NAME_BYTES - 1);
    memcpy(path + 6, pid, length);
    memcpy(path + 6 + length, "/stat", 6);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
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

static bool is_kept(const pid_t *kept, size_t kept_count, pid_t pid)
{
    for (size_t i = 0; i < kept_count; i++)
        if (kept[i] == pid)
            return true;
    return false;
}

/* Whether PROCESS descends from us, not through a kept process. */
static bool is_ours(const pid_t *kept, size_t kept_count,
                    struct process process)
{
    const pid_t own = getpid();
    for (int depth = 0; depth < 32; depth++) {
        char name[NAME_BYTES];
        if (process.parent == own)
            return true;
        if (process.parent <= 1 || is_kept(kept, kept_count, process.parent))
            return false;
        name_of(process.parent, name);
        process = look_up(name);
    }
    return false;
}

static void count_one(const char *name, const pid_t *kept, size_t kept_count,
                      bool kills, struct census *census)
{
    const pid_t pid = number_of(name);
    if (pid <= 1 || is_kept(kept, kept_count, pid))
        return;
    const struct process process = look_up(name);
    if (!is_ours(kept, kept_count, process))
        return;
    if (process.state == 'Z') {
        census->dead++;
        return;
    }
    census->living++;
    if (kills)
        kill(pid, SIGKILL);
}

struct census census_take(const pid_t *kept, size_t kept_count, bool kills)
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
            count_one(entry->name, kept, kept_count, kills, &census);
            at += entry->length;
        }
    }
    close(proc);
    errno = saved;
    return census;
}
