/* SPDX-License-Identifier: GPL-3.0-or-later */

/* rescue: replaces broken pipes.  When that is right is guard's to know. */
#include "bench/rescue.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

/* One by one: poll refuses more descriptors than the process may have. */
static bool is_broken(int fd)
{
    struct stat about;
    struct pollfd end = {fd, POLLOUT, 0};
    return fstat(fd, &about) == 0 && S_ISFIFO(about.st_mode) &&
           poll(&end, 1, 0) == 1 && (end.revents & POLLERR) != 0;
}

void rescue_init(struct rescue *rescue)
{
    struct stat about;
    for (int fd = 0; fd < RESCUE_FD_COUNT; fd++)
        rescue->is_foreign[fd] = fstat(fd, &about) == 0;
}

void rescue_broken_pipes(const struct rescue *rescue)
{
    const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (null < 0)
        return;
    for (int fd = 0; fd < RESCUE_FD_COUNT; fd++)
        if (!rescue->is_foreign[fd] && is_broken(fd))
            dup3(null, fd, O_CLOEXEC);
    close(null);
}
