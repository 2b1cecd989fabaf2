/* SPDX-License-Identifier: GPL-3.0-or-later */

/* environment: what gpg inherits from us, made the same everywhere.
 *
 * The user's locale, terminal, display, GNUPGHOME and umask must not move a
 * figure: each of them costs gpg round trips to its agent or translations.
 * LD_PRELOAD, LD_LIBRARY_PATH and PATH stay in force. */
#ifndef PGPBENCH_BENCH_ENVIRONMENT_H
#define PGPBENCH_BENCH_ENVIRONMENT_H

#include <gpg-error.h>

/* Unset and set the variables of the table, and close the umask (077). */
gpg_error_t environment_clean(void);

/* Let every gpg started from now on use HOME, absolute. */
gpg_error_t environment_set_home(const char *home);

#endif
