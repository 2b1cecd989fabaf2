/* SPDX-License-Identifier: GPL-3.0-or-later */

/* scratch: makes, fills, reads and removes directories of tests. */
#include "scratch.h"

#include "close.h"

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int remove_entry(const char *path, const struct stat *about, int type,
                        struct FTW *place)
{
    (void)about;
    (void)type;
    (void)place;
    return remove(path);
}

int scratch_enter(void **state)
{
    char *here = getcwd(NULL, 0);
    char *path = NULL;

    if (!here || asprintf(&path, "%s/scratch.XXXXXX", here) < 0)
        return -1;
    free(here);
    *state = path;
    return mkdtemp(path) && chdir(path) == 0 ? 0 : -1;
}

int scratch_leave(void **state)
{
    char *path = *state;
    int status = chdir(path) == 0 && chdir("..") == 0 ? 0 : -1;

    if (nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS) != 0)
        status = -1;
    free(path);
    return status;
}

void scratch_write(const char *path, const char *content)
{
    FILE *file = fopen(path, "we");

    assert_non_null(file);
    assert_true(fputs(content, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

char *scratch_read(const char *path)
{
    char *content = NULL;
    size_t capacity = 0;
    FILE *file = fopen(path, "re");

    if (!file)
        fail_msg("%s is not there", path);
    /* Files of text hold no NUL, so this is all of it. */
    if (getdelim(&content, &capacity, '\0', file) < 0) {
        free(content);
        content = strdup("");
    }
    fclose(file);
    assert_non_null(content);
    return content;
}

void scratch_assert_content(const char *path, const char *content)
{
    char *found = scratch_read(path);

    assert_string_equal(found, content);
    free(found);
}

bool scratch_is_there(const char *path)
{
    struct stat about;

    return lstat(path, &about) == 0;
}

unsigned scratch_count(const char *directory)
{
    DIR *files = opendir(directory);
    unsigned count = 0;

    assert_non_null(files);
    for (const struct dirent *entry; (entry = readdir(files));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            count++;
    closedir(files);
    return count;
}
