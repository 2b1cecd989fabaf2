/* SPDX-License-Identifier: GPL-3.0-or-later */

/* device_verbs: the table of verbs of the program for small devices, which
 * measures, and leaves reading to another machine. */
#include "cli/cmd.h"
#include "cli/verb.h"

#include <stdio.h>

/* A verb that is not a file of run. */
static int refuse(int argc, char **argv)
{
    (void)argc;
    fprintf(stderr,
            "pgpbench: %s: this build is for the device, and only measures; "
            "read its run file with a full pgpbench on another machine\n",
            argv[0]);
    return EXIT_UNUSABLE;
}

const struct verb verbs[] = {
    {"run", cmd_run, cmd_run_rows}, {"check", cmd_check, cmd_check_rows},
    {"compare", refuse, NULL},      {"report", refuse, NULL},
    {"list", refuse, NULL},
};
const size_t verb_count = sizeof verbs / sizeof *verbs;
