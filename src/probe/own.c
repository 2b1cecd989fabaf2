/* SPDX-License-Identifier: GPL-3.0-or-later */

/* own: opens and maps files by the real functions. */
#include "probe/own.h"

#include "probe/real.h"
#include "probe/slot.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef int (*open_function)(const char *path, int flags, ...);
typedef int (*close_function)(int fd);
typedef ssize_t (*read_function)(int fd, void *buffer, size_t size);

/* "open64": a ledger on a big disk may have a big inode number. */
static struct real real_open = {.symbol = "open64"};
static struct real real_close = {.symbol = "close"};
static struct real real_read = {.symbol = "read"};

static int own_open(const char *path, int flags)
{
    return ((open_function)real_find(&real_open))(path, flags | O_CLOEXEC);
}

static void own_close(int fd)
{
    ((close_function)real_find(&real_close))(fd);
}

void own_prepare(void)
{
    real_find(&real_open);
    real_find(&real_close);
    real_find(&real_read);
}

static struct ledger *map_fd(int fd)
{
    struct stat about;
    if (fstat(fd, &about) != 0 || about.st_size < (off_t)sizeof(struct ledger))
        return NULL;
    struct ledger *ledger =
        mmap(NULL, sizeof *ledger, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (ledger == MAP_FAILED)
        return NULL;
    if (slot_ledger_is_sound(ledger, sizeof *ledger))
        return ledger;
    munmap(ledger, sizeof *ledger);
    return NULL;
}

struct ledger *own_map_ledger(const char *path)
{
    const int fd = own_open(path, O_RDWR);
    if (fd < 0)
        return NULL;
    struct ledger *ledger = map_fd(fd);
    own_close(fd);
    return ledger;
}

size_t own_read_file(const char *path, char *buffer, size_t size)
{
    const read_function own_read = (read_function)real_find(&real_read);
    const int fd = own_open(path, O_RDONLY);
    if (fd < 0)
        return 0;
    size_t length = 0;
    ssize_t got = 1;
    while (got > 0 && length < size) {
        got = own_read(fd, buffer + length, size - length);
        length += got > 0 ? (size_t)got : 0;
    }
    own_close(fd);
    return length;
}
