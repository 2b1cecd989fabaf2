/* SPDX-License-Identifier: GPL-3.0-or-later */

/* options: argv → what is asked, from one table that also prints the help.
 */
#ifndef PGPBENCH_CLI_OPTIONS_H
#define PGPBENCH_CLI_OPTIONS_H

#include "base/say.h"
#include "model/fault.h"
#include "model/plan.h"
#include "report/format.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stdio.h>

/* A table to be written to a file. */
struct options_export {
    const struct format_row *format;
    const char *path;
};

struct options {
    struct plan plan;
    struct view view;
    const struct format_row *format; /* of stdout */
    struct options_export *exports;  /* owned */
    size_t export_count;
    enum say_level level;
    const char *color; /* "auto", "always", "never" */
    bool asks_help;
    bool asks_version;
    bool has_seed;
};

/* Read ARGV (argv[0] is skipped); strings are borrowed from it.  Fails with
 * FAULT filled; OPTIONS is for options_release in any case. */
gpg_error_t options_init(struct options *options, int argc, char **argv,
                         struct fault *fault);

void options_print_help(FILE *stream);

void options_release(struct options *options);

#endif
