/* SPDX-License-Identifier: GPL-3.0-or-later */

/* series: keeps samples in order.  It computes nothing from them. */
#include "model/series.h"

#include <assert.h>
#include <stdlib.h>

#define FIRST_CAPACITY 16

void sample_set(struct sample *sample, enum metric metric, int64_t value)
{
    assert(metric < METRIC_COUNT);
    sample->value[metric] = value;
    sample->have |= UINT64_C(1) << metric;
}

bool sample_has(const struct sample *sample, enum metric metric)
{
    assert(metric < METRIC_COUNT);
    return sample->have >> metric & 1;
}

static gpg_error_t grow(struct series *series)
{
    const size_t capacity =
        series->sample_capacity ? series->sample_capacity * 2 : FIRST_CAPACITY;
    struct sample *samples =
        reallocarray(series->samples, capacity, sizeof *samples);

    if (!samples)
        return gpg_error(GPG_ERR_ENOMEM);
    series->samples = samples;
    series->sample_capacity = capacity;
    return 0;
}

gpg_error_t series_add(struct series *series, const struct sample *sample)
{
    if (series->sample_count == series->sample_capacity) {
        const gpg_error_t err = grow(series);
        if (err)
            return err;
    }
    series->samples[series->sample_count++] = *sample;
    return 0;
}

size_t series_values(const struct series *series, enum metric metric,
                     bool probed, int64_t *values)
{
    size_t count = 0;

    for (size_t i = 0; i < series->sample_count; i++) {
        const struct sample *sample = &series->samples[i];
        if (sample->probed == probed && sample_has(sample, metric))
            values[count++] = sample->value[metric];
    }
    return count;
}

size_t series_count(const struct series *series, bool probed)
{
    size_t count = 0;

    for (size_t i = 0; i < series->sample_count; i++)
        if (series->samples[i].probed == probed)
            count++;
    return count;
}

bool series_shows_probed(const struct series *series, enum metric metric)
{
    bool has_plain = false;
    bool has_probed = false;

    if (metric_row(metric)->probed)
        return true;
    for (size_t i = 0; i < series->sample_count; i++) {
        const struct sample *sample = &series->samples[i];
        if (!sample->probed && sample_has(sample, metric))
            return false;
        has_plain = has_plain || !sample->probed;
        has_probed =
            has_probed || (sample->probed && sample_has(sample, metric));
    }
    return has_probed || !has_plain;
}

void series_release(struct series *series)
{
    if (!series)
        return;
    free(series->used.cipher);
    free(series->used.digest);
    free(series->used.compress);
    fault_release(&series->failure);
    free(series->samples);
    *series = (struct series){0};
}
