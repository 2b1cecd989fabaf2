/* SPDX-License-Identifier: GPL-3.0-or-later */

/* contrast: picks the values and the test.  What a p means among many is
 * compare's. */
#include "report/contrast.h"

#include "base/rank_test.h"
#include "model/series.h"
#include "report/summary.h"

#include <math.h>
#include <stdlib.h>

/* The values of both sides; in pairs, one beside the other. */
struct values {
    double *base;
    double *other;
    size_t base_count;
    size_t other_count;
};

static size_t take(const struct series *series, enum metric metric,
                   double *values)
{
    const bool probed = series_shows_probed(series, metric);
    size_t count = 0;

    if (fault_is_set(&series->failure))
        return 0;
    for (size_t i = 0; i < series->sample_count; i++) {
        const struct sample *sample = &series->samples[i];
        if (sample->probed == probed && sample_has(sample, metric))
            values[count++] = (double)sample->value[metric];
    }
    return count;
}

/* The sample of ROUND that is shown.  *AT is where the last one was found:
 * samples are in the order of their rounds, as a rule. */
static const struct sample *find(const struct series *series,
                                 enum metric metric, uint32_t round, size_t *at)
{
    const bool probed = series_shows_probed(series, metric);

    for (size_t i = 0; i < series->sample_count; i++) {
        const size_t index = (*at + i) % series->sample_count;
        const struct sample *sample = &series->samples[index];
        if (sample->round != round || sample->probed != probed ||
            !sample_has(sample, metric))
            continue;
        *at = index;
        return sample;
    }
    return NULL;
}

static void take_pairs(const struct contrast_sides *sides, enum metric metric,
                       struct values *values)
{
    const bool probed = series_shows_probed(sides->base, metric);
    size_t at = 0;
    size_t count = 0;

    if (fault_is_set(&sides->base->failure) ||
        fault_is_set(&sides->other->failure))
        return;
    for (size_t i = 0; i < sides->base->sample_count; i++) {
        const struct sample *base = &sides->base->samples[i];
        if (base->probed != probed || !sample_has(base, metric))
            continue;
        const struct sample *other =
            find(sides->other, metric, base->round, &at);
        if (!other)
            continue;
        values->base[count] = (double)base->value[metric];
        values->other[count++] = (double)other->value[metric];
    }
    values->base_count = values->other_count = count;
}

static bool are_positive(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(values[i] > 0))
            return false;
    return true;
}

static void take_logarithms(double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        values[i] = log(values[i]);
}

static gpg_error_t test(struct values *values, bool are_paired,
                        struct rank_result *result)
{
    const struct rank_group base = {values->base, values->base_count};
    const struct rank_group other = {values->other, values->other_count};

    if (!are_paired)
        return rank_test_groups(&base, &other, CONTRAST_LEVEL, result);
    for (size_t i = 0; i < values->base_count; i++)
        values->base[i] = values->other[i] - values->base[i];
    return rank_test_pairs(values->base, values->base_count, CONTRAST_LEVEL,
                           result);
}

static gpg_error_t add_quotient(const struct contrast_sides *sides,
                                enum metric metric, struct contrast *contrast)
{
    struct summary base = {0};
    struct summary other = {0};
    gpg_error_t err = summary_shown(sides->base, metric, &base);

    if (!err)
        err = summary_shown(sides->other, metric, &other);
    if (err || !(base.median > 0) || !(other.median > 0))
        return err;
    contrast->has_ratio = true;
    contrast->ratio = other.median / base.median;
    return 0;
}

static gpg_error_t evaluate(const struct contrast_sides *sides,
                            enum metric metric, struct values *values,
                            struct contrast *contrast)
{
    struct rank_result result;
    const bool has_logarithms =
        are_positive(values->base, values->base_count) &&
        are_positive(values->other, values->other_count);

    contrast->n_base = values->base_count;
    contrast->n_other = values->other_count;
    if (values->base_count == 0 || values->other_count == 0)
        return 0;
    if (has_logarithms) {
        take_logarithms(values->base, values->base_count);
        take_logarithms(values->other, values->other_count);
    }
    const gpg_error_t err = test(values, contrast->is_paired, &result);
    if (err)
        return err;
    contrast->p = result.p;
    if (!has_logarithms)
        return add_quotient(sides, metric, contrast);
    contrast->has_ratio = true;
    contrast->ratio = exp(result.shift);
    contrast->has_interval = result.has_interval;
    contrast->interval.low = exp(result.interval.low);
    contrast->interval.high = exp(result.interval.high);
    return 0;
}

gpg_error_t contrast_of(const struct contrast_sides *sides, enum metric metric,
                        struct contrast *r_contrast)
{
    struct values values = {
        .base = calloc(sides->base->sample_count + 1, sizeof(double)),
        .other =
            calloc(sides->base->sample_count + sides->other->sample_count + 1,
                   sizeof(double)),
    };
    gpg_error_t err = 0;

    *r_contrast = (struct contrast){
        .is_paired = sides->are_paired && !metric_row(metric)->probed,
        .p = 1,
    };
    if (!values.base || !values.other) {
        err = gpg_error(GPG_ERR_ENOMEM);
    } else if (r_contrast->is_paired) {
        take_pairs(sides, metric, &values);
    } else {
        values.base_count = take(sides->base, metric, values.base);
        values.other_count = take(sides->other, metric, values.other);
    }
    if (!err)
        err = evaluate(sides, metric, &values, r_contrast);
    free(values.base);
    free(values.other);
    return err;
}

double contrast_least_p(const struct contrast *contrast)
{
    return contrast->is_paired
               ? rank_test_pairs_least_p(contrast->n_base)
               : rank_test_groups_least_p(contrast->n_base, contrast->n_other);
}
