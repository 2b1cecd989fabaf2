/* SPDX-License-Identifier: GPL-3.0-or-later */

/* watch: makes the ledger and lets it be found.  Reading it is reading's. */
#include "bench/watch.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PRELOAD "LD_PRELOAD"

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
        watch->fd = memfd_create("pgpbench-ledger", MFD_CLOEXEC);
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

/* LD_PRELOAD parts its words at blanks and colons. */
static gpg_error_t name_library(struct watch *watch, const char *library,
                                const char *directory)
{
    if (!strpbrk(library, " :")) {
        watch->library = strdup(library);
        return watch->library ? 0 : gpg_error(GPG_ERR_ENOMEM);
    }
    if (strpbrk(directory, " :"))
        return gpg_error(GPG_ERR_INV_NAME);
    if (asprintf(&watch->link, "%s/probe.so", directory) < 0) {
        watch->link = NULL;
        return gpg_error(GPG_ERR_ENOMEM);
    }
    if (symlink(library, watch->link) != 0)
        return gpg_error_from_syserror();
    watch->library = strdup(watch->link);
    return watch->library ? 0 : gpg_error(GPG_ERR_ENOMEM);
}

static gpg_error_t name_preload(struct watch *watch)
{
    const char *users = getenv(PRELOAD);
    if (users && !(watch->users_preload = strdup(users)))
        return gpg_error(GPG_ERR_ENOMEM);
    const bool is_alone = !users || *users == '\0';
    if (asprintf(&watch->preload, "%s%s%s", watch->library, is_alone ? "" : ":",
                 is_alone ? "" : users) < 0) {
        watch->preload = NULL;
        return gpg_error(GPG_ERR_ENOMEM);
    }
    return 0;
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
    if (!err)
        err = name_preload(watch);
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

gpg_error_t watch_enter(const struct watch *watch)
{
    if (!watch->ledger)
        return 0;
    if (setenv(PRELOAD, watch->preload, 1) != 0 ||
        setenv(LEDGER_VARIABLE, watch->named, 1) != 0)
        return gpg_error_from_syserror();
    return 0;
}

void watch_leave(const struct watch *watch)
{
    if (!watch->ledger)
        return;
    if (watch->users_preload)
        setenv(PRELOAD, watch->users_preload, 1);
    else
        unsetenv(PRELOAD);
    unsetenv(LEDGER_VARIABLE);
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
    if (watch->link)
        unlink(watch->link);
    free(watch->named);
    free(watch->file);
    free(watch->library);
    free(watch->link);
    free(watch->preload);
    free(watch->users_preload);
    memset(watch, 0, sizeof *watch);
    watch->fd = -1;
}
