/* SPDX-License-Identifier: GPL-3.0-or-later */

/* payload: the two ends of a call.  It knows no operation. */
#include "bench/payload.h"

#include "bench/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Not an error of an end: the guard has its reason. */
static bool is_call_ending(void)
{
    if (!guard_is_ending())
        return false;
    errno = ECANCELED;
    return true;
}

/* Only what is a file of the work directory counts. */
static struct tally *tally_of(const struct payload_end *end)
{
    return end->place.path ? end->tally : NULL;
}

/* A call on a file begins, and has moved BYTES.  Flash may take seconds. */
static int64_t begin_call(const struct payload_end *end)
{
    guard_own_work(true);
    return tally_begin(tally_of(end));
}

static void end_call(const struct payload_end *end, enum tally_kind kind,
                     int64_t start_ns, ssize_t bytes)
{
    tally_end(tally_of(end), kind, start_ns, bytes);
    guard_own_work(false);
}

static ssize_t read_end(void *state, void *buffer, size_t size)
{
    struct payload_end *end = state;
    if (is_call_ending())
        return -1;
    const int64_t start_ns = begin_call(end);
    const ssize_t got = end->kind == PAYLOAD_SOURCE
                            ? source_read(end->source, buffer, size)
                            : read(end->fd, buffer, size);
    end_call(end, TALLY_READ, start_ns, got);
    if (got < 0 && !end->err)
        end->err = gpg_error_from_syserror();
    return got;
}

static ssize_t write_end(void *state, const void *buffer, size_t size)
{
    struct payload_end *end = state;
    if (is_call_ending())
        return -1;
    if (end->kind == PAYLOAD_SINK) {
        checksum_add(end->sink, buffer, size);
        return (ssize_t)size;
    }
    const int64_t start_ns = begin_call(end);
    const ssize_t written = write(end->fd, buffer, size);
    end_call(end, TALLY_WRITE, start_ns, written);
    if (written < 0 && !end->err)
        end->err = gpg_error_from_syserror();
    return written;
}

static struct gpgme_data_cbs end_callbacks = {read_end, write_end, NULL, NULL};

void transfer_init(struct transfer *transfer)
{
    static const struct payload_end none = {
        .kind = PAYLOAD_NONE, .place = {NULL, -1}, .fd = -1};
    transfer->in = none;
    transfer->out = none;
}

static gpg_error_t use(struct payload_end *end, enum payload_kind kind)
{
    end->kind = kind;
    gpg_error_t err = gpgme_data_new_from_cbs(&end->data, &end_callbacks, end);
    if (!err)
        err = gpgme_data_set_flag(end->data, "io-buffer-size",
                                  PAYLOAD_PUMP_BYTES);
    return err;
}

gpg_error_t payload_use_place(struct payload_end *end,
                              const struct payload_place *place)
{
    end->place = *place;
    return use(end, PAYLOAD_PLACE);
}

gpg_error_t payload_use_source(struct payload_end *end, struct source *source)
{
    end->source = source;
    return use(end, PAYLOAD_SOURCE);
}

gpg_error_t payload_use_sink(struct payload_end *end, struct checksum *sink)
{
    end->sink = sink;
    return use(end, PAYLOAD_SINK);
}

/* A memfd is shared by all that use it: start at its beginning. */
static int open_memory(int memory_fd, bool is_output)
{
    if (is_output && ftruncate(memory_fd, 0) != 0)
        return -1;
    if (lseek(memory_fd, 0, SEEK_SET) != 0)
        return -1;
    return fcntl(memory_fd, F_DUPFD_CLOEXEC, 0);
}

static gpg_error_t open_end(struct payload_end *end, bool is_output)
{
    const int flags = is_output ? O_WRONLY | O_CREAT | O_EXCL : O_RDONLY;
    if (end->kind != PAYLOAD_PLACE)
        return 0;
    const int64_t start_ns = begin_call(end);
    end->fd = end->place.path ? open(end->place.path, flags | O_CLOEXEC, 0600)
                              : open_memory(end->place.memory_fd, is_output);
    end_call(end, TALLY_META, start_ns, 0);
    if (end->fd < 0)
        end->err = gpg_error_from_syserror();
    return end->err;
}

void transfer_count(struct transfer *transfer, struct tally *tally)
{
    transfer->in.tally = tally;
    transfer->out.tally = tally;
}

gpg_error_t transfer_open(struct transfer *transfer)
{
    const gpg_error_t err = open_end(&transfer->in, false);
    return err ? err : open_end(&transfer->out, true);
}

static void close_end(struct payload_end *end)
{
    if (end->fd < 0)
        return;
    const int64_t start_ns = begin_call(end);
    const int failed = close(end->fd);
    end_call(end, TALLY_META, start_ns, 0);
    if (failed && !end->err)
        end->err = gpg_error_from_syserror();
    end->fd = -1;
}

static void sync_end(struct payload_end *end)
{
    const int64_t start_ns = begin_call(end);
    const int failed = fdatasync(end->fd);
    end_call(end, TALLY_SYNC, start_ns, 0);
    if (failed)
        end->err = gpg_error_from_syserror();
}

gpg_error_t transfer_close(struct transfer *transfer)
{
    struct payload_end *out = &transfer->out;
    if (out->fd >= 0 && out->place.path && !out->err)
        sync_end(out);
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
    transfer_init(transfer);
}

int64_t payload_size(const struct payload_place *place)
{
    struct stat about;
    const int failed = place->path ? stat(place->path, &about)
                                   : fstat(place->memory_fd, &about);
    return failed ? -1 : (int64_t)about.st_size;
}

void payload_remove(const struct payload_place *place)
{
    if (place->path) {
        unlink(place->path);
    } else if (place->memory_fd >= 0) {
        const int failed = ftruncate(place->memory_fd, 0);
        (void)failed; /* it only frees memory earlier */
    }
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
