/* SPDX-License-Identifier: GPL-3.0-or-later */

/* process: reads /proc.  It changes no process. */
#include "bench/process.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Enough for the arguments of GnuPG's own programs. */
#define ARGUMENTS_BYTES 8192

/* What FILE of PID holds, with a NUL behind; how much that is. */
static size_t read_file(pid_t pid, const char *file, char *bytes, size_t room)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, file);
    FILE *stream = fopen(path, "re");
    if (!stream)
        return 0;
    const size_t length = fread(bytes, 1, room - 1, stream);
    fclose(stream);
    bytes[length] = '\0';
    return length;
}

/* Fields 3 and 22 of /proc/PID/stat, proc(5). */
bool process_read(pid_t pid, struct process *r_process)
{
    char line[1024];
    if (pid <= 0 || read_file(pid, "stat", line, sizeof line) == 0)
        return false;
    /* The name of the program may hold anything, so look from behind. */
    const char *behind = strrchr(line, ')');
    return behind && sscanf(behind,
                            ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u "
                            "%*u %*d %*d %*d %*d %*d %*d %llu",
                            &r_process->state, &r_process->start_ticks) == 2;
}

bool process_lives(pid_t pid)
{
    struct process process;
    return process_read(pid, &process) && process.state != 'Z' &&
           process.state != 'X';
}

/* Whether "--homedir" and HOME follow each other in the LENGTH bytes of
 * ARGUMENTS, each of which ends with a NUL. */
static bool has_homedir(const char *arguments, size_t length, const char *home)
{
    bool is_next = false;
    for (size_t at = 0; at < length; at += strlen(arguments + at) + 1) {
        if (is_next && strcmp(arguments + at, home) == 0)
            return true;
        is_next = strcmp(arguments + at, "--homedir") == 0;
    }
    return false;
}

static bool is_our_users(pid_t pid)
{
    /* The files in /proc of what is undumpable, as gpg-agent is, are root's:
     * only what stands in this one tells. */
    char status[4096];
    if (read_file(pid, "status", status, sizeof status) == 0)
        return false;
    const char *line = strstr(status, "\nUid:");
    return line && strtoul(line + strlen("\nUid:"), NULL, 10) == getuid();
}

size_t process_find_homedir(const char *home, pid_t *r_pids, size_t room)
{
    char arguments[ARGUMENTS_BYTES];
    size_t count = 0;
    DIR *proc = opendir("/proc");
    if (!proc)
        return 0;
    for (const struct dirent *entry; count < room && (entry = readdir(proc));) {
        const pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        if (pid <= 1 || pid == getpid())
            continue;
        const size_t length =
            read_file(pid, "cmdline", arguments, sizeof arguments);
        if (has_homedir(arguments, length, home) && is_our_users(pid) &&
            process_lives(pid))
            r_pids[count++] = pid;
    }
    closedir(proc);
    return count;
}
