/* SPDX-License-Identifier: GPL-3.0-or-later */

/* stored: opens run files.  What is in them is model/run_file's. */
#include "cli/stored.h"

#include "model/run_file.h"

#include <stdio.h>
#include <string.h>

gpg_error_t stored_read(const char *path, struct run *run, struct fault *fault)
{
    if (strcmp(path, "-") == 0)
        return run_file_read(stdin, "standard input", run, fault);
    FILE *stream = fopen(path, "re");
    if (!stream)
        return fault_set(fault, FAULT_UNREADABLE, gpg_error_from_syserror(),
                         path, "give a run file that you may read");
    const gpg_error_t err = run_file_read(stream, path, run, fault);
    fclose(stream);
    return err;
}
