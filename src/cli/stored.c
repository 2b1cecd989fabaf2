/* SPDX-License-Identifier: GPL-3.0-or-later */

/* stored: opens run files.  What is in them is model/run_file's. */
#include "cli/stored.h"

#include "base/datadir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The reference ASKED, which is no path, to be freed; NULL: there is none. */
static char *find_reference(const char *asked)
{
    char *relative = NULL;
    char *path = NULL;
    if (strchr(asked, '/') ||
        asprintf(&relative, STORED_REFERENCES "/%s" STORED_ENDING, asked) < 0)
        return NULL;
    path = datadir_find(relative);
    free(relative);
    return path;
}

static gpg_error_t read_file(const char *path, struct history *history,
                             struct fault *fault)
{
    FILE *stream = fopen(path, "re");
    if (!stream)
        return fault_set(fault, FAULT_UNREADABLE, gpg_error_from_syserror(),
                         path,
                         "give a run file that you may read, or the name of a "
                         "reference (pgpbench list references)");
    const gpg_error_t err = history_read(stream, path, history, fault);
    fclose(stream);
    return err;
}

gpg_error_t stored_read_all(const char *asked, struct history *history,
                            struct fault *fault)
{
    if (strcmp(asked, "-") == 0)
        return history_read(stdin, "standard input", history, fault);
    char *reference = find_reference(asked);
    const gpg_error_t err =
        read_file(reference ? reference : asked, history, fault);
    free(reference);
    return err;
}

gpg_error_t stored_read(const char *asked, struct run *run, struct fault *fault)
{
    struct history history = {NULL, 0};
    gpg_error_t err = stored_read_all(asked, &history, fault);
    if (!err && history.count != 1)
        err = fault_set(fault, FAULT_USAGE, gpg_error(GPG_ERR_TOO_MANY), asked,
                        "it holds %zu runs; compare shows them side by side, "
                        "compare --since %zu their drift",
                        history.count, history.count);
    if (!err) {
        *run = history.runs[0];
        history.count = 0; /* RUN is the caller's now */
    }
    history_release(&history);
    return err;
}
