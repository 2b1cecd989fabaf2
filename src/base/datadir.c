/* SPDX-License-Identifier: GPL-3.0-or-later */

/* datadir: looks for the files we ship.  It does not read them. */
#include "base/datadir.h"

#include "base/text.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A build tree lies at most this deep in the source tree. */
#define TREE_DEPTH 3

static char *find_below(const char *directory, const char *relative)
{
    char *path = NULL;
    if (asprintf(&path, "%s/%s", directory, relative) < 0)
        return NULL;
    if (access(path, F_OK) == 0)
        return path;
    free(path);
    return NULL;
}

/* Cut the last name off PATH; false at the root. */
static int cut(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash || slash == path)
        return 0;
    *slash = '\0';
    return 1;
}

/* Above the executable, then in the share/ beside its bin/. */
static char *find_near_executable(const char *relative)
{
    char directory[PATH_MAX];
    const ssize_t length =
        readlink("/proc/self/exe", directory, sizeof directory - 1);
    if (length <= 0)
        return NULL;
    directory[length] = '\0';
    char *found = NULL;
    for (int up = 0; !found && up < TREE_DEPTH && cut(directory); up++) {
        char *share = NULL;
        found = find_below(directory, relative);
        if (!found && up == 1 &&
            asprintf(&share, "%s/share/pgpbench", directory) >= 0)
            found = find_below(share, relative);
        free(share);
    }
    return found;
}

static char *find(const char *relative, const char *installed)
{
    char *found = find_near_executable(relative);
    if (!found)
        found = find_below(installed, relative);
    const char *named = getenv("PGPBENCH_DATADIR");
    if (!found && named)
        found = find_below(named, relative);
    return found;
}

char *datadir_find(const char *relative)
{
    return find(relative, PGPBENCH_INSTALLED_DATADIR);
}

char *datadir_find_library(const char *name)
{
    return find(name, PGPBENCH_INSTALLED_LIBDIR);
}

char *datadir_advice(void)
{
    char byte = 0;
    struct text text = {.bytes = NULL};
    const char *named = getenv("PGPBENCH_DATADIR");
    if (readlink("/proc/self/exe", &byte, 1) < 0)
        text_add(&text, "without /proc pgpbench cannot tell where it lies "
                        "itself, ");
    if (named && *named != '\0')
        text_addf(&text, "PGPBENCH_DATADIR names %s, which has none of it, ",
                  named);
    if (text.length > 0)
        text_add(&text, "and nothing is in " PGPBENCH_INSTALLED_DATADIR ": ");
    text_add(&text, "set PGPBENCH_DATADIR to the directory that holds keys/ "
                    "and fixtures/");
    return text_take(&text);
}

/* Append NAME less ENDING; nothing if it has another. */
static gpg_error_t list_add(struct datadir_list *list, const char *name,
                            const char *ending)
{
    const size_t length = strlen(name);
    const size_t tail = strlen(ending);
    if (length <= tail || strcmp(name + length - tail, ending) != 0)
        return 0;
    char **grown =
        realloc(list->names, (list->count + 1) * sizeof *list->names);
    if (grown)
        list->names = grown;
    char *stem = grown ? strndup(name, length - tail) : NULL;
    if (!stem)
        return gpg_error(GPG_ERR_ENOMEM);
    list->names[list->count++] = stem;
    return 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

gpg_error_t datadir_list(const char *relative, const char *ending,
                         struct datadir_list *r_list)
{
    gpg_error_t err = 0;
    r_list->directory = datadir_find(relative);
    if (!r_list->directory)
        return gpg_error(GPG_ERR_ENOENT);
    DIR *files = opendir(r_list->directory);
    if (!files)
        return gpg_error_from_syserror();
    for (const struct dirent *entry; !err && (entry = readdir(files));)
        err = list_add(r_list, entry->d_name, ending);
    closedir(files);
    if (r_list->count > 0)
        qsort(r_list->names, r_list->count, sizeof *r_list->names, by_name);
    return err;
}

void datadir_list_release(struct datadir_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->names[i]);
    free(list->names);
    free(list->directory);
    memset(list, 0, sizeof *list);
}
