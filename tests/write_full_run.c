/* SPDX-License-Identifier: GPL-3.0-or-later */

/* write_full_run: a full record and an empty one as run files, for
 * check_schema.py. */
#include "full_run.h"
#include "model/run.h"
#include "model/run_file.h"

#include <stdio.h>
#include <stdlib.h>

static gpg_error_t write_to(const char *name, struct run *run)
{
    FILE *stream = fopen(name, "w");
    if (!stream)
        return gpg_error_from_syserror();

    const gpg_error_t err = run_file_write(run, stream);
    run_release(run);
    return fclose(stream) == 0 ? err : gpg_error_from_syserror();
}

int main(int argc, char **argv)
{
    struct run run;

    if (argc != 3) {
        fputs("usage: write_full_run FULL EMPTY\n", stderr);
        return EXIT_FAILURE;
    }
    full_run_init(&run);
    gpg_error_t err = write_to(argv[1], &run);
    if (!err) {
        run_init(&run);
        err = settings_init(&run.settings);
    }
    if (!err)
        err = write_to(argv[2], &run);
    if (err)
        fprintf(stderr, "write_full_run: %s\n", gpg_strerror(err));
    return err ? EXIT_FAILURE : EXIT_SUCCESS;
}
