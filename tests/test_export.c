/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of cli/export, with a format of our own. */
#include "cli/export.h"

#include "scratch.h"

#include "close.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static gpg_error_t write_words(const struct run *run, const struct view *view,
                               FILE *stream)
{
    (void)run;
    assert_null(view->unit);
    assert_false(view->color);
    return fputs("new words\n", stream) < 0 ? gpg_error_from_syserror() : 0;
}

/* Half of it, and then it fails. */
static gpg_error_t write_half(const struct run *run, const struct view *view,
                              FILE *stream)
{
    (void)run;
    (void)view;
    fputs("new w", stream);
    return gpg_error(GPG_ERR_ENOSPC);
}

static const struct format_row words = {"words", write_words, NULL, NULL, ""};
static const struct format_row half = {"half", write_half, NULL, NULL, ""};
static const struct subject nothing;

static mode_t mode_of(const char *path)
{
    struct stat about;

    assert_int_equal(stat(path, &about), 0);
    return about.st_mode & 07777;
}

static void a_file_is_replaced_when_it_is_saved_and_not_before(void **state)
{
    struct export export;
    (void)state;

    scratch_write("file", "old words\n");
    assert_int_equal(export_open(&export, &words, "file"), 0);
    scratch_assert_content("file", "old words\n");
    /* Who has it open keeps reading what was there. */
    FILE *reader = fopen("file", "re");
    assert_int_equal(export_save(&export, &nothing, false), 0);
    scratch_assert_content("file", "new words\n");
    assert_int_equal(getc(reader), 'o');
    fclose(reader);
    assert_int_equal(scratch_count("."), 1);
    export_release(&export);
    assert_int_equal(scratch_count("."), 1);
}

static void it_can_be_saved_again_and_again(void **state)
{
    struct export export;
    (void)state;

    assert_int_equal(export_open(&export, &words, "file"), 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(export_save(&export, &nothing, i == 2), 0);
        scratch_assert_content("file", "new words\n");
        assert_int_equal(unlink("file"), 0);
    }
    export_release(&export);
    assert_int_equal(scratch_count("."), 0);
}

static void what_is_never_saved_leaves_no_trace(void **state)
{
    struct export export;
    (void)state;

    scratch_write("file", "old words\n");
    assert_int_equal(export_open(&export, &words, "file"), 0);
    assert_int_equal(scratch_count("."), 2);
    export_release(&export);
    export_release(&export);
    assert_int_equal(scratch_count("."), 1);
    scratch_assert_content("file", "old words\n");
    assert_int_equal(export_open(&export, &words, "new"), 0);
    export_release(&export);
    assert_false(scratch_is_there("new"));
    assert_int_equal(scratch_count("."), 1);
}

static void a_failure_leaves_the_old_content(void **state)
{
    struct export export;
    (void)state;

    scratch_write("file", "old words\n");
    assert_int_equal(export_open(&export, &half, "file"), 0);
    assert_int_equal(gpg_err_code(export_save(&export, &nothing, true)),
                     GPG_ERR_ENOSPC);
    scratch_assert_content("file", "old words\n");
    assert_int_equal(scratch_count("."), 1);
    export_release(&export);
}

static void after_a_failure_it_can_be_saved(void **state)
{
    struct export export;
    (void)state;

    assert_int_equal(export_open(&export, &half, "file"), 0);
    assert_int_not_equal(export_save(&export, &nothing, false), 0);
    export.format = &words;
    assert_int_equal(export_save(&export, &nothing, true), 0);
    scratch_assert_content("file", "new words\n");
    export_release(&export);
    assert_int_equal(scratch_count("."), 1);
}

static void the_mode_of_the_file_is_kept(void **state)
{
    struct export export;
    (void)state;

    scratch_write("file", "");
    assert_int_equal(chmod("file", 0640), 0);
    assert_int_equal(export_open(&export, &words, "file"), 0);
    assert_int_equal(export_save(&export, &nothing, true), 0);
    assert_int_equal(mode_of("file"), 0640);
    export_release(&export);
}

