/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/payload.  GPGME's data objects need no gpg. */
#include "bench/payload.h"

#include "scratch.h"

#include "close.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A transfer between the files IN and OUT; either may be NULL. */
static void init(struct transfer *transfer, const char *in, const char *out)
{
    const struct payload_place in_place = {(char *)in, -1};
    const struct payload_place out_place = {(char *)out, -1};

    transfer_init(transfer);
    if (in)
        assert_int_equal(payload_use_place(&transfer->in, &in_place), 0);
    if (out)
        assert_int_equal(payload_use_place(&transfer->out, &out_place), 0);
}

static void bytes_go_from_the_input_to_the_output(void **state)
{
    struct transfer transfer;
    struct stat about;
    char bytes[16] = "";
    (void)state;

    scratch_write("in", "hello");
    init(&transfer, "in", "out");
    /* What is made ready touches no file. */
    assert_false(scratch_is_there("out"));
    assert_int_equal(transfer_open(&transfer), 0);
    assert_int_equal(gpgme_data_read(transfer.in.data, bytes, sizeof bytes - 1),
                     5);
    assert_int_equal(gpgme_data_write(transfer.out.data, bytes, 5), 5);
    assert_int_equal(transfer_close(&transfer), 0);
    transfer_release(&transfer);
    scratch_assert_content("out", "hello");
    assert_int_equal(stat("out", &about), 0);
    assert_int_equal(about.st_mode & 077, 0);
}

static void an_end_that_is_not_there_has_no_data(void **state)
{
    struct transfer transfer;
    (void)state;

    init(&transfer, NULL, NULL);
    assert_null(transfer.in.data);
    assert_null(transfer.out.data);
    assert_int_equal(transfer_open(&transfer), 0);
    assert_int_equal(transfer_close(&transfer), 0);
    transfer_release(&transfer);
}

static void a_missing_input_is_an_error_and_makes_no_output(void **state)
{
    struct transfer transfer;
    (void)state;

    init(&transfer, "in", "out");
    assert_int_equal(gpg_err_code(transfer_open(&transfer)), GPG_ERR_ENOENT);
    assert_int_equal(gpg_err_code(transfer_close(&transfer)), GPG_ERR_ENOENT);
    transfer_release(&transfer);
    assert_false(scratch_is_there("out"));
}

static void an_output_that_is_there_is_not_overwritten(void **state)
{
    struct transfer transfer;
    (void)state;

    scratch_write("in", "hello");
    scratch_write("out", "old");
    init(&transfer, "in", "out");
    assert_int_equal(gpg_err_code(transfer_open(&transfer)), GPG_ERR_EEXIST);
    assert_int_equal(gpg_err_code(transfer_close(&transfer)), GPG_ERR_EEXIST);
    assert_int_equal(transfer.in.fd, -1);
    transfer_release(&transfer);
    scratch_assert_content("out", "old");
}

static void an_error_of_reading_is_kept_until_closing(void **state)
{
    struct transfer transfer;
    char bytes[16];
    (void)state;

    /* A directory can be opened, but not read. */
    init(&transfer, ".", NULL);
    assert_int_equal(transfer_open(&transfer), 0);
    assert_int_equal(gpgme_data_read(transfer.in.data, bytes, sizeof bytes),
                     -1);
    assert_int_equal(gpg_err_code(transfer_close(&transfer)), GPG_ERR_EISDIR);
    transfer_release(&transfer);
}

/* A limit on the size of files stands for a full medium. */
static void an_error_of_writing_is_kept_until_closing(void **state)
{
    static const char bytes[8192];
    struct transfer transfer;
    struct rlimit before;
    (void)state;

    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    init(&transfer, NULL, "out");
    assert_int_equal(transfer_open(&transfer), 0);
    const struct rlimit small = {4096, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    ssize_t written = 0;
    for (int i = 0; i < 3 && written >= 0; i++)
        written = gpgme_data_write(transfer.out.data, bytes, sizeof bytes);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(written, -1);
    assert_int_equal(gpg_err_code(transfer_close(&transfer)), GPG_ERR_EFBIG);
    transfer_release(&transfer);
}

static void the_outputs_error_comes_before_the_inputs(void **state)
{
    struct transfer transfer;
    (void)state;

    init(&transfer, NULL, NULL);
    transfer.in.err = gpg_error(GPG_ERR_EIO);
    assert_int_equal(gpg_err_code(transfer_close(&transfer)), GPG_ERR_EIO);
    transfer.out.err = gpg_error(GPG_ERR_ENOSPC);
    assert_int_equal(gpg_err_code(transfer_close(&transfer)), GPG_ERR_ENOSPC);
    transfer_release(&transfer);
}

static void releasing_closes_what_is_open(void **state)
{
    struct transfer transfer;
    (void)state;

    scratch_write("in", "hello");
    init(&transfer, "in", "out");
    assert_int_equal(transfer_open(&transfer), 0);
    const int fds[] = {transfer.in.fd, transfer.out.fd};
    transfer_release(&transfer);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(fcntl(fds[i], F_GETFD), -1);
        assert_int_equal(errno, EBADF);
    }
    transfer_release(&transfer);
}

