/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_json_compare: all that is known of each pair, null where it is not.
 * Jansson's functions pass a missing value on, so that memory is asked for
 * once, at the end. */
#include "report/format_json_compare.h"

#include "base/text.h"
#include "model/field.h"
#include "model/run.h"
#include "report/compare.h"
#include "report/compare_notice.h"
#include "report/format.h"

#include <errno.h>

#define VERSION 1

/* True: a value or a member could not be made. */
struct writer {
    bool failed;
};

static void set(struct writer *writer, json_t *object, const char *key,
                json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        writer->failed = true;
}

static void append(struct writer *writer, json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0)
        writer->failed = true;
}

static json_t *number(bool is_known, double value)
{
    return is_known ? json_real(value) : json_null();
}

static json_t *count_of(size_t count)
{
    return json_integer((json_int_t)count);
}

static json_t *side_of(struct writer *writer, const struct compare_side *side)
{
    const struct run_engine *engine = &side->run->engines[side->engine];
    json_t *json = json_object();

    set(writer, json, "name", field_string(side->name));
    set(writer, json, "started", field_string(side->run->started));
    set(writer, json, "cpu", field_string(side->run->machine.cpu));
    set(writer, json, "engine", field_string(engine->name));
    set(writer, json, "path", field_string(engine->path));
    set(writer, json, "version", field_string(engine->version));
    set(writer, json, "libgcrypt", field_string(engine->libgcrypt.version));
    return json;
}

static json_t *figure_of(struct writer *writer,
                         const struct compare_figure *figure)
{
    const struct contrast *contrast = &figure->contrast;
    json_t *json = json_object();

    set(writer, json, "base",
        number(figure->base.count > 0, figure->base.median));
    set(writer, json, "other",
        number(figure->other.count > 0, figure->other.median));
    set(writer, json, "ratio", number(contrast->has_ratio, contrast->ratio));
    set(writer, json, "low",
        number(contrast->has_interval, contrast->interval.low));
    set(writer, json, "high",
        number(contrast->has_interval, contrast->interval.high));
    set(writer, json, "p", number(figure->is_tested, contrast->p));
    set(writer, json, "p_corrected", number(figure->is_tested, figure->p));
    set(writer, json, "paired", json_boolean(contrast->is_paired));
    set(writer, json, "verdict", json_string(verdict_word(figure->verdict)));
    set(writer, json, "n_base", count_of(contrast->n_base));
    set(writer, json, "n_other", count_of(contrast->n_other));
    return json;
}

static json_t *guards_of(struct writer *writer, uint32_t guards)
{
    json_t *json = json_array();

    for (size_t i = 0; i < compare_guard_count(); i++)
        if (guards & UINT32_C(1) << i)
            append(writer, json, json_string(compare_guard_name(i)));
    return json;
}

static json_t *cell_of(struct writer *writer, const struct compare_pair *pair,
                       const struct compare_cell *cell)
{
    json_t *json = json_object();
    struct text name = {0};

    compare_add_cell_name(pair, cell, &name);
    set(writer, json, "name", field_string(text_string(&name)));
    set(writer, json, "different", guards_of(writer, cell->guards.different));
    set(writer, json, "unknown", guards_of(writer, cell->guards.unknown));
    for (size_t i = 0; i < COMPARE_FIGURES; i++) {
        const struct compare_figure *figure = &cell->figures[i];
        if (i == COMPARE_REAL || figure->base.count > 0 ||
            figure->other.count > 0)
            set(writer, json, metric_row(figure->metric)->key,
                figure_of(writer, figure));
    }
    text_release(&name);
    return json;
}

static json_t *mean_of(struct writer *writer, const struct compare_mean *mean)
{
    json_t *json = json_object();

    set(writer, json, "cells", count_of(mean->cells));
    set(writer, json, "ratio", number(mean->cells > 0, mean->ratio));
    return json;
}

static json_t *pair_of(struct writer *writer, const struct compare_pair *pair)
{
    json_t *json = json_object();
    json_t *cells = json_array();
    json_t *means = json_object();

    for (size_t i = 0; i < pair->cell_count; i++)
        append(writer, cells, cell_of(writer, pair, &pair->cells[i]));
    for (int o = 0; o < OPERATION_COUNT; o++)
        if (pair->means[o].cells > 0)
            set(writer, means, operation_row((enum operation)o)->name,
                mean_of(writer, &pair->means[o]));
    set(writer, means, "all", mean_of(writer, &pair->all));
    set(writer, json, "other", side_of(writer, pair->other));
    set(writer, json, "one_run", json_boolean(pair->is_one_run));
    set(writer, json, "different_machines",
        json_boolean(pair->are_machines_different));
    set(writer, json, "cells", cells);
    set(writer, json, "geometric_means", means);
    return json;
}

static gpg_error_t add_notices(struct writer *writer,
                               const struct compare *compare, json_t *json)
{
    struct notice_list list = {0};
    json_t *notices = json_array();
    const gpg_error_t err = compare_notices(compare, &list);

    for (size_t i = 0; i < list.count; i++) {
        json_t *notice = json_object();
        set(writer, notice, "words", field_string(list.notices[i].words));
        set(writer, notice, "advice", field_string(list.notices[i].advice));
        append(writer, notices, notice);
    }
    set(writer, json, "notices", notices);
    notice_list_release(&list);
    return err;
}

static gpg_error_t put(json_t *json, FILE *stream)
{
    errno = 0;
    if (json_dumpf(json, stream, JSON_INDENT(1) | JSON_REAL_PRECISION(15)) !=
            0 ||
        fputc('\n', stream) == EOF)
        return errno ? gpg_error_from_syserror() : gpg_error(GPG_ERR_EIO);
    return format_flush(stream);
}

gpg_error_t format_json_compare_write(const struct compare *compare,
                                      const struct view *view, FILE *stream)
{
    struct writer writer = {false};
    json_t *json = json_object();
    json_t *pairs = json_array();
    (void)view;

    set(&writer, json, "schema", json_string("pgpbench-compare"));
    set(&writer, json, "version", json_integer(VERSION));
    set(&writer, json, "program", json_string(PGPBENCH_VERSION));
    set(&writer, json, "noise_pct", json_real(compare->options.noise_pct));
    set(&writer, json, "anyway", json_boolean(compare->options.anyway));
    set(&writer, json, "tests", count_of(compare->test_count));
    set(&writer, json, "base", side_of(&writer, &compare->sides[0]));
    for (size_t i = 0; i < compare->pair_count; i++)
        append(&writer, pairs, pair_of(&writer, &compare->pairs[i]));
    set(&writer, json, "others", pairs);
    gpg_error_t err = add_notices(&writer, compare, json);
    if (!err && writer.failed)
        err = gpg_error(GPG_ERR_ENOMEM);
    if (!err)
        err = put(json, stream);
    json_decref(json);
    return err;
}
