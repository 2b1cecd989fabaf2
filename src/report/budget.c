/* SPDX-License-Identifier: GPL-3.0-or-later */

/* budget: chooses the samples and takes means.  How it is shown is
 * format_text_budget's. */
#include "report/budget.h"

#include "model/series.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static const enum metric metrics[BUDGET_PART_COUNT] = {
    METRIC_ENTROPY,       METRIC_FLASH,          METRIC_STAGE_STARTUP,
    METRIC_STAGE_SETUP,   METRIC_STAGE_COMPRESS, METRIC_STAGE_HASH,
    METRIC_STAGE_CIPHER,  METRIC_STAGE_PUBKEY,   METRIC_STAGE_RANDOM,
    METRIC_STAGE_IPC,     METRIC_STAGE_FINISH,   METRIC_STAGE_OTHER,
    METRIC_STAGE_OVERLAP,
};

/* The samples that a budget is made of. */
struct choice {
    const struct sample **samples; /* owned; room for all */
    size_t count;
};

enum metric budget_metric(size_t part)
{
    assert(part < BUDGET_PART_COUNT);
    return metrics[part];
}

static size_t count_parts(const struct sample *sample)
{
    size_t count = 0;

    for (size_t p = 0; p < BUDGET_PART_COUNT; p++)
        count += sample_has(sample, metrics[p]);
    return count;
}

static bool has_same_parts(const struct sample *a, const struct sample *b)
{
    for (size_t p = 0; p < BUDGET_PART_COUNT; p++)
        if (sample_has(a, metrics[p]) != sample_has(b, metrics[p]))
            return false;
    return true;
}

static void take_probed(const struct series *series, struct choice *choice)
{
    for (size_t i = 0; i < series->sample_count; i++) {
        const struct sample *sample = &series->samples[i];
        if (sample->probed && sample_has(sample, METRIC_REAL))
            choice->samples[choice->count++] = sample;
    }
}

/* Keep those with as many parts as any has: a mean of some samples for one
 * part and of others for the next would not add up. */
static void keep_whole(struct choice *choice)
{
    const struct sample *whole = NULL;
    size_t most = 0;
    size_t kept = 0;

    for (size_t i = 0; i < choice->count; i++)
        if (count_parts(choice->samples[i]) > most) {
            whole = choice->samples[i];
            most = count_parts(whole);
        }
    for (size_t i = 0; whole && i < choice->count; i++)
        if (has_same_parts(choice->samples[i], whole))
            choice->samples[kept++] = choice->samples[i];
    choice->count = kept;
}

/* By real; those of the same real in the order taken. */
static int compare_samples(const void *left, const void *right)
{
    const struct sample *a = *(const struct sample *const *)left;
    const struct sample *b = *(const struct sample *const *)right;
    const int64_t a_ns = a->value[METRIC_REAL];
    const int64_t b_ns = b->value[METRIC_REAL];

    if (a_ns != b_ns)
        return a_ns > b_ns ? 1 : -1;
    return (a > b) - (a < b);
}

/* The first sample of the middle half, and how many that has. */
static const struct sample **find_middle(struct choice *choice, size_t *r_count)
{
    const size_t cut = (choice->count + 1) / 4;

    if (choice->count > 1)
        qsort(choice->samples, choice->count, sizeof(struct sample *),
              compare_samples);
    *r_count = choice->count - 2 * cut;
    return choice->samples + cut;
}

/* The sum of METRIC over COUNT > 0 samples, in R_PART as mean and range; 0
 * where one has none.  Doubles hold sums of whole numbers exactly up to 2^53,
 * 104 days in ns. */
static double add_up(const struct sample *const *samples, size_t count,
                     enum metric metric, struct budget_part *r_part)
{
    double low = INFINITY;
    double high = -INFINITY;
    double sum = 0;

    *r_part = (struct budget_part){.is_known = false};
    for (size_t i = 0; i < count; i++) {
        if (!sample_has(samples[i], metric))
            return 0;
        const double value = (double)samples[i]->value[metric];
        low = fmin(low, value);
        high = fmax(high, value);
        sum += value;
    }
    r_part->is_known = true;
    r_part->ns = sum / (double)count;
    r_part->half_width_ns = count > 1 ? (high - low) / 2 : -1;
    return sum;
}

static void fill(const struct sample *const *samples, struct budget *budget)
{
    double left = add_up(samples, budget->used, METRIC_REAL, &budget->real);

    for (size_t p = 0; p < BUDGET_PART_COUNT; p++) {
        const double sum =
            add_up(samples, budget->used, metrics[p], &budget->parts[p]);
        left += p == BUDGET_OVERLAP ? sum : -sum;
    }
    add_up(samples, budget->used, METRIC_JITTER, &budget->jitter);
    budget->unknown_ns = left / (double)budget->used;
}

gpg_error_t budget_of(const struct series *series, struct budget *r_budget)
{
    struct choice choice = {0};

    *r_budget = (struct budget){0};
    if (series->sample_count == 0 || fault_is_set(&series->failure))
        return 0;
    choice.samples = calloc(series->sample_count, sizeof(struct sample *));
    if (!choice.samples)
        return gpg_error_from_syserror();
    take_probed(series, &choice);
    r_budget->probed = choice.count;
    keep_whole(&choice);
    const struct sample **middle = find_middle(&choice, &r_budget->used);
    if (r_budget->used > 0)
        fill(middle, r_budget);
    free(choice.samples);
    return 0;
}

double budget_share_pct(const struct budget *budget, double ns)
{
    return budget->real.ns > 0 ? 100 * ns / budget->real.ns : 0;
}
