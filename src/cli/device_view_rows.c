/* SPDX-License-Identifier: GPL-3.0-or-later */

/* device_view_rows: those of the program for small devices,
 * which shows nothing but the run file. */
#include "cli/view_rows.h"

#include "cli/option_value.h"

#define AT(member) offsetof(struct view_options, member)

const struct option_row view_rows[] = {
    {"format", 'f', "NAME", view_set_format, 0,
     "what stdout gets: json, the run file (json)"},
    {"export-json", 0, "FILE", view_set_export, 0, "the run file, to FILE"},
    /* from here on: of every verb that talks */
    {"color", 0, "WHEN", view_set_color, 0, "auto, always, never (auto)"},
    {"verbose", 'v', NULL, view_set_verbose, 0, "say more"},
    {"quiet", 'q', NULL, view_set_quiet, 0, "say only errors"},
    {"help", 'h', NULL, option_set_flag, AT(asks_help), "print this and exit"},
    {"version", 'V', NULL, option_set_flag, AT(asks_version),
     "print the version and exit"},
};
const size_t view_row_count = sizeof view_rows / sizeof *view_rows;
