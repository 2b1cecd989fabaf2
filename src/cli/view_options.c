/* SPDX-License-Identifier: GPL-3.0-or-later */

/* view_options: takes them.  Who shows the run is output's. */
#include "cli/view_rows.h"

#include "base/units.h"
#include "cli/option_value.h"

#include <stdlib.h>
#include <string.h>

gpg_error_t view_set_format(void *target, const struct option_row *row,
                            const char *value)
{
    struct view_options *options = target;
    (void)row;
    options->format = format_find(value);
    return options->format ? 0 : gpg_error(GPG_ERR_INV_VALUE);
}

/* --export-NAME is format NAME to a file. */
gpg_error_t view_set_export(void *target, const struct option_row *row,
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

gpg_error_t view_set_unit(void *target, const struct option_row *row,
                          const char *value)
{
    struct view_options *options = target;
    (void)row;
    options->view.unit = units_find_time(value);
    return options->view.unit ? 0 : gpg_error(GPG_ERR_INV_VALUE);
}

gpg_error_t view_set_color(void *target, const struct option_row *row,
                           const char *value)
{
    struct view_options *options = target;
    (void)row;
    options->color = value;
    return option_is_choice("auto|always|never", value)
               ? 0
               : gpg_error(GPG_ERR_INV_VALUE);
}

gpg_error_t view_set_verbose(void *target, const struct option_row *row,
                             const char *value)
{
    struct view_options *options = target;
    (void)row;
    (void)value;
    options->level = SAY_VERBOSE;
    return 0;
}

gpg_error_t view_set_quiet(void *target, const struct option_row *row,
                           const char *value)
{
    struct view_options *options = target;
    (void)row;
    (void)value;
    options->level = SAY_QUIET;
    return 0;
}

void view_options_init(struct view_options *options)
{
    *options = (struct view_options){
        .format = format_at(0), .level = SAY_NORMAL, .color = "auto"};
}

struct option_rows view_options_rows(struct view_options *options)
{
    return (struct option_rows){view_rows, view_row_count, options};
}

struct option_rows view_options_talk_rows(struct view_options *options)
{
    size_t first = 0;
    while (strcmp(view_rows[first].name, "color") != 0)
        first++;
    return (struct option_rows){&view_rows[first], view_row_count - first,
                                options};
}

void view_options_release(struct view_options *options)
{
    free(options->exports);
    *options = (struct view_options){.format = NULL};
}
