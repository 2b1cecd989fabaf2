/* SPDX-License-Identifier: GPL-3.0-or-later */

/* survey_kernel: what the kernel and the medium do for us, each tried, none
 * of it with gpg. */
#include "bench/survey_topic.h"

#include "base/units.h"
#include "bench/clock.h"
#include "bench/memfile.h"
#include "bench/payload.h"
#include "bench/process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* CPU time that is used up to see whether it is counted: more than a tick. */
#define BURNT_NS (12 * NS_PER_MS)

#define ORPHAN_LIMIT_NS (5 * NS_PER_S)

#define EVICTED_BYTES 262144

static void burn(void)
{
    const int64_t start_ns = clock_own_cpu_ns();
    while (clock_own_cpu_ns() - start_ns < BURNT_NS)
        continue;
}

/* Fork twice, as GPGME does: the second child is an orphan and works. */
static bool leave_orphan(void)
{
    int status = 0;
    const pid_t child = fork();
    if (child < 0)
        return false;
    if (child == 0) {
        const pid_t orphan = fork();
        if (orphan == 0)
            burn();
        _exit(orphan < 0 ? 1 : 0);
    }
    while (waitpid(child, &status, 0) != child)
        if (errno != EINTR)
            return false;
    return status == 0;
}

static void try_adoption(struct survey_site *site)
{
    struct usage usage = {.count = 0};
    const bool is_left = leave_orphan();
    if (is_left && site->children.adopts)
        children_await(&site->children, 1, ORPHAN_LIMIT_NS, &usage);
    if (usage.count > 0 && usage.cpu_ns >= BURNT_NS / 2) {
        survey_set(site->survey, SURVEY_GPG_CPU, SURVEY_OK,
                   "reaped: an orphan was adopted and accounted (wait4)");
        survey_set_number(site->survey, SURVEY_GPG_CPU, usage.cpu_ns);
        return;
    }
    survey_set(site->survey, SURVEY_GPG_CPU, SURVEY_WEAK, "%s",
               !is_left           ? "no process could be made"
               : usage.count == 0 ? "ledger: an orphan was not adopted"
                                  : "an orphan was adopted, its CPU time is "
                                    "not told");
    survey_set_remedy(site->survey, SURVEY_GPG_CPU,
                      "use Linux 3.4 or later, not an emulator of its system "
                      "calls; until then the probe tells it from inside, in "
                      "probed samples only");
}

static void try_client(struct survey_site *site)
{
    const int64_t wall_ns = clock_now_ns(&clock_monotonic);
    int64_t cpu_ns = clock_own_cpu_ns();
    /* It may stand still, so the other clock ends this. */
    while (clock_now_ns(&clock_monotonic) - wall_ns < NS_PER_MS)
        continue;
    cpu_ns = clock_own_cpu_ns() - cpu_ns;
    if (cpu_ns > 0) {
        survey_set(site->survey, SURVEY_CLIENT_CPU, SURVEY_OK,
                   "cpuclock of this process");
        survey_set_number(site->survey, SURVEY_CLIENT_CPU, cpu_ns);
    } else {
        survey_set(site->survey, SURVEY_CLIENT_CPU, SURVEY_WEAK,
                   "its CPU clock does not move within a millisecond");
        survey_set_remedy(site->survey, SURVEY_CLIENT_CPU,
                          "mistrust client_cpu_ns here");
    }
}

/* A file on its medium, so that its pages are clean. */
static gpg_error_t write_file(const char *path)
{
    char *bytes = calloc(1, EVICTED_BYTES);
    gpg_error_t err = bytes ? 0 : gpg_error(GPG_ERR_ENOMEM);
    const int fd =
        err ? -1 : open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (!err && (fd < 0 || write(fd, bytes, EVICTED_BYTES) != EVICTED_BYTES ||
                 fsync(fd) != 0))
        err = gpg_error_from_syserror();
    if (fd >= 0)
        close(fd);
    free(bytes);
    return err;
}

static void set_eviction(struct survey_site *site, gpg_error_t err,
                         bool is_evicted)
{
    const char *filesystem = site->survey->entries[SURVEY_WORK_DIR].value;
    const bool is_memory = filesystem && (strcmp(filesystem, "tmpfs") == 0 ||
                                          strcmp(filesystem, "ramfs") == 0);
    if (!err && is_evicted) {
        survey_set(site->survey, SURVEY_EVICTION, SURVEY_OK,
                   "a file was evicted, mincore confirms it");
        return;
    }
    if (err)
        survey_set(site->survey, SURVEY_EVICTION, SURVEY_WEAK,
                   "no file could be written (%s)", gpg_strerror(err));
    else if (is_memory)
        survey_set(site->survey, SURVEY_EVICTION, SURVEY_WEAK,
                   "no: %s keeps its files in memory", filesystem);
    else
        survey_set(site->survey, SURVEY_EVICTION, SURVEY_WEAK,
                   "no: the pages stay in the cache");
    survey_set_remedy(site->survey, SURVEY_EVICTION,
                      "choose a directory on a disk or flash with --work-dir, "
                      "or read warm input, which the report then says");
}

static void try_eviction(struct survey_site *site)
{
    char *path = NULL;
    if (!site->work_dir ||
        asprintf(&path, "%s/payload-try", site->work_dir) < 0)
        return;
    const gpg_error_t err = write_file(path);
    set_eviction(site, err, !err && payload_evict(path));
    unlink(path);
    free(path);
}

static void try_memory(struct survey_site *site)
{
    enum memfile_method method = MEMFILE_NONE;
    const int fd = memfile_open("pgpbench-check", &method);
    char byte = 'x';
    const bool works = fd >= 0 && write(fd, &byte, 1) == 1 &&
                       lseek(fd, 0, SEEK_SET) == 0 && read(fd, &byte, 1) == 1;
    survey_set(site->survey, SURVEY_MEMORY, works ? SURVEY_OK : SURVEY_WEAK,
               "%s",
               !works                    ? "neither memfd nor /dev/shm"
               : method == MEMFILE_MEMFD ? "memfd"
                                         : "a file in /dev/shm");
    if (!works)
        survey_set_remedy(site->survey, SURVEY_MEMORY,
                          "mount a tmpfs on /dev/shm, use Linux 3.17 or later, "
                          "or stay with --data file");
    if (fd >= 0)
        close(fd);
}

static void try_proc(struct survey_site *site)
{
    struct process process;
    const bool works = process_read(getpid(), &process);
    survey_set(site->survey, SURVEY_PROC, works ? SURVEY_OK : SURVEY_WEAK, "%s",
               works ? "processes can be looked up" : "not mounted");
    if (!works)
        survey_set_remedy(site->survey, SURVEY_PROC,
                          "mount it: without it a hanging gpg cannot be "
                          "ended, and left-over homes are not found");
}

void survey_kernel(struct survey_site *site)
{
    try_adoption(site);
    try_client(site);
    try_eviction(site);
    try_memory(site);
    try_proc(site);
}
