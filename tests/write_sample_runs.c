/* SPDX-License-Identifier: GPL-3.0-or-later */

/* write_sample_runs: the records of sample_run as run files in the current
 * directory, "NAME.json" beside golden/NAME.txt, for test_verbs.py. */
#include "budget_run.h"
#include "model/run.h"
#include "model/run_file.h"
#include "sample_run.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const files[] = {
    [SAMPLE_RUN_FULL] = "full.json",
    [SAMPLE_RUN_DISK_FULL] = "disk_full.json",
    [SAMPLE_RUN_SINGLE] = "single.json",
    [SAMPLE_RUN_NO_AGENT] = "no_agent.json",
    [SAMPLE_RUN_TWO] = "two.json",
};

static gpg_error_t write_to(const char *name, const struct run *run)
{
    FILE *stream = fopen(name, "w");
    if (!stream)
        return gpg_error_from_syserror();

    const gpg_error_t err = run_file_write(run, stream);
    return fclose(stream) == 0 ? err : gpg_error_from_syserror();
}

int main(void)
{
    gpg_error_t err = 0;

    for (size_t i = 0; !err && i < sizeof files / sizeof *files; i++) {
        struct run run;
        sample_run_make((enum sample_run)i, &run);
        err = write_to(files[i], &run);
        run_release(&run);
    }
    if (!err) {
        struct run run;
        budget_run_make(&run);
        err = write_to("budget.json", &run);
        run_release(&run);
    }
    if (err)
        fprintf(stderr, "write_sample_runs: %s\n", gpg_strerror(err));
    return err ? EXIT_FAILURE : EXIT_SUCCESS;
}
