/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fixture: the user's file, read only.  It never keeps it in memory. */
#include "bench/fixture.h"

#include "base/text.h"
#include "bench/command.h"
#include "bench/source.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COPY_BYTES 65536

/* What is no regular file, by the bits of its mode. */
static const struct {
    mode_t type;
    const char *advice;
} other_types[] = {
    {S_IFDIR, "it is a directory: name a file in it"},
    {S_IFIFO, "it is a pipe, which has no size: save it to a file first"},
    {S_IFCHR, "it is a device: save what it gives to a file first"},
    {S_IFBLK, "it is a device: save what it gives to a file first"},
    {S_IFSOCK, "it is a socket"},
};

static gpg_error_t refuse_type(mode_t mode, const char *path,
                               struct fault *fault)
{
    const char *advice = "name a regular file";
    for (size_t i = 0; i < sizeof other_types / sizeof other_types[0]; i++)
        if ((mode & S_IFMT) == other_types[i].type)
            advice = other_types[i].advice;
    return fault_set(fault, FAULT_NOT_A_FILE, 0, path, "%s", advice);
}

/* Its last byte is there, and none behind it.  Files that the kernel makes up
 * say 0 (procfs) or a page (sysfs), whatever they hold. */
static gpg_error_t check_size(int fd, const struct stat *about,
                              const char *path, struct fault *fault)
{
    char byte = 0;
    const off_t size = about->st_size;
    const ssize_t last = size > 0 ? pread(fd, &byte, 1, size - 1) : 1;
    const ssize_t behind = last < 0 ? last : pread(fd, &byte, 1, size);
    if (behind < 0) {
        const gpg_error_t err = gpg_error_from_syserror();
        return fault_set(fault, FAULT_UNREADABLE, err, path, NULL);
    }
    if (last == 0 || behind > 0)
        return fault_set(fault, FAULT_NOT_A_FILE, 0, path,
                         "it says size %lld, which is not true: save a copy "
                         "of it first",
                         (long long)size);
    return 0;
}

gpg_error_t fixture_init(struct fixture *fixture, const char *path,
                         struct fault *fault)
{
    struct stat about;
    gpg_error_t err = 0;
    /* Without O_NONBLOCK a pipe would wait for its writer. */
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
        err = gpg_error_from_syserror();
        if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
            return refuse_type(about.st_mode, path, fault);
        return fault_set(fault, FAULT_UNREADABLE, err, path,
                         "give a file that is there and that you may read");
    }
    if (fstat(fd, &about) != 0) {
        err = gpg_error_from_syserror();
        fault_set(fault, FAULT_UNREADABLE, err, path, NULL);
    } else if (!S_ISREG(about.st_mode)) {
        err = refuse_type(about.st_mode, path, fault);
    } else {
        err = check_size(fd, &about, path, fault);
    }
    close(fd);
    if (err)
        return err;
    fixture->size_bytes = about.st_size;
    fixture->device = about.st_dev;
    fixture->inode = about.st_ino;
    fixture->modified = about.st_mtim;
    fixture->path = realpath(path, NULL);
    if (!fixture->path) {
        err = gpg_error_from_syserror();
        return fault_set(fault, FAULT_UNREADABLE, err, path, NULL);
    }
    return 0;
}

