/* SPDX-License-Identifier: GPL-3.0-or-later */

/* toll: times pairs.  How the probe comes into a process is watch's. */
#include "bench/toll.h"

#include "bench/clock.h"
#include "bench/reading.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <gnu/lib-names.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define LEVEL 0.95

/* Many calls in a batch, so that a coarse clock can tell them too. */
#define BATCH_CALLS 1024

#define PROCESS_LIMIT_NS NS_PER_S

struct pairs {
    size_t count;
    int64_t plain_ns[TOLL_PAIRS];
    int64_t added_ns[TOLL_PAIRS];
};

typedef ssize_t (*read_function)(int fd, void *buffer, size_t size,
                                 off64_t offset);
typedef int (*open_function)(const char *path, int flags, ...);

static void add_pair(struct pairs *pairs, int64_t plain_ns, int64_t probed_ns)
{
    pairs->plain_ns[pairs->count] = plain_ns;
    pairs->added_ns[pairs->count] = probed_ns - plain_ns;
    pairs->count++;
}

/* Of one call, where each time is that of CALLS. */
static void sum_up(struct pairs *pairs, double calls, struct toll *r_toll)
{
    struct interval *interval = &r_toll->interval;
    stats_sort(pairs->plain_ns, pairs->count);
    stats_sort(pairs->added_ns, pairs->count);
    r_toll->pairs = pairs->count;
    r_toll->plain_ns = stats_median(pairs->plain_ns, pairs->count) / calls;
    r_toll->ns = stats_median(pairs->added_ns, pairs->count) / calls;
    r_toll->has_interval =
        stats_median_interval(pairs->added_ns, pairs->count, LEVEL, interval);
    interval->low /= calls;
    interval->high /= calls;
}

bool toll_shows(const struct toll *toll)
{
    return toll->has_interval && toll->interval.low > 0;
}

static int64_t batch_ns(read_function read_byte, int fd)
{
    char byte = 0;
    const int64_t start_ns = clock_now_ns(&clock_monotonic);
    for (int i = 0; i < BATCH_CALLS; i++)
        read_byte(fd, &byte, 1, 0);
    return clock_now_ns(&clock_monotonic) - start_ns;
}

static void time_pair(read_function libcs, read_function probes, int fd,
                      struct pairs *pairs)
{
    const bool is_probe_first = pairs->count % 2 == 1;
    int64_t probed_ns = is_probe_first ? batch_ns(probes, fd) : 0;
    const int64_t plain_ns = batch_ns(libcs, fd);
    if (!is_probe_first)
        probed_ns = batch_ns(probes, fd);
    add_pair(pairs, plain_ns, probed_ns);
}

/* In the child.  What the probe's functions call is libc's itself, whatever
 * else may be preloaded, so that is what they are compared with. */
static void time_calls(const struct watch *watch, const char *path,
                       struct pairs *pairs)
{
    guard_restore_signals();
    watch_enter(watch);
    void *probe = dlopen(watch->library, RTLD_NOW | RTLD_LOCAL);
    void *libc = dlopen(LIBC_SO, RTLD_NOW | RTLD_NOLOAD);
    if (!probe || !libc)
        return;
    const open_function open_watched = (open_function)dlsym(probe, "open64");
    const read_function probes = (read_function)dlsym(probe, "pread64");
    const read_function libcs = (read_function)dlsym(libc, "pread64");
    if (!open_watched || !probes || !libcs)
        return;
    const int fd = open_watched(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    batch_ns(probes, fd); /* looked up and in the cache */
    while (pairs->count < TOLL_PAIRS)
        time_pair(libcs, probes, fd, pairs);
}

static gpg_error_t wait_for(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) != pid)
        if (errno != EINTR)
            return gpg_error_from_syserror();
    return status == 0 ? 0 : gpg_error(GPG_ERR_NOT_SUPPORTED);
}

/* The probe must have taken part. */
static bool are_booked(const struct watch *watch, pid_t pid)
{
    const struct ledger_slot *slot = reading_find(watch->ledger, pid);
    return slot && atomic_load(&slot->accounts[LEDGER_FLASH_READ].calls) ==
                       (TOLL_PAIRS + 1) * BATCH_CALLS;
}

