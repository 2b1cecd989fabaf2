/* SPDX-License-Identifier: GPL-3.0-or-later */

/* columns: samples to lists and back.  Which cell they belong to is known to
 * run_file. */
#include "model/columns.h"

#include "model/field.h"
#include "model/place.h"
#include "model/series.h"

static json_t *rounds_value(const struct series *series, bool probed)
{
    json_t *list = json_array();

    for (size_t i = 0; i < series->sample_count; i++) {
        const struct sample *sample = &series->samples[i];
        if (sample->probed != probed)
            continue;
        if (json_array_append_new(list, json_integer(sample->round)) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static json_t *metric_value(const struct series *series, enum metric metric,
                            bool probed)
{
    json_t *list = json_array();

    for (size_t i = 0; i < series->sample_count; i++) {
        const struct sample *sample = &series->samples[i];
        if (sample->probed != probed)
            continue;
        json_t *value = sample_has(sample, metric)
                            ? json_integer(sample->value[metric])
                            : json_null();
        if (json_array_append_new(list, value) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static bool has_metric(const struct series *series, enum metric metric,
                       bool probed)
{
    for (size_t i = 0; i < series->sample_count; i++)
        if (series->samples[i].probed == probed &&
            sample_has(&series->samples[i], metric))
            return true;
    return false;
}

json_t *columns_write(const struct series *series, bool probed)
{
    json_t *object = json_pack("{s:o}", "round", rounds_value(series, probed));

    for (int m = 0; object && m < METRIC_COUNT; m++) {
        const enum metric metric = (enum metric)m;
        if (!has_metric(series, metric, probed))
            continue;
        if (json_object_set_new(object, metric_row(metric)->key,
                                metric_value(series, metric, probed)) != 0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

/* The lists of one object that is being read. */
struct columns {
    const struct place *at;
    const json_t *rounds;
    const json_t *values[METRIC_COUNT]; /* NULL: no sample has it */
    size_t count;
};

static gpg_error_t find_columns(const json_t *object, const struct place *at,
                                struct columns *r_columns)
{
    const struct place rounds_at = place_member(at, "round");

    *r_columns = (struct columns){.at = at};
    if (!json_is_object(object))
        return place_refuse(at, "an object");
    r_columns->rounds = json_object_get(object, "round");
    if (!json_is_array(r_columns->rounds))
        return place_refuse(&rounds_at, "a list");
    r_columns->count = json_array_size(r_columns->rounds);
    for (int m = 0; m < METRIC_COUNT; m++) {
        const char *key = metric_row((enum metric)m)->key;
        const struct place values_at = place_member(at, key);
        const json_t *values = json_object_get(object, key);
        if (values && (!json_is_array(values) ||
                       json_array_size(values) != r_columns->count))
            return place_refuse(&values_at, "a list as long as \"round\"");
        r_columns->values[m] = values;
    }
    return 0;
}

/* What processes did side by side counts twice, so that the time left over
 * for computing can be below zero; nothing else can. */
static bool is_in_range(enum metric metric, json_int_t value)
{
    const json_int_t low = metric == METRIC_COMPUTE ? -FIELD_INTEGER_MAX : 0;

    return value >= low && value <= FIELD_INTEGER_MAX;
}

static gpg_error_t read_value(const struct columns *columns, enum metric metric,
                              size_t i, struct sample *sample)
{
    const json_t *value = json_array_get(columns->values[metric], i);

    if (!columns->values[metric] || json_is_null(value))
        return 0;
    if (!json_is_integer(value) ||
        !is_in_range(metric, json_integer_value(value))) {
        const struct place list_at =
            place_member(columns->at, metric_row(metric)->key);
        const struct place value_at = place_element(&list_at, i);
        return place_refuse(&value_at,
                            "a whole number from 0 to 2^53 - 1 or null");
    }
    sample_set(sample, metric, json_integer_value(value));
    return 0;
}

static gpg_error_t read_sample(const struct columns *columns, size_t i,
                               struct sample *r_sample)
{
    const struct place list_at = place_member(columns->at, "round");
    const struct place round_at = place_element(&list_at, i);
    gpg_error_t err = field_read_count(json_array_get(columns->rounds, i),
                                       &round_at, 0, &r_sample->round);

    for (int m = 0; !err && m < METRIC_COUNT; m++)
        err = read_value(columns, (enum metric)m, i, r_sample);
    return err;
}

gpg_error_t columns_read(const json_t *object, const struct place *at,
                         bool probed, struct series *series)
{
    struct columns columns;
    gpg_error_t err = find_columns(object, at, &columns);

    for (size_t i = 0; !err && i < columns.count; i++) {
        struct sample sample = {.probed = probed};
        err = read_sample(&columns, i, &sample);
        if (!err)
            err = series_add(series, &sample);
    }
    return err;
}
