/* SPDX-License-Identifier: GPL-3.0-or-later */

/* leftover: finds and removes what killed runs have left.  Whether it shall
 * is for the caller to say. */
#include "bench/leftover.h"

#include "bench/clock.h"
#include "bench/home.h"
#include "bench/owner.h"
#include "bench/process.h"
#include "bench/workdir.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define KILL_LIMIT_NS (5 * NS_PER_S)

/* What pgpbench makes in such a directory: homes, and files of payload. */
#define PAYLOAD_PREFIX "payload-"

/* The name of home number INDEX. */
static void name_home(size_t index, char r_name[HOME_NAME_BYTES])
{
    home_name(index / 2, index % 2 != 0, r_name);
}

static bool is_home_name(const char *name)
{
    char own[HOME_NAME_BYTES];
    for (size_t i = 0; i < LEFTOVER_HOMES; i++) {
        name_home(i, own);
        if (strcmp(name, own) == 0)
            return true;
    }
    return false;
}

/* A name as mkdtemp makes it of workdir's template. */
static bool is_name(const char *name)
{
    static const char prefix[] = "pgpbench.";
    const size_t length = sizeof prefix - 1;
    return strncmp(name, prefix, length) == 0 && strlen(name + length) == 6 &&
           strspn(name + length, "abcdefghijklmnopqrstuvwxyz"
                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789") == 6;
}

static bool is_own_directory(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0 && S_ISDIR(about.st_mode) &&
           about.st_uid == geteuid() && (about.st_mode & 07777) == 0700;
}

/* Whether there is a thing of ours in PATH, or nothing but the mark. */
static bool has_our_things(const char *path)
{
    size_t others = 0;
    bool is_ours = false;
    DIR *files = opendir(path);
    if (!files)
        return false;
    for (const struct dirent *entry; (entry = readdir(files));) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
            strcmp(name, OWNER_FILE) == 0)
            continue;
        others++;
        if (is_home_name(name) ||
            strncmp(name, PAYLOAD_PREFIX, strlen(PAYLOAD_PREFIX)) == 0)
            is_ours = true;
    }
    closedir(files);
    return is_ours || others == 0;
}

/* Whether PATH is one now; *R_OWNER is who made it. */
static bool is_leftover(const char *path, pid_t *r_owner)
{
    return is_own_directory(path) && owner_look(path, r_owner) == OWNER_GONE &&
           has_our_things(path);
}

char *leftover_home(const struct leftover *leftover, size_t index)
{
    char *home = NULL;
    char name[HOME_NAME_BYTES];
    name_home(index, name);
    return asprintf(&home, "%s/%s", leftover->path, name) < 0 ? NULL : home;
}

static size_t find_processes(const struct leftover *leftover,
                             pid_t pids[LEFTOVER_PROCESSES_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < LEFTOVER_HOMES; i++) {
        char *home = leftover_home(leftover, i);
        if (home)
            count += process_find_homedir(home, pids + count,
                                          LEFTOVER_PROCESSES_MAX - count);
        free(home);
    }
    return count;
}

static bool is_listed(const struct leftover_list *list, const char *path)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].path, path) == 0)
            return true;
    return false;
}

/* PATH is the list's from here on. */
static gpg_error_t add(struct leftover_list *list, char *path, pid_t owner)
{
    struct leftover *grown =
        realloc(list->items, (list->count + 1) * sizeof *list->items);
    if (!grown) {
        free(path);
        return gpg_error(GPG_ERR_ENOMEM);
    }
    list->items = grown;
    grown[list->count] = (struct leftover){.path = path, .owner = owner};
    struct leftover *added = &grown[list->count++];
    added->process_count = find_processes(added, added->processes);
    return 0;
}

static gpg_error_t consider(struct leftover_list *list, const char *directory,
                            const char *name)
{
    char *path = NULL;
    pid_t owner = 0;
    if (!is_name(name))
        return 0;
    if (asprintf(&path, "%s/%s", directory, name) < 0)
        return gpg_error(GPG_ERR_ENOMEM);
    if (!is_listed(list, path) && is_leftover(path, &owner))
        return add(list, path, owner);
    free(path);
    return 0;
}

gpg_error_t leftover_find(struct leftover_list *list, const char *directory)
{
    gpg_error_t err = 0;
    /* So is the home's path made, by which its agent is known. */
    char *absolute = realpath(directory, NULL);
    DIR *entries = absolute ? opendir(absolute) : NULL;
    if (entries) {
        for (const struct dirent *entry; !err && (entry = readdir(entries));)
            err = consider(list, absolute, entry->d_name);
        closedir(entries);
    }
    free(absolute);
    return err;
}

/* Kill what runs for its home until nothing does. */
static void end_processes(const struct leftover *leftover)
{
    const int64_t start_ns = clock_now_ns(&clock_monotonic);
    for (;;) {
        pid_t pids[LEFTOVER_PROCESSES_MAX];
        const size_t count = find_processes(leftover, pids);
        for (size_t i = 0; i < count; i++)
            kill(pids[i], SIGKILL);
        if (count == 0 ||
            clock_now_ns(&clock_monotonic) - start_ns >= KILL_LIMIT_NS)
            return;
        clock_sleep_ns(NS_PER_MS);
    }
}

/* GnuPG names it by a hash of the home's path: "/run/user/UID/gnupg/d.…". */
static bool is_socket_directory(const char *path)
{
    char middle[64];
    snprintf(middle, sizeof middle, "/user/%u/gnupg/d.", (unsigned)getuid());
    const char *found = strstr(path, middle);
    return strncmp(path, "/run/", 5) == 0 && found &&
           !strchr(found + strlen(middle), '/') && is_own_directory(path);
}

static void remove_socket_directory(const char *socket_path)
{
    const char *slash = strrchr(socket_path, '/');
    char *directory =
        slash ? strndup(socket_path, (size_t)(slash - socket_path)) : NULL;
    if (directory && is_socket_directory(directory))
        workdir_remove(directory);
    free(directory);
}

void leftover_clean(struct leftover *leftover,
                    char *const socket_paths[LEFTOVER_HOMES])
{
    pid_t owner = 0;
    /* It was one when it was found; it still has to be. */
    if (!is_leftover(leftover->path, &owner)) {
        leftover->err = gpg_error(GPG_ERR_CONFLICT);
        return;
    }
    end_processes(leftover);
    for (size_t i = 0; i < LEFTOVER_HOMES; i++)
        if (socket_paths[i])
            remove_socket_directory(socket_paths[i]);
    leftover->err = workdir_remove(leftover->path);
    leftover->is_removed = !leftover->err;
}

void leftover_list_release(struct leftover_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i].path);
    free(list->items);
    *list = (struct leftover_list){NULL, 0};
}
