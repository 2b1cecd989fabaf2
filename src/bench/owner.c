/* SPDX-License-Identifier: GPL-3.0-or-later */

/* owner: writes and judges the mark.  What is done with a directory whose
 * owner is gone is leftover's. */
#include "bench/owner.h"

#include "bench/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Pids come again, so one is told by its start as well; and they mean
 * something in their own name space on their own machine only. */
struct mark {
    int pid;
    unsigned long long start_ticks;
    char space[64];
    char node[65];
};

#define MARK_BYTES 256

/* Whether /proc is that of our own name space of pids. */
static bool has_own_proc(void)
{
    char self[24];
    const ssize_t length = readlink("/proc/self", self, sizeof self - 1);
    if (length <= 0)
        return false;
    self[length] = '\0';
    return strtol(self, NULL, 10) == getpid();
}

/* Where pids mean what they mean here. */
static bool set_place(struct mark *mark)
{
    struct utsname machine;
    const ssize_t length =
        readlink("/proc/self/ns/pid", mark->space, sizeof mark->space - 1);
    if (length <= 0 || uname(&machine) != 0 || !has_own_proc())
        return false;
    mark->space[length] = '\0';
    snprintf(mark->node, sizeof mark->node, "%.64s",
             machine.nodename[0] ? machine.nodename : "-");
    return true;
}

gpg_error_t owner_mark(const char *directory)
{
    struct mark mark = {.pid = getpid()};
    struct process own;
    char path[4096];
    if (!set_place(&mark) || !process_read(getpid(), &own))
        return gpg_error(GPG_ERR_NOT_SUPPORTED);
    if ((size_t)snprintf(path, sizeof path, "%s/" OWNER_FILE, directory) >=
        sizeof path)
        return gpg_error(GPG_ERR_ENAMETOOLONG);
    FILE *file = fopen(path, "wxe");
    if (!file)
        return gpg_error_from_syserror();
    gpg_error_t err = 0;
    if (fprintf(file, "pgpbench 1 %d %llu %s %s\n", mark.pid, own.start_ticks,
                mark.space, mark.node) < 0)
        err = gpg_error_from_syserror();
    if (fclose(file) != 0 && !err)
        err = gpg_error_from_syserror();
    return err;
}

/* The content of the file, if it is a plain one of our own. */
static bool read_content(const char *directory, char content[MARK_BYTES])
{
    char path[4096];
    struct stat about;
    snprintf(path, sizeof path, "%s/" OWNER_FILE, directory);
    /* A pipe of that name must not hold us up. */
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return false;
    ssize_t length = -1;
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) &&
        about.st_uid == geteuid())
        length = read(fd, content, MARK_BYTES - 1);
    close(fd);
    if (length <= 0)
        return false;
    content[length] = '\0';
    return content[length - 1] == '\n';
}

static bool read_mark(const char *directory, struct mark *mark)
{
    char content[MARK_BYTES];
    return read_content(directory, content) &&
           sscanf(content, "pgpbench 1 %d %llu %63s %64s", &mark->pid,
                  &mark->start_ticks, mark->space, mark->node) == 4 &&
           mark->pid > 1;
}

/* Whether PROCESS, which has the pid of MARK, is the one that made it. */
static enum owner_state judge(const struct mark *mark,
                              const struct process *process)
{
    const bool is_same = process->start_ticks == mark->start_ticks &&
                         process->state != 'Z' && process->state != 'X';
    return is_same ? OWNER_LIVES : OWNER_GONE;
}

enum owner_state owner_look(const char *directory, pid_t *r_pid)
{
    struct mark mark;
    struct mark here;
    struct process process;
    *r_pid = 0;
    if (!read_mark(directory, &mark))
        return OWNER_UNKNOWN;
    *r_pid = mark.pid;
    if (!set_place(&here) || strcmp(mark.space, here.space) != 0 ||
        strcmp(mark.node, here.node) != 0)
        return OWNER_UNKNOWN;
    if (process_read(mark.pid, &process))
        return judge(&mark, &process);
    /* It may only be hidden from us. */
    return kill(mark.pid, 0) != 0 && errno == ESRCH ? OWNER_GONE
                                                    : OWNER_UNKNOWN;
}
