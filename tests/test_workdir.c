/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/workdir. */
#include "bench/workdir.h"

#include "scratch.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void it_is_new_absolute_and_nobody_elses(void **state)
{
    struct stat about;
    char *one = NULL;
    char *other = NULL;
    (void)state;

    const mode_t before = umask(0);
    assert_int_equal(workdir_make(".", &one), 0);
    umask(before);
    assert_int_equal(workdir_make("./.", &other), 0);
    assert_int_equal(one[0], '/');
    assert_null(strstr(other, "/./"));
    assert_string_not_equal(one, other);
    assert_int_equal(stat(one, &about), 0);
    assert_int_equal(about.st_mode & 07777, 0700);
    assert_int_equal(workdir_remove(one), 0);
    assert_int_equal(workdir_remove(other), 0);
    assert_int_equal(scratch_count("."), 0);
    free(one);
    free(other);
}

static void a_place_that_will_not_do_is_an_error(void **state)
{
    char *path = NULL;
    (void)state;

    scratch_write("file", "");
    assert_int_equal(gpg_err_code(workdir_make("missing", &path)),
                     GPG_ERR_ENOENT);
    assert_int_equal(gpg_err_code(workdir_make("file", &path)),
                     GPG_ERR_ENOTDIR);
    assert_int_equal(gpg_err_code(workdir_make("", &path)), GPG_ERR_ENOENT);
    assert_null(path);
}

static void all_below_it_is_removed_but_no_link_followed(void **state)
{
    char *path = NULL;
    (void)state;

    assert_int_equal(mkdir("theirs", 0700), 0);
    scratch_write("theirs/file", "theirs");
    assert_int_equal(workdir_make(".", &path), 0);
    assert_int_equal(chdir(path), 0);
    assert_int_equal(mkdir("home", 0700), 0);
    assert_int_equal(mkdir("home/below", 0700), 0);
    scratch_write("home/below/file", "ours");
    assert_int_equal(mkfifo("home/pipe", 0600), 0);
    assert_int_equal(symlink("../theirs", "link"), 0);
    assert_int_equal(symlink("../theirs/file", "home/link"), 0);
    assert_int_equal(symlink("nowhere", "dangling"), 0);
    assert_int_equal(chdir(".."), 0);
    assert_int_equal(workdir_remove(path), 0);
    assert_false(scratch_is_there(path));
    scratch_assert_content("theirs/file", "theirs");
    free(path);
}

static void what_is_not_there_is_removed_already(void **state)
{
    (void)state;
    assert_int_equal(workdir_remove("missing"), 0);
}

/* The magic numbers of statfs for both are in linux/magic.h. */
static void file_systems_have_names(void **state)
{
    char *name = workdir_filesystem("/proc");
    (void)state;

    /* 0x9fa0, which nobody measures on, is not in the table. */
    assert_string_equal(name, "0x9fa0");
    free(name);
    assert_null(workdir_filesystem("missing"));
    if (access("/dev/shm", F_OK) == 0) {
        name = workdir_filesystem("/dev/shm");
        assert_string_equal(name, "tmpfs");
        free(name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(it_is_new_absolute_and_nobody_elses),
        scratch_test(a_place_that_will_not_do_is_an_error),
        scratch_test(all_below_it_is_removed_but_no_link_followed),
        scratch_test(what_is_not_there_is_removed_already),
        scratch_test(file_systems_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
