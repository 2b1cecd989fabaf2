/* SPDX-License-Identifier: GPL-3.0-or-later */

/* append: one write at the end of a file, taken back if it was not whole. */
#include "cli/append.h"

#include "model/history.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static gpg_error_t refuse(const struct append *append, gpg_error_t err,
                          struct fault *fault)
{
    return fault_set(fault, FAULT_UNWRITABLE, err, append->path,
                     "--append needs a file that it may write");
}

/* Whether the first line of the file is whole: else what is there is no file of
 * runs, and a line more would spoil it. */
static bool has_lines(int fd)
{
    char bytes[65536];
    char before = '\0';
    off_t at = 0;
    ssize_t length;
    while ((length = pread(fd, bytes, sizeof bytes, at)) > 0) {
        if (at == 0 && bytes[0] != '{')
            return false;
        const char *newline = memchr(bytes, '\n', (size_t)length);
        if (newline)
            return (newline > bytes ? newline[-1] : before) == '}';
        before = bytes[length - 1];
        at += length;
    }
    return at == 0 || before == '}';
}

gpg_error_t append_open(struct append *append, const char *path,
                        struct fault *fault)
{
    struct stat about;
    *append = (struct append){path, -1, false};
    if (!path)
        return 0;
    append->is_new = stat(path, &about) != 0;
    if (!append->is_new && !S_ISREG(about.st_mode))
        return fault_set(fault, FAULT_NOT_A_FILE, 0, path,
                         "--append needs a regular file");
    append->fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (append->fd < 0)
        return refuse(append, gpg_error_from_syserror(), fault);
    return has_lines(append->fd)
               ? 0
               : fault_set(fault, FAULT_BAD_FILE, gpg_error(GPG_ERR_BAD_DATA),
                           path,
                           "it is no file of runs, one a line; choose another "
                           "for --append");
}

/* A line that was never ended would take ours in. */
static bool ends_line(int fd, off_t size)
{
    char last = '\n';
    return size == 0 || (pread(fd, &last, 1, size - 1) == 1 && last == '\n');
}

static gpg_error_t write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return gpg_error_from_syserror();
        bytes += written;
        length -= (size_t)written;
    }
    return 0;
}

static gpg_error_t add_line(int fd, const char *line, size_t length)
{
    const off_t size = lseek(fd, 0, SEEK_END);
    if (size < 0)
        return gpg_error_from_syserror();
    gpg_error_t err = ends_line(fd, size) ? 0 : write_all(fd, "\n", 1);
    if (!err)
        err = write_all(fd, line, length);
    if (!err && fsync(fd) != 0)
        err = gpg_error_from_syserror();
    if (err && ftruncate(fd, size) != 0)
        return err;
    return err;
}

gpg_error_t append_add(struct append *append, const struct run *run,
                       struct fault *fault)
{
    size_t length = 0;
    if (append->fd < 0)
        return 0;
    char *line = history_line(run, &length);
    if (!line)
        return fault_no_memory(fault);
    /* Where there are no locks there are no others to keep out. */
    flock(append->fd, LOCK_EX);
    const gpg_error_t err = add_line(append->fd, line, length);
    flock(append->fd, LOCK_UN);
    free(line);
    if (err)
        return refuse(append, err, fault);
    append->is_new = false;
    return 0;
}

void append_release(struct append *append)
{
    struct stat about;
    const bool is_unused = append->fd >= 0 && append->is_new &&
                           fstat(append->fd, &about) == 0 && about.st_size == 0;
    if (is_unused)
        unlink(append->path);
    if (append->fd >= 0)
        close(append->fd);
    append->fd = -1;
}
