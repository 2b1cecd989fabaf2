/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of base/datadir, with files beside this very program. */
#include "base/datadir.h"

#include "scratch.h"

#include "close.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where this program is, UP directories up. */
static void find_own(char directory[PATH_MAX], int up)
{
    const ssize_t length = readlink("/proc/self/exe", directory, PATH_MAX - 1);

    assert_true(length > 0);
    directory[length] = '\0';
    for (int i = 0; i <= up; i++)
        *strrchr(directory, '/') = '\0';
}

/* Where the files lie that have been made UP directories up. */
static void assert_found_up(int up)
{
    char directory[PATH_MAX];
    char name[64];
    char *path = NULL;

    find_own(directory, up);
    snprintf(name, sizeof name, "datadir-%d", (int)getpid());
    assert_true(asprintf(&path, "%s/%s", directory, name) > 0);
    scratch_write(path, "");
    char *found = datadir_find(name);
    assert_int_equal(unlink(path), 0);
    assert_non_null(found);
    assert_string_equal(found, path);
    free(found);
    free(path);
}

static void files_beside_and_above_the_program_are_found(void **state)
{
    (void)state;
    assert_found_up(0);
    assert_found_up(1);
}

static void the_variable_names_the_last_place(void **state)
{
    char directory[PATH_MAX];
    char name[64];
    char *path = NULL;
    (void)state;

    snprintf(name, sizeof name, "datadir-%d", (int)getpid());
    unsetenv("PGPBENCH_DATADIR");
    assert_null(datadir_find(name));
    scratch_write(name, "");
    char *here = realpath(".", NULL);
    setenv("PGPBENCH_DATADIR", here, 1);
    char *found = datadir_find(name);
    assert_non_null(found);
    assert_memory_equal(found, here, strlen(here));
    free(found);
    /* What lies near the program is meant, though. */
    find_own(directory, 0);
    assert_true(asprintf(&path, "%s/%s", directory, name) > 0);
    scratch_write(path, "");
    found = datadir_find(name);
    assert_int_equal(unlink(path), 0);
    assert_string_equal(found, path);
    unsetenv("PGPBENCH_DATADIR");
    free(found);
    free(path);
    free(here);
}

static void files_are_listed_by_name_without_their_ending(void **state)
{
    struct datadir_list list = {NULL, NULL, 0};
    (void)state;

    char *here = realpath(".", NULL);
    setenv("PGPBENCH_DATADIR", here, 1);
    assert_int_equal(mkdir("such-keys", 0700), 0);
    scratch_write("such-keys/rsa.asc", "");
    scratch_write("such-keys/dsa.asc", "");
    scratch_write("such-keys/.asc", "");
    scratch_write("such-keys/README.md", "");
    scratch_write("such-keys/x.asc.bak", "");
    assert_int_equal(datadir_list("such-keys", ".asc", &list), 0);
    assert_int_equal(list.count, 2);
    assert_string_equal(list.names[0], "dsa");
    assert_string_equal(list.names[1], "rsa");
    assert_memory_equal(list.directory, here, strlen(here));
    datadir_list_release(&list);
    assert_int_equal(gpg_err_code(datadir_list("no-keys", ".asc", &list)),
                     GPG_ERR_ENOENT);
    datadir_list_release(&list);
    datadir_list_release(&list);
    unsetenv("PGPBENCH_DATADIR");
    free(here);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_beside_and_above_the_program_are_found),
        scratch_test(the_variable_names_the_last_place),
        scratch_test(files_are_listed_by_name_without_their_ending),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
