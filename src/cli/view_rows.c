/* SPDX-License-Identifier: GPL-3.0-or-later */

/* view_rows: the options of the view, for all formats. */
#include "cli/view_rows.h"

#include "cli/option_value.h"

#define AT(member) offsetof(struct view_options, member)

const struct option_row view_rows[] = {
    {"format", 'f', "NAME", view_set_format, 0,
     "what stdout gets: text, json, csv, markdown, line, gobench, hyperfine "
     "(text)"},
    {"export-json", 0, "FILE", view_set_export, 0, "the run file, to FILE"},
    {"export-csv", 0, "FILE", view_set_export, 0,
     "medians in plain numbers, to FILE"},
    {"export-text", 0, "FILE", view_set_export, 0, "the report, to FILE"},
    {"export-markdown", 0, "FILE", view_set_export, 0,
     "the report in Markdown, to FILE"},
    {"export-line", 0, "FILE", view_set_export, 0,
     "the medians in a line, to FILE"},
    {"export-gobench", 0, "FILE", view_set_export, 0,
     "each sample, for benchstat, to FILE"},
    {"export-hyperfine", 0, "FILE", view_set_export, 0,
     "as hyperfine exports JSON, to FILE"},
    {"budget", 0, NULL, option_set_flag, AT(view.budget),
     "where the time of each cell goes, stage by stage"},
    {"time-unit", 'u', "UNIT", view_set_unit, 0, "ns, us, ms, s (what fits)"},
    /* from here on: of every verb that talks */
    {"color", 0, "WHEN", view_set_color, 0, "auto, always, never (auto)"},
    {"verbose", 'v', NULL, view_set_verbose, 0, "say more"},
    {"quiet", 'q', NULL, view_set_quiet, 0, "say only errors"},
    {"help", 'h', NULL, option_set_flag, AT(asks_help), "print this and exit"},
    {"version", 'V', NULL, option_set_flag, AT(asks_version),
     "print the version and exit"},
};
const size_t view_row_count = sizeof view_rows / sizeof *view_rows;
