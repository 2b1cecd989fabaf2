/* SPDX-License-Identifier: GPL-3.0-or-later */

/* environment: what gpg inherits from us, made the same everywhere.
 *
 * The user's locale, terminal, display, GNUPGHOME and umask must not move a
 * figure: each of them costs gpg round trips to its agent or translations.
 * LD_PRELOAD, LD_LIBRARY_PATH and PATH stay in force. */
#ifndef PGPBENCH_BENCH_ENVIRONMENT_H
#define PGPBENCH_BENCH_ENVIRONMENT_H

#include <gpg-error.h>
#include <stddef.h>

/* Unset and set the variables of the table, and close the umask (077). */
gpg_error_t environment_clean(void);

/* Where gpg finds its home. */
#define ENVIRONMENT_HOME "GNUPGHOME"

/* Let every gpg started from now on use HOME, absolute. */
gpg_error_t environment_set_home(const char *home);

struct variable {
    char *name;
    char *value; /* NULL: it is not set */
};

/* Variables that differ from one engine to another.  Owns all beneath it; the
 * zeroed one has none. */
struct environment {
    struct variable *variables;
    size_t count;
};

/* Let NAME be VALUE (NULL: not set) in ENVIRONMENT.  Fails with
 * GPG_ERR_ENOMEM. */
gpg_error_t environment_set(struct environment *environment, const char *name,
                            const char *value);

/* Let NAME be what it is for us now. */
gpg_error_t environment_keep(struct environment *environment, const char *name);

/* What NAME is; NULL if it is not set or not in ENVIRONMENT. */
const char *environment_get(const struct environment *environment,
                            const char *name);

/* Let every process started from now on have these variables; others stay as
 * they are.  Fails with the system's error. */
gpg_error_t environment_enter(const struct environment *environment);

void environment_release(struct environment *environment);

#endif
