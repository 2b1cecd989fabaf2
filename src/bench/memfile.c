/* SPDX-License-Identifier: GPL-3.0-or-later */

/* memfile: asks the kernel for memory that is a file.  What goes into it is
 * the caller's. */
#include "bench/memfile.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* Under a name for no longer than it takes to remove it. */
static int open_shm(const char *name)
{
    static unsigned count;
    char path[64];
    snprintf(path, sizeof path, "/%.32s-%d-%u", name, (int)getpid(), count++);
    const int fd = shm_open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0)
        shm_unlink(path);
    return fd;
}

int memfile_open(const char *name, enum memfile_method *r_method)
{
    enum memfile_method method = MEMFILE_MEMFD;
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd < 0) {
        method = MEMFILE_SHM;
        fd = open_shm(name);
    }
    if (r_method)
        *r_method = fd >= 0 ? method : MEMFILE_NONE;
    return fd;
}
