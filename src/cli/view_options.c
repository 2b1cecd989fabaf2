/* SPDX-License-Identifier: GPL-3.0-or-later */

/* view_options: the rows of the view.  Who shows it is output's. */
#include "cli/view_options.h"

#include "base/units.h"
#include "cli/option_value.h"

#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct view_options, member)

static gpg_error_t set_format(void *target, const struct option_row *row,
                              const char *value)
{
    struct view_options *options = target;
    (void)row;
    options->format = format_find(value);
    return options->format ? 0 : gpg_error(GPG_ERR_INV_VALUE);
}

/* --export-NAME is format NAME to a file. */
static gpg_error_t set_export(void *target, const struct option_row *row,
                              const char *value)
{
    struct view_options *options = target;
    struct view_export *grown =
        realloc(options->exports,
                (options->export_count + 1) * sizeof *options->exports);
    if (!grown)
        return gpg_error(GPG_ERR_ENOMEM);
    options->exports = grown;
    grown[options->export_count++] =
        (struct view_export){format_find(row->name + strlen("export-")), value};
    return 0;
}

static gpg_error_t set_unit(void *target, const struct option_row *row,
                            const char *value)
{
    struct view_options *options = target;
    (void)row;
    options->view.unit = units_find_time(value);
    return options->view.unit ? 0 : gpg_error(GPG_ERR_INV_VALUE);
}

static gpg_error_t set_color(void *target, const struct option_row *row,
                             const char *value)
{
    struct view_options *options = target;
    (void)row;
    options->color = value;
    return option_is_choice("auto|always|never", value)
               ? 0
               : gpg_error(GPG_ERR_INV_VALUE);
}

static gpg_error_t set_verbose(void *target, const struct option_row *row,
                               const char *value)
{
    struct view_options *options = target;
    (void)row;
    (void)value;
    options->level = SAY_VERBOSE;
    return 0;
}

static gpg_error_t set_quiet(void *target, const struct option_row *row,
                             const char *value)
{
    struct view_options *options = target;
    (void)row;
    (void)value;
    options->level = SAY_QUIET;
    return 0;
}

static const struct option_row rows[] = {
    {"format", 'f', "NAME", set_format, 0,
     "what stdout gets: text, json, csv, markdown, line, gobench, hyperfine "
     "(text)"},
    {"export-json", 0, "FILE", set_export, 0, "the run file, to FILE"},
    {"export-csv", 0, "FILE", set_export, 0,
     "medians in plain numbers, to FILE"},
    {"export-text", 0, "FILE", set_export, 0, "the report, to FILE"},
    {"export-markdown", 0, "FILE", set_export, 0,
     "the report in Markdown, to FILE"},
    {"export-line", 0, "FILE", set_export, 0, "the medians in a line, to FILE"},
    {"export-gobench", 0, "FILE", set_export, 0,
     "each sample, for benchstat, to FILE"},
    {"export-hyperfine", 0, "FILE", set_export, 0,
     "as hyperfine exports JSON, to FILE"},
    {"budget", 0, NULL, option_set_flag, AT(view.budget),
     "where the time of each cell goes, stage by stage"},
    {"time-unit", 'u', "UNIT", set_unit, 0, "ns, us, ms, s (what fits)"},
    /* from here on: of every verb that talks */
    {"color", 0, "WHEN", set_color, 0, "auto, always, never (auto)"},
    {"verbose", 'v', NULL, set_verbose, 0, "say more"},
    {"quiet", 'q', NULL, set_quiet, 0, "say only errors"},
    {"help", 'h', NULL, option_set_flag, AT(asks_help), "print this and exit"},
    {"version", 'V', NULL, option_set_flag, AT(asks_version),
     "print the version and exit"},
};

void view_options_init(struct view_options *options)
{
    *options = (struct view_options){
        .format = format_find("text"), .level = SAY_NORMAL, .color = "auto"};
}

struct option_rows view_options_rows(struct view_options *options)
{
    return (struct option_rows){rows, sizeof rows / sizeof *rows, options};
}

struct option_rows view_options_talk_rows(struct view_options *options)
{
    size_t first = 0;
    while (strcmp(rows[first].name, "color") != 0)
        first++;
    return (struct option_rows){&rows[first],
                                sizeof rows / sizeof *rows - first, options};
}

void view_options_release(struct view_options *options)
{
    free(options->exports);
    *options = (struct view_options){.format = NULL};
}