static gpg_error_t run_child(const struct watch *watch, const char *path,
                             struct guard *guard, double limit_s,
                             struct pairs *pairs)
{
    guard_arm(guard, limit_s);
    const pid_t pid = fork();
    if (pid == 0) {
        time_calls(watch, path, pairs);
        _exit(0);
    }
    gpg_error_t err = pid < 0 ? gpg_error_from_syserror() : wait_for(pid);
    const enum guard_verdict verdict = guard_disarm(guard);
    if (guard_signal() != 0)
        err = gpg_error(GPG_ERR_CANCELED);
    else if (verdict == GUARD_TIMED_OUT)
        err = gpg_error(GPG_ERR_TIMEOUT);
    else if (!err && (pairs->count < TOLL_PAIRS || !are_booked(watch, pid)))
        err = gpg_error(GPG_ERR_NOT_SUPPORTED);
    return err;
}

/* A file with one byte. */
static gpg_error_t write_file(const char *path)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    gpg_error_t err =
        fd < 0 || write(fd, "x", 1) != 1 ? gpg_error_from_syserror() : 0;
    if (fd >= 0)
        close(fd);
    return err;
}

gpg_error_t toll_of_call(const struct watch *watch, const char *directory,
                         struct guard *guard, double limit_s,
                         struct toll *r_toll)
{
    char *path = NULL;
    gpg_error_t err = 0;
    memset(r_toll, 0, sizeof *r_toll);
    struct pairs *pairs =
        mmap(NULL, sizeof *pairs, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0); /* with the child */
    if (pairs == MAP_FAILED)
        return gpg_error_from_syserror();
    if (asprintf(&path, "%s/payload-toll", directory) < 0) {
        path = NULL;
        err = gpg_error(GPG_ERR_ENOMEM);
    }
    if (!err)
        err = write_file(path);
    if (!err)
        err = run_child(watch, path, guard, limit_s, pairs);
    if (!err)
        sum_up(pairs, BATCH_CALLS, r_toll);
    if (path)
        unlink(path);
    free(path);
    munmap(pairs, sizeof *pairs);
    return err;
}

static gpg_error_t time_command(const struct command *command,
                                struct guard *guard, int64_t *r_ns)
{
    struct command_result answer = {.status = 0};
    const int64_t start_ns = clock_now_ns(&clock_monotonic);
    gpg_error_t err = command_run(command, guard, &answer);
    *r_ns = clock_now_ns(&clock_monotonic) - start_ns;
    if (!err && !command_succeeded(&answer))
        err = gpg_error(GPG_ERR_NOT_SUPPORTED);
    command_release(&answer);
    return err;
}

static gpg_error_t time_probed(const struct watch *watch,
                               const struct command *command,
                               struct guard *guard, int64_t *r_ns)
{
    struct reading reading;
    reading_start(&reading, watch->ledger, 0);
    gpg_error_t err = watch_enter(watch);
    if (!err)
        err = time_command(command, guard, r_ns);
    watch_leave(watch);
    reading_finish(&reading, watch->ledger, 0, READING_NO_PAYLOAD);
    if (!err && reading.processes == 0)
        err = gpg_error(GPG_ERR_NOT_SUPPORTED);
    return err;
}

static gpg_error_t time_processes(const struct watch *watch,
                                  const struct command *command,
                                  struct guard *guard, bool is_probe_first,
                                  struct pairs *pairs)
{
    int64_t plain_ns = 0;
    int64_t probed_ns = 0;
    gpg_error_t err = 0;
    if (is_probe_first)
        err = time_probed(watch, command, guard, &probed_ns);
    if (!err)
        err = time_command(command, guard, &plain_ns);
    if (!err && !is_probe_first)
        err = time_probed(watch, command, guard, &probed_ns);
    if (!err)
        add_pair(pairs, plain_ns, probed_ns);
    return err;
}

gpg_error_t toll_of_process(const struct watch *watch,
                            const struct command *command, struct guard *guard,
                            struct toll *r_toll)
{
    struct pairs pairs = {.count = 0};
    memset(r_toll, 0, sizeof *r_toll);
    watch_leave(watch);
    gpg_error_t err = time_processes(watch, command, guard, false, &pairs);
    pairs.count = 0; /* the first is to warm up */
    const int64_t start_ns = clock_now_ns(&clock_monotonic);
    while (!err && pairs.count < TOLL_PAIRS &&
           (pairs.count == 0 ||
            clock_now_ns(&clock_monotonic) - start_ns < PROCESS_LIMIT_NS))
        err =
            time_processes(watch, command, guard, pairs.count % 2 == 1, &pairs);
    if (!err)
        sum_up(&pairs, 1, r_toll);
    return err;
}
