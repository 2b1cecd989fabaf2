/* SPDX-License-Identifier: GPL-3.0-or-later */

/* slow_world: a user's own preload, under which one kind of call takes long.
 *
 * $SLOW_KIND is "entropy", "sync" or "write" (to regular files), and each such
 * call takes $SLOW_MS more.  $SLOW_LOG gets a line for each program that
 * starts, "PID start ARGUMENTS", and for each call of any kind, "PID KIND". */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void say(const char *kind, const char *words)
{
    const char *path = getenv("SLOW_LOG");
    char line[4096];
    const int fd =
        path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
    const int length =
        snprintf(line, sizeof line, "%d %s%s\n", (int)getpid(), kind, words);
    if (fd < 0)
        return;
    /* Not by the write below. */
    syscall(SYS_write, fd, line,
            length < (int)sizeof line ? (size_t)length : sizeof line - 1);
    close(fd);
}

static void wait_for(const char *kind)
{
    const char *slow = getenv("SLOW_KIND");
    const char *ms = getenv("SLOW_MS");
    say(kind, "");
    if (!slow || !ms || strcmp(slow, kind) != 0)
        return;
    const long delay_ms = atol(ms);
    struct timespec left = {delay_ms / 1000, delay_ms % 1000 * 1000000};
    /* pgpbench has a timer whose signals would cut it short. */
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}

static int is_regular(int fd)
{
    struct stat about;
    return fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
}

__attribute__((constructor)) static void start(void)
{
    char words[2048] = " ";
    const int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    const ssize_t got = read(fd, words + 1, sizeof words - 2);
    close(fd);
    for (ssize_t i = 1; i <= got; i++)
        if (words[i] == '\0' || words[i] == '\n')
            words[i] = ' ';
    say("start", words);
}

int getentropy(void *buffer, size_t size)
{
    wait_for("entropy");
    return syscall(SYS_getrandom, buffer, size, 0) == (long)size ? 0 : -1;
}

ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
    wait_for("entropy");
    return syscall(SYS_getrandom, buffer, size, flags);
}

int fsync(int fd)
{
    wait_for("sync");
    return (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    wait_for("sync");
    return (int)syscall(SYS_fdatasync, fd);
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    if (is_regular(fd))
        wait_for("write");
    return syscall(SYS_write, fd, bytes, size);
}
