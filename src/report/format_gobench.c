/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_gobench: configuration lines, then a line for each sample. */
#include "report/format_gobench.h"

#include "base/text.h"
#include "model/run.h"
#include "report/format.h"

#include <ctype.h>
#include <inttypes.h>

/* The values of a sample, and their units. */
static const struct {
    enum metric metric;
    const char *unit;
} values[] = {
    {METRIC_REAL, "ns/op"},         {METRIC_CPU, "cpu-ns/op"},
    {METRIC_USER, "user-ns/op"},    {METRIC_SYS, "sys-ns/op"},
    {METRIC_OUTPUT, "output-B/op"},
};

/* STRING without what would end a field or a part of a name. */
static void add_field(struct text *text, const char *string)
{
    struct text readable = {0};

    text_add_readable(&readable, string ? string : "-");
    for (const char *c = text_string(&readable); *c; c++)
        text_add_char(text, *c == ' ' || *c == '/' || *c == '=' ? '_' : *c, 1);
    if (text_failed(&readable))
        text->failed = true;
    text_release(&readable);
}

/* "key: value", where the value is known. */
static void add_setting(struct text *text, const char *key, const char *value)
{
    if (!value || *value == '\0')
        return;
    text_addf(text, "%s: ", key);
    text_add_readable(text, value);
    text_add(text, "\n");
}

/* Of a run; engines are parts of the names. */
static void add_settings(struct text *text, const struct run *run)
{
    const struct run_engine *first =
        run->engine_count > 0 ? &run->engines[0] : NULL;

    add_setting(text, "pgpbench", run->program);
    add_setting(text, "started", run->started);
    add_setting(text, "system", run->machine.system);
    add_setting(text, "arch", run->machine.arch);
    add_setting(text, "cpu", run->machine.cpu);
    add_setting(text, "filesystem", run->machine.work_dir_filesystem);
    add_setting(text, "cache", run->settings.cache);
    add_setting(text, "pool", run->settings.pool);
    if (run->engine_count == 1) {
        add_setting(text, "gpg", first->version);
        add_setting(text, "libgcrypt", first->libgcrypt.version);
    }
}

static void add_name(struct text *text, const struct run *run,
                     const struct cell *cell)
{
    const char *title = operation_row(cell->operation)->name;

    text_addf(text, "Benchmark%c%s/engine=", toupper((unsigned char)title[0]),
              title + 1);
    add_field(text, run->engines[cell->engine].name);
    if (cell->key != CELL_NONE) {
        text_add(text, "/key=");
        add_field(text, run->keys[cell->key].name);
    }
    if (cell->fixture == CELL_NONE)
        return;
    text_add(text, "/fixture=");
    add_field(text, run->fixtures[cell->fixture].name);
    text_addf(text, "/copies=%" PRIu32, cell->copies);
}

static void add_sample(struct text *text, const char *name,
                       const struct sample *sample)
{
    if (!sample_has(sample, METRIC_REAL))
        return;
    text_addf(text, "%s 1", name);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (sample_has(sample, values[i].metric))
            text_addf(text, " %" PRId64 " %s", sample->value[values[i].metric],
                      values[i].unit);
    text_add(text, "\n");
}

static void add_series(struct text *text, const struct run *run,
                       const struct series *series)
{
    const bool probed = series_shows_probed(series, METRIC_REAL);
    struct text name = {0};

    if (fault_is_set(&series->failure))
        return;
    add_name(&name, run, &series->cell);
    for (size_t i = 0; i < series->sample_count; i++)
        if (series->samples[i].probed == probed)
            add_sample(text, text_string(&name), &series->samples[i]);
    if (text_failed(&name))
        text->failed = true;
    text_release(&name);
}

gpg_error_t format_gobench_write(const struct run *run, const struct view *view,
                                 FILE *stream)
{
    struct text text = {0};
    (void)view;

    add_settings(&text, run);
    text_add(&text, "\n");
    for (size_t i = 0; i < run->series_count; i++)
        add_series(&text, run, &run->series[i]);
    return format_end(&text, 0, stream);
}