/* The umask of the user, not that which gpg is given later. */
static void a_new_file_has_the_mode_the_user_gives_files(void **state)
{
    struct export export;
    const mode_t before = umask(027);
    (void)state;

    assert_int_equal(export_open(&export, &words, "file"), 0);
    umask(077);
    assert_int_equal(export_save(&export, &nothing, false), 0);
    assert_int_equal(mode_of("file"), 0640);
    assert_int_equal(export_save(&export, &nothing, true), 0);
    assert_int_equal(mode_of("file"), 0640);
    umask(before);
    export_release(&export);
}

static void a_link_stays_and_its_target_is_replaced(void **state)
{
    struct export export;
    struct stat about;
    (void)state;

    assert_int_equal(mkdir("far", 0700), 0);
    scratch_write("far/file", "old words\n");
    assert_int_equal(symlink("far/file", "link"), 0);
    assert_int_equal(export_open(&export, &words, "link"), 0);
    assert_int_equal(export_save(&export, &nothing, true), 0);
    assert_int_equal(lstat("link", &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    scratch_assert_content("far/file", "new words\n");
    assert_int_equal(scratch_count("far"), 1);
    export_release(&export);
}

static void a_link_to_nothing_stays_and_its_target_is_made(void **state)
{
    struct export export;
    struct stat about;
    (void)state;

    assert_int_equal(mkdir("far", 0700), 0);
    assert_int_equal(symlink("far/link", "link"), 0);
    assert_int_equal(symlink("file", "far/link"), 0);
    assert_int_equal(export_open(&export, &words, "link"), 0);
    assert_int_equal(export_save(&export, &nothing, true), 0);
    assert_int_equal(lstat("link", &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    scratch_assert_content("far/file", "new words\n");
    export_release(&export);
}

static void a_new_file_has_one_path_whatever_it_is_called(void **state)
{
    struct export one;
    struct export other;
    (void)state;

    assert_int_equal(mkdir("far", 0700), 0);
    assert_int_equal(export_open(&one, &words, "new"), 0);
    assert_int_equal(export_open(&other, &words, "./far/../new"), 0);
    assert_string_equal(one.path, other.path);
    export_release(&one);
    export_release(&other);
    assert_int_equal(gpg_err_code(export_open(&one, &words, "new/")),
                     GPG_ERR_EISDIR);
    export_release(&one);
    assert_int_equal(scratch_count("."), 1);
}

static void what_it_would_replace_is_known_by_any_name(void **state)
{
    struct export export;
    (void)state;

    scratch_write("file", "old words\n");
    scratch_write("other", "old words\n");
    assert_int_equal(link("file", "twin"), 0);
    assert_int_equal(symlink("file", "link"), 0);
    assert_int_equal(export_open(&export, &words, "twin"), 0);
    assert_true(export_replaces(&export, "file"));
    assert_true(export_replaces(&export, "link"));
    assert_false(export_replaces(&export, "other"));
    assert_false(export_replaces(&export, "absent"));
    export_release(&export);
    /* What is written in place replaces nothing. */
    assert_int_equal(export_open(&export, &words, "/dev/null"), 0);
    assert_false(export_replaces(&export, "/dev/null"));
    export_release(&export);
}

static void what_cannot_be_written_fails_at_once(void **state)
{
    struct export export;
    (void)state;

    assert_int_equal(gpg_err_code(export_open(&export, &words, "no/file")),
                     GPG_ERR_ENOENT);
    export_release(&export);
    assert_int_equal(gpg_err_code(export_open(&export, &words, ".")),
                     GPG_ERR_EISDIR);
    export_release(&export);
    assert_int_equal(gpg_err_code(export_open(&export, &words, "")),
                     GPG_ERR_ENOENT);
    export_release(&export);
    scratch_write("file", "");
    assert_int_equal(gpg_err_code(export_open(&export, &words, "file/file")),
                     GPG_ERR_ENOTDIR);
    export_release(&export);
    assert_int_equal(scratch_count("."), 1);
}

static void a_device_is_written_and_stays_a_device(void **state)
{
    struct export export;
    struct stat about;
    (void)state;

    assert_int_equal(export_open(&export, &words, "/dev/null"), 0);
    assert_int_equal(export_save(&export, &nothing, true), 0);
    export_release(&export);
    assert_int_equal(stat("/dev/null", &about), 0);
    assert_true(S_ISCHR(about.st_mode));
}

static void a_full_device_says_so(void **state)
{
    struct export export;
    (void)state;

    assert_int_equal(export_open(&export, &words, "/dev/full"), 0);
    assert_int_equal(gpg_err_code(export_save(&export, &nothing, true)),
                     GPG_ERR_ENOSPC);
    export_release(&export);
}

/* Open for reading, what a reader of the pipe got so far must be WORDS. */
static void assert_got(int reader, const char *expected)
{
    char bytes[64] = "";
    const ssize_t got = read(reader, bytes, sizeof bytes - 1);

    if (got < 0)
        assert_int_equal(errno, EAGAIN);
    assert_string_equal(bytes, expected);
}

static void a_pipe_is_written_once_at_the_end(void **state)
{
    struct export export;
    struct stat about;
    (void)state;

    assert_int_equal(mkfifo("pipe", 0600), 0);
    const int reader = open("pipe", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    assert_int_equal(export_open(&export, &words, "pipe"), 0);
    assert_int_equal(export_save(&export, &nothing, false), 0);
    assert_got(reader, "");
    assert_int_equal(export_save(&export, &nothing, true), 0);
    assert_got(reader, "new words\n");
    /* Once more is too late, and does not put a file in its place. */
    assert_int_equal(export_save(&export, &nothing, true), 0);
    assert_got(reader, "");
    assert_int_equal(lstat("pipe", &about), 0);
    assert_true(S_ISFIFO(about.st_mode));
    assert_int_equal(scratch_count("."), 1);
    close(reader);
    export_release(&export);
}

/* The only path of what has none is that of our own descriptor. */
static void a_pipe_without_a_name_is_written(void **state)
{
    struct export export;
    char path[32];
    int ends[2];
    (void)state;

    assert_int_equal(pipe(ends), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
    assert_int_equal(export_open(&export, &words, path), 0);
    assert_int_equal(export_save(&export, &nothing, true), 0);
    assert_got(ends[0], "new words\n");
    export_release(&export);
    close(ends[0]);
    close(ends[1]);
}

static void a_pipe_without_a_reader_is_an_error(void **state)
{
    struct export export;
    (void)state;

    assert_int_equal(mkfifo("pipe", 0600), 0);
    const int reader = open("pipe", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    assert_int_equal(export_open(&export, &words, "pipe"), 0);
    close(reader);
    assert_int_equal(gpg_err_code(export_save(&export, &nothing, true)),
                     GPG_ERR_EPIPE);
    export_release(&export);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(a_file_is_replaced_when_it_is_saved_and_not_before),
        scratch_test(it_can_be_saved_again_and_again),
        scratch_test(what_is_never_saved_leaves_no_trace),
        scratch_test(a_failure_leaves_the_old_content),
        scratch_test(after_a_failure_it_can_be_saved),
        scratch_test(the_mode_of_the_file_is_kept),
        scratch_test(a_new_file_has_the_mode_the_user_gives_files),
        scratch_test(a_link_stays_and_its_target_is_replaced),
        scratch_test(a_link_to_nothing_stays_and_its_target_is_made),
        scratch_test(a_new_file_has_one_path_whatever_it_is_called),
        scratch_test(what_it_would_replace_is_known_by_any_name),
        scratch_test(what_cannot_be_written_fails_at_once),
        cmocka_unit_test(a_device_is_written_and_stays_a_device),
        cmocka_unit_test(a_full_device_says_so),
        scratch_test(a_pipe_is_written_once_at_the_end),
        cmocka_unit_test(a_pipe_without_a_name_is_written),
        scratch_test(a_pipe_without_a_reader_is_an_error),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
