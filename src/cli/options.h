/* SPDX-License-Identifier: GPL-3.0-or-later */

/* options: argv → what is asked of a run, from a table that also prints the
 * help. */
#ifndef PGPBENCH_CLI_OPTIONS_H
#define PGPBENCH_CLI_OPTIONS_H

#include "cli/view_options.h"
#include "model/fault.h"
#include "model/plan.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stdio.h>

struct options {
    struct plan plan;
    struct view_options shown;
    const char *append; /* a file of runs; NULL: none */
};

/* Read ARGV (argv[0] is skipped); strings are borrowed from it.  Fails with
 * FAULT filled; OPTIONS is for options_release in any case. */
gpg_error_t options_init(struct options *options, int argc, char **argv,
                         struct fault *fault);

/* The rows of run alone, which fill OPTIONS (NULL: to look at only). */
struct option_rows options_rows(struct options *options);

void options_print_help(FILE *stream);

void options_release(struct options *options);

#endif
