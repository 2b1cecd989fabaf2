/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_csv: the columns, and a record for each cell.  Quoting is csv's. */
#include "report/format_csv.h"

#include "base/text.h"
#include "model/run.h"
#include "report/csv.h"
#include "report/format.h"
#include "report/probe_cost.h"
#include "report/summary.h"

/* What the fields of a record are taken from. */
struct record {
    const struct run *run;
    const struct series *series;
    struct summary real; /* of the samples that are shown */
    struct probe_cost cost;
    struct summary probed_real;
};

typedef void add_field(const struct record *record, struct csv *csv);

static void add_name(const struct record *record, struct csv *csv)
{
    struct text name = {0};

    cell_name(record->run, &record->series->cell, &name);
    csv_add_string(csv, text_string(&name));
    if (text_failed(&name))
        csv->text->failed = true;
    text_release(&name);
}

static void add_engine(const struct record *record, struct csv *csv)
{
    csv_add_string(csv, record->run->engines[record->series->cell.engine].name);
}

static void add_key(const struct record *record, struct csv *csv)
{
    csv_add_string(csv, cell_key_name(record->run, &record->series->cell));
}

static void add_operation(const struct record *record, struct csv *csv)
{
    csv_add_string(csv, operation_row(record->series->cell.operation)->name);
}

static void add_fixture(const struct record *record, struct csv *csv)
{
    csv_add_string(csv, cell_fixture_name(record->run, &record->series->cell));
}

static void add_copies(const struct record *record, struct csv *csv)
{
    csv_add_integer(csv, record->series->cell.copies);
}

static void add_input(const struct record *record, struct csv *csv)
{
    if (record->series->input_bytes >= 0)
        csv_add_integer(csv, record->series->input_bytes);
    else
        csv_add_string(csv, NULL);
}

static void add_cache(const struct record *record, struct csv *csv)
{
    static const char *const words[] = {
        [CACHE_NONE] = NULL, [CACHE_COLD] = "cold", [CACHE_WARM] = "warm"};

    csv_add_string(csv, words[record->series->cache]);
}

static void add_failure(const struct record *record, struct csv *csv)
{
    const struct fault *failure = &record->series->failure;

    csv_add_string(csv, fault_is_set(failure) ? fault_told(failure) : NULL);
}

static void add_count(const struct record *record, struct csv *csv)
{
    csv_add_integer(csv, (int64_t)record->real.count);
}

static const struct column {
    const char *heading;
    add_field *add;
} before[] = {
    {"cell", add_name},         {"engine", add_engine},
    {"key", add_key},           {"operation", add_operation},
    {"fixture", add_fixture},   {"copies", add_copies},
    {"input_bytes", add_input}, {"cache", add_cache},
    {"failure", add_failure},   {"n", add_count},
};

static void add_low(const struct record *record, struct csv *csv)
{
    if (record->real.has_interval)
        csv_add_median(csv, record->real.interval.low);
    else
        csv_add_string(csv, NULL);
}

static void add_high(const struct record *record, struct csv *csv)
{
    if (record->real.has_interval)
        csv_add_median(csv, record->real.interval.high);
    else
        csv_add_string(csv, NULL);
}

static void add_min(const struct record *record, struct csv *csv)
{
    if (record->real.count > 0)
        csv_add_integer(csv, record->real.min);
    else
        csv_add_string(csv, NULL);
}

static void add_max(const struct record *record, struct csv *csv)
{
    if (record->real.count > 0)
        csv_add_integer(csv, record->real.max);
    else
        csv_add_string(csv, NULL);
}

static void add_probed(const struct record *record, struct csv *csv)
{
    csv_add_integer(csv, (int64_t)record->cost.probed);
}

static void add_probed_real(const struct record *record, struct csv *csv)
{
    if (record->probed_real.count > 0)
        csv_add_median(csv, record->probed_real.median);
    else
        csv_add_string(csv, NULL);
}

static void add_cost(const struct record *record, struct csv *csv)
{
    if (probe_cost_is_known(&record->cost))
        csv_add_median(csv, record->cost.ns);
    else
        csv_add_string(csv, NULL);
}

/* Behind the metrics. */
static const struct column after[] = {
    {"real_low_ns", add_low},
    {"real_high_ns", add_high},
    {"real_min_ns", add_min},
    {"real_max_ns", add_max},
    {"n_probed", add_probed},
    {"probe_cost_ns", add_cost},
    {"probed_real_ns", add_probed_real},
};

static void add_headings(struct csv *csv)
{
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        csv_add_string(csv, before[i].heading);
    for (int m = 0; m < METRIC_COUNT; m++)
        csv_add_string(csv, metric_row((enum metric)m)->key);
    for (size_t i = 0; i < sizeof after / sizeof *after; i++)
        csv_add_string(csv, after[i].heading);
    csv_end_record(csv);
}

static gpg_error_t add_metrics(const struct series *series, struct csv *csv)
{
    for (int m = 0; m < METRIC_COUNT; m++) {
        const enum metric metric = (enum metric)m;
        struct summary summary;
        const gpg_error_t err = summary_shown(series, metric, &summary);
        if (err)
            return err;
        if (summary.count > 0)
            csv_add_median(csv, summary.median);
        else
            csv_add_string(csv, NULL);
    }
    return 0;
}

static gpg_error_t add_record(const struct run *run,
                              const struct series *series, struct csv *csv)
{
    struct record record = {.run = run, .series = series};
    gpg_error_t err = summary_shown(series, METRIC_REAL, &record.real);

    if (!err)
        err = probe_cost_of(series, &record.cost);
    if (!err)
        err = summary_of(series, METRIC_REAL, true, &record.probed_real);
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        before[i].add(&record, csv);
    if (!err)
        err = add_metrics(series, csv);
    for (size_t i = 0; i < sizeof after / sizeof *after; i++)
        after[i].add(&record, csv);
    csv_end_record(csv);
    return err;
}

gpg_error_t format_csv_write(const struct run *run, const struct view *view,
                             FILE *stream)
{
    struct text text = {0};
    struct csv csv = {.text = &text};
    gpg_error_t err = 0;

    (void)view;
    add_headings(&csv);
    for (size_t i = 0; !err && i < run->series_count; i++)
        err = add_record(run, &run->series[i], &csv);
    return format_end(&text, err, stream);
}
