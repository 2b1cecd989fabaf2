/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_fleet_data: the same in plain numbers. */
#include "base/text.h"
#include "model/field.h"
#include "report/csv.h"
#include "report/fleet.h"
#include "report/format.h"
#include "report/format_fleet.h"
#include "report/json.h"

#define VERSION 1

static gpg_error_t real_of(const struct fleet *fleet, size_t row, size_t column,
                           struct summary *r_real)
{
    const struct series *series = fleet_cell(fleet, row, column);

    *r_real = (struct summary){0};
    return series ? summary_shown(series, METRIC_REAL, r_real) : 0;
}

static void add_headings(const struct fleet *fleet, struct csv *csv)
{
    for (size_t w = 0; w < FLEET_WORDS; w++)
        csv_add_string(csv, fleet_word_key(w));
    for (size_t c = 0; c < fleet->column_count; c++) {
        struct text name = {0};
        fleet_add_name(&fleet->columns[c], &name);
        csv_add_string(csv, text_string(&name));
        text_release(&name);
    }
    csv_end_record(csv);
}

static gpg_error_t add_record(const struct fleet *fleet, size_t row,
                              struct csv *csv)
{
    gpg_error_t err = 0;

    for (size_t w = 0; w < FLEET_WORDS; w++)
        csv_add_string(csv, fleet_word(fleet->rows[row], w));
    for (size_t c = 0; !err && c < fleet->column_count; c++) {
        struct summary real;
        err = real_of(fleet, row, c, &real);
        if (real.count > 0)
            csv_add_median(csv, real.median);
        else
            csv_add_string(csv, NULL);
    }
    csv_end_record(csv);
    return err;
}

gpg_error_t format_fleet_write_csv(const struct fleet *fleet,
                                   const struct view *view, FILE *stream)
{
    struct text text = {0};
    struct csv csv = {.text = &text};
    gpg_error_t err = 0;
    (void)view;

    add_headings(fleet, &csv);
    for (size_t r = 0; !err && r < fleet->row_count; r++)
        err = add_record(fleet, r, &csv);
    return format_end(&text, err, stream);
}

static gpg_error_t add_cells(struct json_writer *writer,
                             const struct fleet *fleet, size_t row,
                             json_t *cells)
{
    gpg_error_t err = 0;

    for (size_t c = 0; !err && c < fleet->column_count; c++) {
        struct text name = {0};
        struct summary real;
        err = real_of(fleet, row, c, &real);
        fleet_add_name(&fleet->columns[c], &name);
        json_t *key = field_string(text_string(&name)); /* valid UTF-8 */
        json_set(writer, cells, key ? json_string_value(key) : "",
                 json_number(real.count > 0, real.median));
        json_decref(key);
        text_release(&name);
    }
    return err;
}

gpg_error_t format_fleet_write_json(const struct fleet *fleet,
                                    const struct view *view, FILE *stream)
{
    struct json_writer writer = {false};
    json_t *json = json_object();
    json_t *rows = json_array();
    gpg_error_t err = 0;
    (void)view;

    json_set(&writer, json, "schema", json_string("pgpbench-table"));
    json_set(&writer, json, "version", json_integer(VERSION));
    for (size_t r = 0; !err && r < fleet->row_count; r++) {
        json_t *row = json_object();
        json_t *cells = json_object();
        for (size_t w = 0; w < FLEET_WORDS; w++)
            json_set(&writer, row, fleet_word_key(w),
                     field_string(fleet_word(fleet->rows[r], w)));
        err = add_cells(&writer, fleet, r, cells);
        json_set(&writer, row, "real_ns", cells);
        json_append(&writer, rows, row);
    }
    json_set(&writer, json, "rows", rows);
    return json_put(&writer, json, err, stream);
}
