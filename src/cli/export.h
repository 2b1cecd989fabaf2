/* SPDX-License-Identifier: GPL-3.0-or-later */

/* export: a table written to a file of the user's, never by halves.
 *
 * A regular file (or one that is not there yet) is replaced by rename; a
 * pipe or a device is written once, at the end. */
#ifndef PGPBENCH_CLI_EXPORT_H
#define PGPBENCH_CLI_EXPORT_H

#include "report/format.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct export
{
    const struct format_row *format;
    struct view view; /* no colour in it */
    char *path;       /* where it goes, links followed */
    char *temporary;  /* beside it, waiting to be renamed; NULL: none */
    FILE *stream;     /* open on the temporary or, if not regular, the file */
    bool is_regular;
    mode_t mode;
};

/* Open the file PATH in a way that shows that it can be written, without
 * changing what is there.  Fails with the system's error; ENXIO: PATH is a
 * pipe, and for ten seconds nobody read it. */
gpg_error_t export_open(struct export *export, const struct format_row *format,
                        const char *path);

/* Whether saving EXPORT would put another file in the place of the file
 * PATH, under whatever name. */
bool export_replaces(const struct export *export, const char *path);

/* Put SUBJECT in the file's place.  Nothing, unless IS_FINAL, where the file is
 * not a regular one. */
gpg_error_t export_save(struct export *export, const struct subject *subject,
                        bool is_final);

/* Close, and remove a temporary file that was not used. */
void export_release(struct export *export);

#endif
