/* SPDX-License-Identifier: GPL-3.0-or-later */

/* watch: makes the ledger and lets it be found.  Reading it is reading's. */
#include "bench/watch.h"

#include "bench/memfile.h"
#include "bench/preload.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static bool has_proc(void)
{
    return access("/proc/self/fd", X_OK) == 0;
}

/* A file without a name if it can still be found without one. */
static gpg_error_t open_file(struct watch *watch, const char *directory)
{
    if (asprintf(&watch->file, "%s/ledger", directory) < 0) {
        watch->file = NULL;
        return gpg_error(GPG_ERR_ENOMEM);
    }
    watch->fd = open(watch->file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (watch->fd < 0)
        return gpg_error_from_syserror();
    if (has_proc()) {
        unlink(watch->file);
        free(watch->file);
        watch->file = NULL;
    }
    return 0;
}

static gpg_error_t open_ledger(struct watch *watch, const char *directory)
{
    gpg_error_t err = 0;
    if (has_proc())
        watch->fd = memfile_open("pgpbench-ledger", NULL);
    watch->is_in_memory = watch->fd >= 0;
    if (!watch->is_in_memory)
        err = open_file(watch, directory);
    /* Room that is only promised would be a SIGBUS when it is needed. */
    if (!err)
        err = gpg_error_from_errno(
            posix_fallocate(watch->fd, 0, sizeof *watch->ledger));
    if (err)
        return err;
    const int length = watch->file ? asprintf(&watch->named, "%s", watch->file)
                                   : asprintf(&watch->named, "/proc/%d/fd/%d",
                                              (int)getpid(), watch->fd);
    if (length < 0) {
        watch->named = NULL;
        return gpg_error(GPG_ERR_ENOMEM);
    }
    return 0;
}

static gpg_error_t map_ledger(struct watch *watch)
{
    void *memory = mmap(NULL, sizeof *watch->ledger, PROT_READ | PROT_WRITE,
                        MAP_SHARED, watch->fd, 0);
    if (memory == MAP_FAILED)
        return gpg_error_from_syserror();
    watch->ledger = memory;
    watch->ledger->magic = LEDGER_MAGIC;
    watch->ledger->version = LEDGER_VERSION;
    watch->ledger->byte_count = sizeof *watch->ledger;
    watch->ledger->slot_count = LEDGER_SLOTS;
    return 0;
}

static gpg_error_t name_library(struct watch *watch, const char *library,
                                const char *directory)
{
    const gpg_error_t err =
        preload_name(library, directory, "probe.so", &watch->library);
    watch->is_link = !err && strcmp(library, watch->library) != 0;
    return err;
}

gpg_error_t watch_init(struct watch *watch, const char *library,
                       const char *directory)
{
    memset(watch, 0, sizeof *watch);
    watch->fd = -1;
    gpg_error_t err = open_ledger(watch, directory);
    if (!err)
        err = map_ledger(watch);
    if (!err)
        err = name_library(watch, library, directory);
    return err ? err : watch_add_directory(watch, directory);
}

gpg_error_t watch_add_directory(struct watch *watch, const char *directory)
{
    struct ledger *ledger = watch->ledger;
    char *path = realpath(directory, NULL);
    gpg_error_t err = path ? 0 : gpg_error_from_syserror();
    if (!err && strlen(path) >= LEDGER_PATH_BYTES)
        err = gpg_error(GPG_ERR_TOO_LARGE);
    if (!err && ledger->directory_count == LEDGER_DIRECTORIES)
        err = gpg_error(GPG_ERR_TOO_MANY);
    if (!err)
        memcpy(ledger->directories[ledger->directory_count++], path,
               strlen(path) + 1);
    free(path);
    return err;
}

/* Whether the probe is the first word of PRELOAD; *R_OTHERS is what follows. */
static bool has_probe(const struct watch *watch, const char *preload,
                      const char **r_others)
{
    const size_t length = strlen(watch->library);
    if (!preload || strncmp(preload, watch->library, length) != 0 ||
        (preload[length] != ':' && preload[length] != '\0'))
        return false;
    *r_others = preload + length + (preload[length] == ':');
    return true;
}

gpg_error_t watch_enter(const struct watch *watch)
{
    const char *others = getenv(PRELOAD_VARIABLE);
    if (!watch->ledger)
        return 0;
    if (!has_probe(watch, others, &others)) {
        char *preload = preload_join(watch->library, others);
        if (!preload)
            return gpg_error(GPG_ERR_ENOMEM);
        const int failed = setenv(PRELOAD_VARIABLE, preload, 1);
        free(preload);
        if (failed != 0)
            return gpg_error_from_syserror();
    }
    return setenv(LEDGER_VARIABLE, watch->named, 1) != 0
               ? gpg_error_from_syserror()
               : 0;
}

void watch_leave(const struct watch *watch)
{
    const char *others = NULL;
    if (!watch->ledger)
        return;
    unsetenv(LEDGER_VARIABLE);
    if (!has_probe(watch, getenv(PRELOAD_VARIABLE), &others))
        return;
    /* setenv would read what it is about to free. */
    char *copy = *others != '\0' ? strdup(others) : NULL;
    if (copy)
        setenv(PRELOAD_VARIABLE, copy, 1);
    else
        unsetenv(PRELOAD_VARIABLE);
    free(copy);
}

void watch_want_details(struct watch *watch, bool wants)
{
    atomic_store_explicit(&watch->ledger->wants_details, wants ? 1 : 0,
                          memory_order_release);
}

void watch_release(struct watch *watch)
{
    if (watch->ledger)
        munmap(watch->ledger, sizeof *watch->ledger);
    if (watch->fd >= 0)
        close(watch->fd);
    if (watch->file)
        unlink(watch->file);
    if (watch->is_link)
        unlink(watch->library);
    free(watch->named);
    free(watch->file);
    free(watch->library);
    memset(watch, 0, sizeof *watch);
    watch->fd = -1;
}
