/* SPDX-License-Identifier: GPL-3.0-or-later */

/* probe_watch: runs a command under the probe and writes what the ledger then
 * has, one line of JSON for each slot that was taken and one for the ledger.
 *
 *     probe_watch [-d DIR]... [-s SLOTS] [-t MS] [-lr] [-o FILE]
 *                 PROBE COMMAND...
 *
 *   -d DIR     a watched directory
 *   -s SLOTS   how many processes the ledger has room for
 *   -t MS      wait so long for processes that outlive the command
 *   -l         list the libraries
 *   -r         free the slots of processes that are gone
 *   -o FILE    where the lines go; else to stderr
 *
 * PROBE is put before what LD_PRELOAD has.  The status is the command's, or
 * 128 and its signal. */
#include "probe/ledger.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *const accounts[LEDGER_ACCOUNTS] = {
    "entropy",  "flash_read", "flash_write", "flash_sync", "flash_meta", "ipc",
    "compress", "hash",       "cipher",      "pubkey",     "random",
};

static const char *const moments[LEDGER_MOMENTS] = {
    "loaded",
    "main",
    "first_word",
    "ended",
};

struct wish {
    struct ledger *ledger;
    const char *output;
    long patience_ms;
    bool recycles;
};

static const struct timespec pause_time = {.tv_nsec = 1000000};

static void fail(const char *what)
{
    perror(what);
    exit(125);
}