static int memory(void)
{
    const int fd = memfd_create("payload", MFD_CLOEXEC);

    assert_true(fd >= 0);
    return fd;
}

static void a_memory_place_is_emptied_and_read_from_its_start(void **state)
{
    const struct payload_place place = {NULL, memory()};
    struct transfer transfer;
    char bytes[16] = "";
    (void)state;

    for (int i = 0; i < 2; i++) {
        transfer_init(&transfer);
        assert_int_equal(payload_use_place(&transfer.out, &place), 0);
        assert_int_equal(transfer_open(&transfer), 0);
        assert_int_equal(gpgme_data_write(transfer.out.data, "hello", 5), 5);
        assert_int_equal(transfer_close(&transfer), 0);
        transfer_release(&transfer);
        assert_int_equal(payload_size(&place), 5);
    }
    for (int i = 0; i < 2; i++) {
        transfer_init(&transfer);
        assert_int_equal(payload_use_place(&transfer.in, &place), 0);
        assert_int_equal(transfer_open(&transfer), 0);
        assert_int_equal(
            gpgme_data_read(transfer.in.data, bytes, sizeof bytes - 1), 5);
        assert_string_equal(bytes, "hello");
        assert_int_equal(transfer_close(&transfer), 0);
        transfer_release(&transfer);
    }
    payload_remove(&place);
    assert_int_equal(payload_size(&place), 0);
    close(place.memory_fd);
}

static void a_source_repeats_and_a_sink_adds_up(void **state)
{
    struct source source;
    struct checksum sink = {.length = 0};
    struct checksum right = {.length = 0};
    struct transfer transfer;
    char bytes[16];
    ssize_t got = 0;
    (void)state;

    scratch_write("file", "abc");
    assert_int_equal(source_open(&source, "file", 3), 0);
    transfer_init(&transfer);
    assert_int_equal(payload_use_source(&transfer.in, &source), 0);
    assert_int_equal(payload_use_sink(&transfer.out, &sink), 0);
    assert_int_equal(transfer_open(&transfer), 0);
    while ((got = gpgme_data_read(transfer.in.data, bytes, sizeof bytes)) > 0)
        assert_int_equal(
            gpgme_data_write(transfer.out.data, bytes, (size_t)got), got);
    assert_int_equal(got, 0);
    assert_int_equal(transfer_close(&transfer), 0);
    transfer_release(&transfer);
    source_close(&source);
    checksum_add(&right, "abcabcabc", 9);
    assert_true(checksum_equal(&sink, &right));
    assert_int_equal(scratch_count("."), 1);
}

static void the_size_of_what_is_not_there_is_absent(void **state)
{
    const struct payload_place file = {(char *)"file", -1};
    const struct payload_place nowhere = {NULL, -1};
    (void)state;

    assert_int_equal(payload_size(&file), -1);
    assert_int_equal(payload_size(&nowhere), -1);
    scratch_write("file", "hello");
    assert_int_equal(payload_size(&file), 5);
    payload_remove(&file);
    assert_int_equal(payload_size(&file), -1);
    payload_remove(&file);
    payload_remove(&nowhere);
}

static void what_is_not_there_is_not_evicted(void **state)
{
    (void)state;
    assert_false(payload_evict("missing"));
}

static void a_file_without_pages_is_evicted(void **state)
{
    (void)state;
    scratch_write("empty", "");
    assert_true(payload_evict("empty"));
}

/* tmpfs keeps its pages in memory whatever is asked: mincore must say so. */
static void pages_that_cannot_be_evicted_are_noticed(void **state)
{
    const int fd = memory();
    char path[64];
    (void)state;

    assert_int_equal(write(fd, "hello", 5), 5);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    assert_false(payload_evict(path));
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(bytes_go_from_the_input_to_the_output),
        cmocka_unit_test(an_end_that_is_not_there_has_no_data),
        scratch_test(a_missing_input_is_an_error_and_makes_no_output),
        scratch_test(an_output_that_is_there_is_not_overwritten),
        scratch_test(an_error_of_reading_is_kept_until_closing),
        scratch_test(an_error_of_writing_is_kept_until_closing),
        cmocka_unit_test(the_outputs_error_comes_before_the_inputs),
        scratch_test(releasing_closes_what_is_open),
        cmocka_unit_test(a_memory_place_is_emptied_and_read_from_its_start),
        scratch_test(a_source_repeats_and_a_sink_adds_up),
        scratch_test(the_size_of_what_is_not_there_is_absent),
        scratch_test(what_is_not_there_is_not_evicted),
        scratch_test(a_file_without_pages_is_evicted),
        cmocka_unit_test(pages_that_cannot_be_evicted_are_noticed),
    };
    gpgme_check_version(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
