/* SPDX-License-Identifier: GPL-3.0-or-later */

/* probe_slow: a user's own preload, under which entropy takes 20 ms. */
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int getentropy(void *buffer, size_t size)
{
    const struct timespec delay = {.tv_nsec = 20000000};
    nanosleep(&delay, NULL);
    return syscall(SYS_getrandom, buffer, size, 0) == (long)size ? 0 : -1;
}