static struct ledger *make_ledger(char path[64])
{
    const int fd = memfd_create("ledger", 0);
    if (fd < 0 || ftruncate(fd, sizeof(struct ledger)) != 0)
        fail("memfd");
    struct ledger *ledger =
        mmap(NULL, sizeof *ledger, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (ledger == MAP_FAILED)
        fail("mmap");
    ledger->magic = LEDGER_MAGIC;
    ledger->version = LEDGER_VERSION;
    ledger->byte_count = sizeof *ledger;
    ledger->slot_count = LEDGER_SLOTS;
    snprintf(path, 64, "/proc/%ld/fd/%d", (long)getpid(), fd);
    return ledger;
}

static void add_directory(struct ledger *ledger, const char *directory)
{
    char *canonical = realpath(directory, NULL);
    if (!canonical || ledger->directory_count == LEDGER_DIRECTORIES)
        fail(directory);
    snprintf(ledger->directories[ledger->directory_count++], LEDGER_PATH_BYTES,
             "%s", canonical);
    free(canonical);
}

static void read_options(struct wish *wish, int argc, char **argv)
{
    for (int option; (option = getopt(argc, argv, "+d:s:t:lro:")) != -1;) {
        if (option == 'd')
            add_directory(wish->ledger, optarg);
        else if (option == 's')
            wish->ledger->slot_count = (uint32_t)strtoul(optarg, NULL, 10);
        else if (option == 't')
            wish->patience_ms = strtol(optarg, NULL, 10);
        else if (option == 'l')
            wish->ledger->wants_details = 1;
        else if (option == 'r')
            wish->recycles = true;
        else if (option == 'o')
            wish->output = optarg;
        else
            exit(125);
    }
    if (argc - optind < 2)
        exit(125);
}

static bool is_gone(uint32_t pid)
{
    return kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

static void free_slots(struct ledger *ledger)
{
    for (uint32_t i = 0; i < ledger->slot_count; i++)
        if (ledger->slots[i].pid != 0 && is_gone(ledger->slots[i].pid))
            ledger->slots[i].pid = 0;
}

static int await(const struct wish *wish, pid_t pid)
{
    int status = 0;
    pid_t ended = 0;
    while (ended == 0) {
        ended = waitpid(pid, &status, wish->recycles ? WNOHANG : 0);
        if (ended == 0) {
            free_slots(wish->ledger);
            nanosleep(&pause_time, NULL);
        }
    }
    if (ended < 0)
        fail("waitpid");
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Only the command sees the probe, not this program. */
static pid_t start(char **command, const char *probe, const char *ledger_path)
{
    const char *others = getenv("LD_PRELOAD");
    char preload[4096];
    snprintf(preload, sizeof preload, "%s%s%s", probe, others ? ":" : "",
             others ? others : "");
    const pid_t pid = fork();
    if (pid == 0) {
        setenv("LD_PRELOAD", preload, 1);
        setenv(LEDGER_VARIABLE, ledger_path, 1);
        execvp(command[0], command);
        perror(command[0]);
        _exit(127);
    }
    if (pid < 0)
        fail("fork");
    return pid;
}

static bool all_have_ended(const struct ledger *ledger)
{
    for (uint32_t i = 0; i < ledger->slot_count; i++)
        if (ledger->slots[i].is_filled && !ledger->slots[i].has_ended &&
            !is_gone(ledger->slots[i].pid))
            return false;
    return true;
}

static void wait_for_all(const struct wish *wish)
{
    for (long ms = 0; ms < wish->patience_ms; ms++)
        if (all_have_ended(wish->ledger))
            return;
        else
            nanosleep(&pause_time, NULL);
}

static void print_entry(FILE *to, const char *name,
                        const struct ledger_entry *entry)
{
    fprintf(to,
            ", \"%s\": {\"ns\": %" PRIu64 ", \"bytes\": %" PRIu64
            ", \"calls\": %" PRIu32 "}",
            name, ledger_get(&entry->ns), ledger_get(&entry->bytes),
            entry->calls);
}

static void print_farewell(FILE *to, const struct ledger_farewell *farewell)
{
    fprintf(to,
            ", \"user_ns\": %" PRIu64 ", \"sys_ns\": %" PRIu64
            ", \"peak_rss_bytes\": %" PRIu64,
            ledger_get(&farewell->user_ns), ledger_get(&farewell->sys_ns),
            ledger_get(&farewell->peak_rss_bytes));
}

static void print_libraries(FILE *to, const struct ledger_slot *slot)
{
    fprintf(to, ", \"libraries\": [");
    for (uint32_t i = 0; i < slot->library_count; i++) {
        const struct ledger_library *library = &slot->libraries[i];
        fprintf(to, "%s{\"path\": \"%s\", \"build_id\": \"", i ? ", " : "",
                library->path);
        for (unsigned j = 0; j < library->build_id_length; j++)
            fprintf(to, "%02x", library->build_id[j]);
        fprintf(to, "\"}");
    }
    fprintf(to, "]");
}

static void print_slot(FILE *to, const struct ledger_slot *slot)
{
    fprintf(to,
            "{\"pid\": %" PRIu32 ", \"is_filled\": %" PRIu32
            ", \"has_ended\": %" PRIu32 ", \"name\": \"%.16s\"",
            slot->pid, slot->is_filled, slot->has_ended, slot->name);
    for (size_t i = 0; i < LEDGER_MOMENTS; i++)
        fprintf(to, ", \"%s\": %" PRIu64, moments[i],
                ledger_get(&slot->moments[i]));
    fprintf(to, ", \"before_first_word_ns\": %" PRIu64,
            ledger_get(&slot->before_first_word_ns));
    fprintf(to, ", \"sees\": %" PRIu32, slot->sees);
    for (size_t i = 0; i < LEDGER_ACCOUNTS; i++)
        print_entry(to, accounts[i], &slot->accounts[i]);
    print_entry(to, "jitter", &slot->jitter);
    print_farewell(to, &slot->farewell);
    print_libraries(to, slot);
    fprintf(to, "}\n");
}

int main(int argc, char **argv)
{
    char path[64];
    struct wish wish = {.ledger = make_ledger(path)};
    read_options(&wish, argc, argv);
    FILE *to = wish.output ? fopen(wish.output, "we") : stderr;
    if (!to)
        fail(wish.output);
    const pid_t pid = start(argv + optind + 1, argv[optind], path);
    const int status = await(&wish, pid);
    wait_for_all(&wish);
    for (uint32_t i = 0; i < LEDGER_SLOTS; i++)
        if (wish.ledger->slots[i].pid != 0)
            print_slot(to, &wish.ledger->slots[i]);
    fprintf(to, "{\"turned_away\": %" PRIu32 "}\n", wish.ledger->turned_away);
    return fclose(to) == 0 ? status : 125;
}
