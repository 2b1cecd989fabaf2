/* SPDX-License-Identifier: GPL-3.0-or-later */

/* view_options: how a run is to be shown and how much to be said: the options
 * that verbs with a report share. */
#ifndef PGPBENCH_CLI_VIEW_OPTIONS_H
#define PGPBENCH_CLI_VIEW_OPTIONS_H

#include "base/say.h"
#include "cli/option_table.h"
#include "report/format.h"

#include <stdbool.h>

/* A table to be written to a file. */
struct view_export {
    const struct format_row *format;
    const char *path; /* borrowed from argv */
};

struct view_options {
    struct view view;
    const struct format_row *format; /* of stdout */
    struct view_export *exports;     /* owned */
    size_t export_count;
    enum say_level level;
    const char *color; /* "auto", "always", "never" */
    bool asks_help;
    bool asks_version;
};

/* The defaults. */
void view_options_init(struct view_options *options);

/* Their rows, which fill OPTIONS (NULL: for the help only). */
struct option_rows view_options_rows(struct view_options *options);

/* Only those that do not depend on what is shown: --color, --verbose,
 * --quiet, --help, --version. */
struct option_rows view_options_talk_rows(struct view_options *options);

void view_options_release(struct view_options *options);

#endif
