/* SPDX-License-Identifier: GPL-3.0-or-later */

/* burner: a gpg that costs a known part more in one operation: it lets the
 * real one work, and then burns so much CPU time again.  With no more
 * settings it only passes on, which costs the same in every operation: so
 * one burner can be both engines of a comparison.
 *
 *     BURNER_GPG=/usr/bin/gpg BURNER_OPERATION=--encrypt BURNER_PERCENT=5 \
 *         burner ARGUMENT...
 *
 * It is what tools/compare-same finds a small difference with, and has nothing
 * from src/. */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static long long of_timeval(struct timeval time)
{
    return time.tv_sec * 1000000000LL + time.tv_usec * 1000LL;
}

static long long own_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void burn(long long ns)
{
    const long long end_ns = own_ns() + ns;
    while (own_ns() < end_ns)
        ;
}

/* How much of its CPU time this call is to cost again, in percent. */
static double percent_of(char **argv)
{
    const char *operation = getenv("BURNER_OPERATION");
    const char *percent = getenv("BURNER_PERCENT");
    for (char **word = argv; operation && percent && *word; word++)
        if (strcmp(*word, operation) == 0)
            return strtod(percent, NULL);
    return 0;
}

int main(int argc, char **argv)
{
    const char *gpg = getenv("BURNER_GPG");
    struct rusage usage;
    pid_t pid = 0;
    int status = 0;
    (void)argc;
    argv[0] = (char *)(gpg ? gpg : "/usr/bin/gpg");
    const int error = posix_spawn(&pid, argv[0], NULL, NULL, argv, environ);
    if (error != 0) {
        fprintf(stderr, "burner: %s: %s\n", argv[0], strerror(error));
        return 2;
    }
    while (wait4(pid, &status, 0, &usage) < 0)
        if (errno != EINTR)
            return 2;
    const long long ns =
        of_timeval(usage.ru_utime) + of_timeval(usage.ru_stime);
    burn((long long)((double)ns * percent_of(argv) / 100));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
