/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_hyperfine: one object for each cell.  Its means are hyperfine's: of
 * all samples, which pgpbench itself does not trust. */
#include "report/format_hyperfine.h"

#include "base/text.h"
#include "model/field.h"
#include "model/run.h"
#include "report/format.h"
#include "report/json.h"
#include "report/summary.h"

#include <math.h>

/* What is worked with: all values of one metric. */
struct times {
    double sum_s;
    double squares; /* of the distances from the mean */
    size_t count;
};

/* Of the samples that are shown; Welford, Technometrics 4 (1962), for the
 * squares. */
static struct times times_of(const struct series *series, enum metric metric)
{
    const bool probed = series_shows_probed(series, metric);
    struct times times = {0, 0, 0};
    double mean = 0;

    for (size_t i = 0; i < series->sample_count; i++) {
        const struct sample *sample = &series->samples[i];
        if (sample->probed != probed || !sample_has(sample, metric))
            continue;
        const double value = (double)sample->value[metric] / 1e9;
        const double off = value - mean;
        times.count++;
        times.sum_s += value;
        mean += off / (double)times.count;
        times.squares += off * (value - mean);
    }
    return times;
}

static json_t *mean_of(const struct times *times)
{
    return json_number(times->count > 0, times->sum_s / (double)times->count);
}

/* Of a sample, which one value has not. */
static json_t *deviation_of(const struct times *times)
{
    return json_number(times->count > 1,
                       sqrt(times->squares / (double)(times->count - 1)));
}

static json_t *list_times(struct json_writer *writer,
                          const struct series *series)
{
    const bool probed = series_shows_probed(series, METRIC_REAL);
    json_t *list = json_array();

    for (size_t i = 0; i < series->sample_count; i++) {
        const struct sample *sample = &series->samples[i];
        if (sample->probed == probed && sample_has(sample, METRIC_REAL))
            json_append(writer, list,
                        json_real((double)sample->value[METRIC_REAL] / 1e9));
    }
    return list;
}

/* Each sample passed its check, so all ended well. */
static json_t *list_exit_codes(struct json_writer *writer, size_t count)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++)
        json_append(writer, list, json_integer(0));
    return list;
}

static json_t *parameters_of(struct json_writer *writer, const struct run *run,
                             const struct cell *cell)
{
    json_t *json = json_object();
    struct text copies = {0};

    text_addf(&copies, "%u", cell->copies);
    json_set(writer, json, "engine",
             field_string(run->engines[cell->engine].name));
    json_set(writer, json, "operation",
             json_string(operation_row(cell->operation)->name));
    if (cell->key != CELL_NONE)
        json_set(writer, json, "key", field_string(run->keys[cell->key].name));
    if (cell->fixture != CELL_NONE) {
        json_set(writer, json, "fixture",
                 field_string(run->fixtures[cell->fixture].name));
        json_set(writer, json, "copies", field_string(text_string(&copies)));
    }
    text_release(&copies);
    return json;
}

static gpg_error_t add_result(struct json_writer *writer, const struct run *run,
                              const struct series *series, json_t *results)
{
    struct summary real;
    const gpg_error_t err = summary_shown(series, METRIC_REAL, &real);
    const struct times times = times_of(series, METRIC_REAL);
    const struct times user = times_of(series, METRIC_USER);
    const struct times system = times_of(series, METRIC_SYS);
    struct text name = {0};

    if (err || real.count == 0)
        return err;
    json_t *json = json_object();
    cell_name(run, &series->cell, &name);
    json_set(writer, json, "command", field_string(text_string(&name)));
    json_set(writer, json, "mean", mean_of(&times));
    json_set(writer, json, "stddev", deviation_of(&times));
    json_set(writer, json, "median", json_real(real.median / 1e9));
    json_set(writer, json, "user", mean_of(&user));
    json_set(writer, json, "system", mean_of(&system));
    json_set(writer, json, "min", json_real((double)real.min / 1e9));
    json_set(writer, json, "max", json_real((double)real.max / 1e9));
    json_set(writer, json, "times", list_times(writer, series));
    json_set(writer, json, "exit_codes", list_exit_codes(writer, times.count));
    json_set(writer, json, "parameters",
             parameters_of(writer, run, &series->cell));
    json_append(writer, results, json);
    text_release(&name);
    return 0;
}

gpg_error_t format_hyperfine_write(const struct run *run,
                                   const struct view *view, FILE *stream)
{
    struct json_writer writer = {false};
    json_t *json = json_object();
    json_t *results = json_array();
    gpg_error_t err = 0;
    (void)view;

    for (size_t i = 0; !err && i < run->series_count; i++)
        err = add_result(&writer, run, &run->series[i], results);
    json_set(&writer, json, "results", results);
    return json_put(&writer, json, err, stream);
}
