/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fds: a table of one byte for each of the first descriptors; those beyond
 * are asked for each time. */
#include "probe/fds.h"

#include "probe/path.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#define TABLE_SIZE 1024

static _Atomic(uint8_t) table[TABLE_SIZE];

/* Numbers that Linux has given out for good. */
static const struct device {
    unsigned major;
    unsigned minor;
} random_devices[] = {
    {1, 8},    /* /dev/random */
    {1, 9},    /* /dev/urandom */
    {10, 183}, /* /dev/hwrng */
};

static bool is_random(dev_t number)
{
    const size_t count = sizeof random_devices / sizeof *random_devices;
    for (size_t i = 0; i < count; i++)
        if (number == makedev(random_devices[i].major, random_devices[i].minor))
            return true;
    return false;
}

/* FD_UNKNOWN: a regular file, that may be anywhere. */
static enum fd_class class_by_mode(int fd)
{
    struct stat about;
    if (fstat(fd, &about) != 0)
        return FD_OTHER;
    if (S_ISREG(about.st_mode))
        return FD_UNKNOWN;
    if (S_ISFIFO(about.st_mode))
        return FD_PIPE;
    if (S_ISSOCK(about.st_mode))
        return FD_SOCKET;
    if (S_ISCHR(about.st_mode) && is_random(about.st_rdev))
        return FD_RANDOM;
    return FD_OTHER;
}

static void remember(int fd, enum fd_class class)
{
    if (fd >= 0 && fd < TABLE_SIZE)
        atomic_store_explicit(&table[fd], (uint8_t) class,
                              memory_order_relaxed);
}

static enum fd_class remembered(int fd)
{
    if (fd < 0)
        return FD_OTHER;
    if (fd >= TABLE_SIZE)
        return FD_UNKNOWN;
    return (enum fd_class)atomic_load_explicit(&table[fd],
                                               memory_order_relaxed);
}

static enum fd_class ask(const struct ledger *ledger, int fd)
{
    const int saved = errno;
    enum fd_class class = class_by_mode(fd);
    char path[PATH_BYTES];
    if (class == FD_UNKNOWN) {
        const bool is_flash =
            path_of_fd(fd, path) && path_is_watched(ledger, path);
        class = is_flash ? FD_FLASH : FD_OTHER;
    }
    remember(fd, class);
    errno = saved;
    return class;
}

enum fd_class fds_class(const struct ledger *ledger, int fd)
{
    const enum fd_class class = remembered(fd);
    return class == FD_UNKNOWN ? ask(ledger, fd) : class;
}

enum fd_class fds_known_class(int fd)
{
    return remembered(fd);
}

void fds_opened(int fd, bool is_watched)
{
    const int saved = errno;
    enum fd_class class = FD_UNKNOWN;
    if (is_watched) {
        class = class_by_mode(fd);
        class = class == FD_UNKNOWN ? FD_FLASH : class;
    }
    remember(fd, class);
    errno = saved;
}

void fds_forget(int fd)
{
    remember(fd, FD_UNKNOWN);
}

void fds_forget_range(unsigned first, unsigned last)
{
    for (unsigned fd = first; fd < TABLE_SIZE && fd <= last; fd++)
        remember((int)fd, FD_UNKNOWN);
}