/* The line is ":8:HEX:", 8 being SHA-256 in OpenPGP. */
static char *digest_of(const char *line)
{
    const char *start = strstr(line, ":8:");
    if (!start)
        return NULL;
    start += 3;
    const size_t length = strcspn(start, ":\n");
    char *digest = length == 64 ? strndup(start, length) : NULL;
    for (char *c = digest; c && *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
    return digest;
}

gpg_error_t fixture_digest(const struct fixture *fixture,
                           const struct engine *engine, double timeout_s,
                           struct guard *guard, char **r_sha256,
                           struct fault *fault)
{
    const char *const argv[] = {engine->path, "--batch", "--with-colons",
                                "--print-md", "SHA256",  NULL};
    const struct command command = {argv, fixture->path, timeout_s};
    struct command_result answer = {.status = 0};
    gpg_error_t err = command_run(&command, guard, &answer);
    if (!err) {
        *r_sha256 = digest_of(text_string(&answer.out));
        if (!command_succeeded(&answer) || !*r_sha256)
            err = gpg_error(GPG_ERR_DIGEST_ALGO);
    }
    if (err)
        fault_set(fault, fault_of_error(err), err, fixture->path,
                  "%s --print-md SHA256 failed: %.80s", engine->path,
                  command_complaint(&answer));
    command_release(&answer);
    return err;
}

static gpg_error_t write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return gpg_error_from_syserror();
        bytes += written;
        length -= (size_t)written;
    }
    return 0;
}

bool fixture_is_unchanged(const struct fixture *fixture)
{
    struct stat about;
    return stat(fixture->path, &about) == 0 &&
           about.st_dev == fixture->device && about.st_ino == fixture->inode &&
           about.st_size == fixture->size_bytes &&
           about.st_mtim.tv_sec == fixture->modified.tv_sec &&
           about.st_mtim.tv_nsec == fixture->modified.tv_nsec;
}

static gpg_error_t copy_all(struct source *source, int to, char *buffer)
{
    ssize_t got = 0;
    gpg_error_t err = 0;
    while (!err && (got = source_read_full(source, buffer, COPY_BYTES)) > 0)
        err = guard_signal() != 0 ? gpg_error(GPG_ERR_CANCELED)
                                  : write_all(to, buffer, (size_t)got);
    return !err && got < 0 ? gpg_error_from_syserror() : err;
}

gpg_error_t fixture_write(const struct fixture *fixture, uint32_t copies,
                          const char *target)
{
    struct source source = {.fd = -1};
    char *buffer = malloc(COPY_BYTES);
    gpg_error_t err = buffer ? source_open(&source, fixture->path, copies)
                             : gpg_error(GPG_ERR_ENOMEM);
    const int to =
        err ? -1 : open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (!err && to < 0)
        err = gpg_error_from_syserror();
    if (!err)
        err = copy_all(&source, to, buffer);
    /* On the medium, so that its pages can be evicted. */
    if (!err && fsync(to) != 0)
        err = gpg_error_from_syserror();
    if (to >= 0 && close(to) != 0 && !err)
        err = gpg_error_from_syserror();
    if (err && to >= 0)
        unlink(target);
    source_close(&source);
    free(buffer);
    return err;
}

static bool sum_up(const struct fixture *fixture, struct fixture_sum *entry)
{
    struct source source;
    char *buffer = malloc(COPY_BYTES);
    ssize_t got = -1;
    if (buffer && source_open(&source, fixture->path, entry->copies) == 0) {
        while (guard_signal() == 0 &&
               (got = source_read_full(&source, buffer, COPY_BYTES)) > 0)
            checksum_add(&entry->sum, buffer, (size_t)got);
        source_close(&source);
    }
    free(buffer);
    return got == 0;
}

const struct checksum *fixture_checksum(struct fixture *fixture,
                                        uint32_t copies)
{
    for (size_t i = 0; i < fixture->sum_count; i++)
        if (fixture->sums[i].copies == copies)
            return &fixture->sums[i].sum;
    struct fixture_sum *grown = realloc(
        fixture->sums, (fixture->sum_count + 1) * sizeof *fixture->sums);
    if (!grown)
        return NULL;
    fixture->sums = grown;
    grown[fixture->sum_count] = (struct fixture_sum){.copies = copies};
    if (!sum_up(fixture, &grown[fixture->sum_count]))
        return NULL;
    return &grown[fixture->sum_count++].sum;
}

void fixture_release(struct fixture *fixture)
{
    free(fixture->path);
    free(fixture->sums);
    memset(fixture, 0, sizeof *fixture);
}
