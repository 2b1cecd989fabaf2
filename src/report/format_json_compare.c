/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_json_compare: all that is known of each pair, null where it is not.
 */
#include "report/format_json_compare.h"

#include "base/text.h"
#include "model/field.h"
#include "model/run.h"
#include "report/compare.h"
#include "report/compare_notice.h"
#include "report/json.h"

#define VERSION 1

static json_t *count_of(size_t count)
{
    return json_integer((json_int_t)count);
}

static json_t *side_of(struct json_writer *writer,
                       const struct compare_side *side)
{
    const struct run_engine *engine = &side->run->engines[side->engine];
    json_t *json = json_object();

    json_set(writer, json, "name", field_string(side->name));
    json_set(writer, json, "started", field_string(side->run->started));
    json_set(writer, json, "cpu", field_string(side->run->machine.cpu));
    json_set(writer, json, "engine", field_string(engine->name));
    json_set(writer, json, "path", field_string(engine->path));
    json_set(writer, json, "version", field_string(engine->version));
    json_set(writer, json, "libgcrypt",
             field_string(engine->libgcrypt.version));
    return json;
}

static json_t *figure_of(struct json_writer *writer,
                         const struct compare_figure *figure)
{
    const struct contrast *contrast = &figure->contrast;
    json_t *json = json_object();

    json_set(writer, json, "base",
             json_number(figure->base.count > 0, figure->base.median));
    json_set(writer, json, "other",
             json_number(figure->other.count > 0, figure->other.median));
    json_set(writer, json, "ratio",
             json_number(contrast->has_ratio, contrast->ratio));
    json_set(writer, json, "low",
             json_number(contrast->has_interval, contrast->interval.low));
    json_set(writer, json, "high",
             json_number(contrast->has_interval, contrast->interval.high));
    json_set(writer, json, "p", json_number(figure->is_tested, contrast->p));
    json_set(writer, json, "p_corrected",
             json_number(figure->is_tested, figure->p));
    json_set(writer, json, "paired", json_boolean(contrast->is_paired));
    json_set(writer, json, "verdict",
             json_string(verdict_word(figure->verdict)));
    json_set(writer, json, "n_base", count_of(contrast->n_base));
    json_set(writer, json, "n_other", count_of(contrast->n_other));
    return json;
}

static json_t *guards_of(struct json_writer *writer, uint32_t guards)
{
    json_t *json = json_array();

    for (size_t i = 0; i < compare_guard_count(); i++)
        if (guards & UINT32_C(1) << i)
            json_append(writer, json, json_string(compare_guard_name(i)));
    return json;
}

static json_t *cell_of(struct json_writer *writer,
                       const struct compare_pair *pair,
                       const struct compare_cell *cell)
{
    json_t *json = json_object();
    struct text name = {0};

    compare_add_cell_name(pair, cell, &name);
    json_set(writer, json, "name", field_string(text_string(&name)));
    json_set(writer, json, "different",
             guards_of(writer, cell->guards.different));
    json_set(writer, json, "unknown", guards_of(writer, cell->guards.unknown));
    for (size_t i = 0; i < COMPARE_FIGURES; i++) {
        const struct compare_figure *figure = &cell->figures[i];
        if (i == COMPARE_REAL || figure->base.count > 0 ||
            figure->other.count > 0)
            json_set(writer, json, metric_row(figure->metric)->key,
                     figure_of(writer, figure));
    }
    text_release(&name);
    return json;
}

static json_t *mean_of(struct json_writer *writer,
                       const struct compare_mean *mean)
{
    json_t *json = json_object();

    json_set(writer, json, "cells", count_of(mean->cells));
    json_set(writer, json, "ratio", json_number(mean->cells > 0, mean->ratio));
    return json;
}

static json_t *pair_of(struct json_writer *writer,
                       const struct compare_pair *pair)
{
    json_t *json = json_object();
    json_t *cells = json_array();
    json_t *means = json_object();

    for (size_t i = 0; i < pair->cell_count; i++)
        json_append(writer, cells, cell_of(writer, pair, &pair->cells[i]));
    for (int o = 0; o < OPERATION_COUNT; o++)
        if (pair->means[o].cells > 0)
            json_set(writer, means, operation_row((enum operation)o)->name,
                     mean_of(writer, &pair->means[o]));
    json_set(writer, means, "all", mean_of(writer, &pair->all));
    json_set(writer, json, "other", side_of(writer, pair->other));
    json_set(writer, json, "one_run", json_boolean(pair->is_one_run));
    json_set(writer, json, "different_machines",
             json_boolean(pair->are_machines_different));
    json_set(writer, json, "cells", cells);
    json_set(writer, json, "geometric_means", means);
    return json;
}

static gpg_error_t add_notices(struct json_writer *writer,
                               const struct compare *compare, json_t *json)
{
    struct notice_list list = {0};
    json_t *notices = json_array();
    gpg_error_t err = compare_notices(compare, &list);

    if (!err)
        err = compare_run_notices(compare, &list);

    for (size_t i = 0; i < list.count; i++) {
        json_t *notice = json_object();
        json_set(writer, notice, "words", field_string(list.notices[i].words));
        json_set(writer, notice, "advice",
                 field_string(list.notices[i].advice));
        json_append(writer, notices, notice);
    }
    json_set(writer, json, "notices", notices);
    notice_list_release(&list);
    return err;
}

gpg_error_t format_json_compare_write(const struct compare *compare,
                                      const struct view *view, FILE *stream)
{
    struct json_writer writer = {false};
    json_t *json = json_object();
    json_t *pairs = json_array();
    (void)view;

    json_set(&writer, json, "schema", json_string("pgpbench-compare"));
    json_set(&writer, json, "version", json_integer(VERSION));
    json_set(&writer, json, "program", json_string(PGPBENCH_VERSION));
    json_set(&writer, json, "noise_pct", json_real(compare->options.noise_pct));
    json_set(&writer, json, "anyway", json_boolean(compare->options.anyway));
    json_set(&writer, json, "tests", count_of(compare->test_count));
    json_set(&writer, json, "base", side_of(&writer, &compare->sides[0]));
    for (size_t i = 0; i < compare->pair_count; i++)
        json_append(&writer, pairs, pair_of(&writer, &compare->pairs[i]));
    json_set(&writer, json, "others", pairs);
    const gpg_error_t err = add_notices(&writer, compare, json);
    return json_put(&writer, json, err, stream);
}
