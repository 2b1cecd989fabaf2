/* SPDX-License-Identifier: GPL-3.0-or-later */

/* watch: a table from what a descriptor is and what is done with it. */
#include "probe/watch.h"

#include "probe/fds.h"
#include "probe/path.h"
#include "probe/process.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

static const uint8_t accounts[FD_CLASSES][WATCH_USES] = {
    [FD_UNKNOWN] = {ACCOUNT_NONE, ACCOUNT_NONE, ACCOUNT_NONE, ACCOUNT_NONE,
                    ACCOUNT_NONE, ACCOUNT_NONE},
    [FD_OTHER] = {ACCOUNT_NONE, ACCOUNT_NONE, ACCOUNT_NONE, ACCOUNT_NONE,
                  ACCOUNT_NONE, ACCOUNT_NONE},
    [FD_FLASH] = {LEDGER_FLASH_READ, LEDGER_FLASH_WRITE, LEDGER_FLASH_SYNC,
                  LEDGER_FLASH_META, ACCOUNT_NONE, ACCOUNT_NONE},
    [FD_PIPE] = {LEDGER_IPC, LEDGER_IPC, ACCOUNT_NONE, ACCOUNT_NONE, LEDGER_IPC,
                 LEDGER_IPC},
    [FD_SOCKET] = {LEDGER_IPC, LEDGER_IPC, ACCOUNT_NONE, ACCOUNT_NONE,
                   LEDGER_IPC, LEDGER_IPC},
    [FD_RANDOM] = {LEDGER_ENTROPY, ACCOUNT_NONE, ACCOUNT_NONE, ACCOUNT_NONE,
                   LEDGER_ENTROPY, ACCOUNT_NONE},
};

static const char *const random_devices[] = {
    "/dev/random",
    "/dev/urandom",
    "/dev/hwrng",
};

/* gpg's status lines on pipes are no words; what goes to an agent is. */
static bool is_word(enum fd_class class, enum watch_use use)
{
    if (class == FD_PIPE)
        return use == WATCH_READ;
    return class == FD_SOCKET &&
           (use == WATCH_READ || use == WATCH_WRITE || use == WATCH_TALK);
}

/* A descriptor that was never used is not asked for as it is closed: some
 * programs close all there could be. */
static enum fd_class class_for(int fd, enum watch_use use)
{
    return use == WATCH_CLOSE ? fds_known_class(fd)
                              : fds_class(process_ledger(), fd);
}

void watch_fd(struct span *span, int fd, enum watch_use use)
{
    if (!account_is_open()) {
        span_skip(span);
        return;
    }
    const enum fd_class class = class_for(fd, use);
    span_begin(span, (enum ledger_account)accounts[class][use]);
    span->is_word = is_word(class, use);
}

int watch_descriptor(FILE *stream)
{
    const int saved = errno;
    const int fd = stream ? fileno(stream) : -1;
    errno = saved;
    return fd;
}

void watch_stream(struct span *span, FILE *stream, enum watch_use use)
{
    if (account_is_open())
        watch_fd(span, watch_descriptor(stream), use);
    else
        span_skip(span);
}

static bool is_random_device(const char *path)
{
    for (size_t i = 0; i < sizeof random_devices / sizeof *random_devices; i++)
        if (strcmp(path, random_devices[i]) == 0)
            return true;
    return false;
}

static enum ledger_account account_of_path(int directory, const char *path)
{
    char buffer[PATH_BYTES];
    const int saved = errno;
    enum ledger_account account = ACCOUNT_NONE;
    const char *absolute = path_make_absolute(directory, path, buffer);
    if (absolute && path_is_watched(process_ledger(), absolute))
        account = LEDGER_FLASH_META;
    else if (absolute && is_random_device(absolute))
        account = LEDGER_ENTROPY;
    errno = saved;
    return account;
}

void watch_path(struct span *span, int directory, const char *path)
{
    if (account_is_open())
        span_begin(span, account_of_path(directory, path));
    else
        span_skip(span);
}

void watch_paths(struct span *span, const char *path, const char *other)
{
    watch_path(span, AT_FDCWD, path);
    if (span->account == ACCOUNT_NONE)
        watch_path(span, AT_FDCWD, other);
}

void watch_done(struct span *span, ssize_t answer)
{
    span_end(span, answer > 0 ? (uint64_t)answer : 0);
    if (span->is_word && answer >= 0)
        process_word();
}

void watch_opened(struct span *span, int fd)
{
    span_end(span, 0);
    if (fd >= 0 && account_is_open())
        fds_opened(fd, span->account == LEDGER_FLASH_META);
}
