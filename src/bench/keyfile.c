/* SPDX-License-Identifier: GPL-3.0-or-later */

/* keyfile: finds and looks at key files.  Importing them is key's. */
#include "bench/keyfile.h"

#include "base/datadir.h"
#include "bench/command.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

gpg_error_t keyfile_open(const char *path, int *r_fd, struct fault *fault)
{
    struct stat about;
    gpg_error_t err = 0;
    *r_fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (*r_fd < 0) {
        err = gpg_error_from_syserror();
        return fault_set(fault, FAULT_UNREADABLE, err, path,
                         "give the name of a test key (pgpbench list keys) or "
                         "a key file that you may read");
    }
    if (fstat(*r_fd, &about) == 0 && S_ISREG(about.st_mode))
        return 0;
    close(*r_fd);
    return fault_set(fault, FAULT_NOT_A_FILE, 0, path, "give a key file");
}

/* ASKED may be a key of ours, and none of ours is found. */
static gpg_error_t refuse_shipped(const char *asked, struct fault *fault)
{
    char *advice = datadir_advice();
    const gpg_error_t err = fault_set(
        fault, FAULT_UNREADABLE, gpg_error(GPG_ERR_ENOENT), asked,
        "there is no such file, and no test keys are found: %s, or give a key "
        "file with --key",
        advice ? advice : "set PGPBENCH_DATADIR");
    free(advice);
    return err;
}

/* Whether ASKED is no file and we have no keys/ that it could be in. */
static bool lacks_ours(const char *asked)
{
    char *keys = datadir_find("keys");
    const bool has_keys = keys != NULL;
    free(keys);
    return !has_keys && !strchr(asked, '/') && access(asked, F_OK) != 0;
}

gpg_error_t keyfile_find(const char *asked, char **r_path, struct fault *fault)
{
    char *relative = NULL;
    int fd = -1;
    *r_path = NULL;
    if (!strchr(asked, '/')) {
        if (asprintf(&relative, "keys/%s.asc", asked) < 0)
            return fault_no_memory(fault);
        *r_path = datadir_find(relative);
        free(relative);
        if (*r_path)
            return 0;
    }
    if (lacks_ours(asked))
        return refuse_shipped(asked, fault);
    gpg_error_t err = keyfile_open(asked, &fd, fault);
    if (err)
        return err;
    close(fd);
    *r_path = realpath(asked, NULL);
    if (*r_path)
        return 0;
    err = gpg_error_from_syserror();
    return fault_set(fault, FAULT_UNREADABLE, err, asked,
                     "where it lies cannot be told: give its absolute path");
}

char *keyfile_name(const char *asked)
{
    static const char *const endings[] = {".asc", ".gpg", ".pgp", ".key"};
    const char *slash = strrchr(asked, '/');
    char *name = strdup(slash && slash[1] != '\0' ? slash + 1 : asked);
    const size_t length = name ? strlen(name) : 0;
    for (size_t i = 0; length > 4 && i < 4; i++)
        if (strcmp(name + length - 4, endings[i]) == 0)
            name[length - 4] = '\0';
    return name;
}

/* The secret parts that a listing of packets shows. */
struct secrets {
    size_t there;  /* unprotected */
    size_t locked; /* by a passphrase */
    size_t stubs;  /* not in the file: offline, or on a card */
};

/* LISTING is behind the line of a packet; look up to the next one.  A stub
 * has a line of protection too. */
static void add_secret(const char *listing, struct secrets *secrets)
{
    bool is_locked = false;
    bool is_stub = false;
    while (*listing != '\0' && *listing != ':') {
        const size_t length = strcspn(listing, "\n");
        is_locked |= memmem(listing, length, "protect IV:", 11) != NULL;
        is_stub |= memmem(listing, length, "gnu-dummy", 9) != NULL ||
                   memmem(listing, length, "gnu-divert-to-card", 18) != NULL;
        listing += length + (listing[length] == '\n' ? 1 : 0);
    }
    secrets->stubs += is_stub;
    secrets->locked += is_locked && !is_stub;
    secrets->there += !is_locked && !is_stub;
}

static struct secrets count_secrets(const char *listing)
{
    static const char key[] = ":secret key packet:";
    static const char subkey[] = ":secret sub key packet:";
    struct secrets secrets = {0, 0, 0};
    for (const char *line = listing; *line != '\0';) {
        const bool is_secret = strncmp(line, key, sizeof key - 1) == 0 ||
                               strncmp(line, subkey, sizeof subkey - 1) == 0;
        const size_t length = strcspn(line, "\n");
        line += length + (line[length] == '\n' ? 1 : 0);
        if (is_secret)
            add_secret(line, &secrets);
    }
    return secrets;
}

gpg_error_t keyfile_check_listing(const char *path, const char *listing,
                                  struct fault *fault)
{
    const struct secrets secrets = count_secrets(listing);
    if (secrets.locked > 0)
        return fault_set(fault, FAULT_PASSPHRASE, 0, path,
                         "a passphrase would be timed too: remove it from a "
                         "copy of the key with gpg --edit-key and passwd");
    if (secrets.stubs > 0 && secrets.there == 0)
        return fault_set(fault, FAULT_NO_SECRET_KEY, 0, path,
                         "its secret parts are elsewhere, offline or on a "
                         "card, and it has only stubs of them: export them "
                         "with gpg --export-secret-keys where they are");
    return 0;
}

gpg_error_t keyfile_check_usable(const char *path, const struct engine *engine,
                                 double timeout_s, struct guard *guard,
                                 struct fault *fault)
{
    const char *const argv[] = {engine->path, "--batch", "--list-packets",
                                NULL};
    const struct command command = {argv, path, timeout_s};
    struct command_result answer = {.status = 0};
    gpg_error_t err = command_run(&command, guard, &answer);
    if (err)
        fault_set(fault, fault_of_error(err), err, path,
                  "gpg --list-packets could not look at it");
    else
        err = keyfile_check_listing(path, text_string(&answer.out), fault);
    command_release(&answer);
    return err;
}
