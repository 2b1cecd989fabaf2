/* SPDX-License-Identifier: GPL-3.0-or-later */

/* datadir: where what we ship is found: keys, fixtures.
 *
 * Beside the executable's build tree, else where it was installed, else in
 * $PGPBENCH_DATADIR: the program works without being installed. */
#ifndef PGPBENCH_BASE_DATADIR_H
#define PGPBENCH_BASE_DATADIR_H

#include <gpg-error.h>
#include <stddef.h>

/* The file RELATIVE ("keys/dsa1024.asc") in the first place that has it, to
 * be freed; NULL if none has. */
char *datadir_find(const char *relative);

/* Why what we ship is not found, as far as that is known, and what to do
 * about it: "…: set PGPBENCH_DATADIR to the directory that holds keys/ and
 * fixtures/".  To be freed; NULL: no memory. */
char *datadir_advice(void);

/* The library NAME in the first place that has it: beside the executable,
 * where it was installed, $PGPBENCH_DATADIR.  To be freed; NULL if none
 * has. */
char *datadir_find_library(const char *name);

/* Names of files in a directory of ours.  Owns all beneath it. */
struct datadir_list {
    char *directory; /* where it was found */
    char **names;    /* without their ending, in the order of strcmp */
    size_t count;
};

/* The files of the directory RELATIVE ("keys") whose names end with ENDING
 * (".asc"), into the zeroed R_LIST, to be released in any case.  Fails with
 * GPG_ERR_ENOENT if no place has the directory, or with the system's error. */
gpg_error_t datadir_list(const char *relative, const char *ending,
                         struct datadir_list *r_list);

void datadir_list_release(struct datadir_list *list);

#endif
