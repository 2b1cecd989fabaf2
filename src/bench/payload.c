/* SPDX-License-Identifier: GPL-3.0-or-later */

/* payload: the two ends of a call, as files.  It knows no operation. */
#include "bench/payload.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static ssize_t read_end(void *state, void *buffer, size_t size)
{
    struct payload_end *end = state;
    const ssize_t got = read(end->fd, buffer, size);
    if (got < 0 && !end->err)
        end->err = gpg_error_from_syserror();
    return got;
}

static ssize_t write_end(void *state, const void *buffer, size_t size)
{
    struct payload_end *end = state;
    const ssize_t written = write(end->fd, buffer, size);
    if (written < 0 && !end->err)
        end->err = gpg_error_from_syserror();
    return written;
}

static struct gpgme_data_cbs end_callbacks = {read_end, write_end, NULL, NULL};

static gpg_error_t end_init(struct payload_end *end, const char *path)
{
    end->path = path;
    end->fd = -1;
    end->err = 0;
    end->data = NULL;
    if (!path)
        return 0;
    gpg_error_t err = gpgme_data_new_from_cbs(&end->data, &end_callbacks, end);
    if (!err)
        err = gpgme_data_set_flag(end->data, "io-buffer-size",
                                  PAYLOAD_PUMP_BYTES);
    return err;
}

gpg_error_t transfer_init(struct transfer *transfer, const char *in_path,
                          const char *out_path)
{
    gpg_error_t err = end_init(&transfer->in, in_path);
    gpg_error_t out_err = end_init(&transfer->out, out_path);
    return err ? err : out_err;
}

gpg_error_t transfer_open(struct transfer *transfer)
{
    struct payload_end *in = &transfer->in;
    struct payload_end *out = &transfer->out;
    if (in->path) {
        in->fd = open(in->path, O_RDONLY | O_CLOEXEC);
        if (in->fd < 0)
            return gpg_error_from_syserror();
    }
    if (out->path) {
        out->fd =
            open(out->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (out->fd < 0)
            return gpg_error_from_syserror();
    }
    return 0;
}

static void close_end(struct payload_end *end)
{
    if (end->fd >= 0 && close(end->fd) != 0 && !end->err)
        end->err = gpg_error_from_syserror();
    end->fd = -1;
}

gpg_error_t transfer_close(struct transfer *transfer)
{
    struct payload_end *out = &transfer->out;
    if (out->fd >= 0 && !out->err && fdatasync(out->fd) != 0)
        out->err = gpg_error_from_syserror();
    close_end(out);
    close_end(&transfer->in);
    return out->err ? out->err : transfer->in.err;
}

void transfer_release(struct transfer *transfer)
{
    close_end(&transfer->in);
    close_end(&transfer->out);
    gpgme_data_release(transfer->in.data);
    gpgme_data_release(transfer->out.data);
    transfer->in.data = transfer->out.data = NULL;
}

/* Look through a window, so that the size of the file does not matter. */
#define WINDOW_BYTES ((off_t)64 << 20)

static bool is_window_evicted(int fd, off_t offset, size_t length,
                              unsigned char *pages, size_t page_bytes)
{
    void *window = mmap(NULL, length, PROT_READ, MAP_SHARED, fd, offset);
    if (window == MAP_FAILED)
        return false;
    bool is_evicted = mincore(window, length, pages) == 0;
    for (size_t i = 0; is_evicted && i < (length + page_bytes - 1) / page_bytes;
         i++)
        is_evicted = (pages[i] & 1) == 0;
    munmap(window, length);
    return is_evicted;
}

static bool is_evicted(int fd, off_t size)
{
    const size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *pages = malloc((size_t)WINDOW_BYTES / page_bytes);
    bool evicted = pages != NULL;
    for (off_t offset = 0; evicted && offset < size; offset += WINDOW_BYTES) {
        const off_t left = size - offset;
        const size_t length =
            (size_t)(left < WINDOW_BYTES ? left : WINDOW_BYTES);
        evicted = is_window_evicted(fd, offset, length, pages, page_bytes);
    }
    free(pages);
    return evicted;
}

bool payload_evict(const char *path)
{
    struct stat about;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool evicted = fstat(fd, &about) == 0 &&
                   posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) == 0 &&
                   is_evicted(fd, about.st_size);
    close(fd);
    return evicted;
}
