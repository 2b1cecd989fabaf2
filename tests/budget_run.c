/* SPDX-License-Identifier: GPL-3.0-or-later */

/* budget_run: gives samples their stages.  It tests nothing itself. */
#include "budget_run.h"

#include "model/run.h"
#include "sample_run.h"

#include <assert.h>

/* The stages of one cell in us, at the median, in the order of the metrics;
 * -1: absent.  Other, where REST, is what they leave of real. */
struct stages {
    const char *cell;
    int64_t real_us; /* probed: 130 above the plain one of sample_run */
    int64_t us[METRIC_STAGE_OTHER - METRIC_STAGE_FIRST];
    bool has_rest;
    int64_t overlap_us;
    int64_t jitter_us;
};

static const struct stages all_stages[] = {
    {"gpg/-/start/-/x1", 2200, {1400, 500, 0, 0, 0, 0, 0, 0, 250}, true, 0, -1},
    {"gpg/dsa1024/sign/COPYING/x1",
     4820,
     {1500, 900, 420, 60, 0, 610, 12, 500, 350},
     true,
     0,
     0},
    /* As of gpg 1.4: of most it can tell nothing. */
    {"gpg/dsa1024/verify/COPYING/x1",
     4010,
     {1500, -1, 90, -1, -1, -1, -1, -1, -1},
     false,
     -1,
     -1},
    {"gpg/dsa1024/sign/COPYING/x20",
     17730,
     {1500, 900, 12300, 660, 0, 800, 12, 420, 380},
     true,
     620,
     500},
    {"gpg/dsa1024/verify/COPYING/x20",
     7580,
     {1500, 800, 2900, 660, 0, 250, 0, 0, 380},
     true,
     0,
     -1},
    {"gpg/dsa1024/encrypt/COPYING/x20",
     8760,
     {1500, 700, 5300, 0, 100, 150, 30, 120, 380},
     true,
     0,
     0},
    {"gpg/dsa1024/decrypt/COPYING/x20",
     10070,
     {1500, 800, 2900, 200, 150, 1900, 0, 1500, 900},
     true,
     600,
     -1},
};

static void set_us(struct sample *sample, enum metric metric, int64_t us,
                   int64_t ns_per_us)
{
    if (us >= 0)
        sample_set(sample, metric, us * ns_per_us);
}

/* All parts wobble as real does. */
static void add_stages(struct sample *sample, const struct stages *stages)
{
    const int64_t real_ns = sample->value[METRIC_REAL];
    const int64_t ns_per_us = real_ns / stages->real_us;
    int64_t left_ns =
        real_ns - sample->value[METRIC_ENTROPY] - sample->value[METRIC_FLASH];

    assert(real_ns % stages->real_us == 0);
    sample_set(sample, METRIC_COMPUTE, left_ns);
    for (int m = METRIC_STAGE_FIRST; m < METRIC_STAGE_OTHER; m++) {
        const int64_t us = stages->us[m - METRIC_STAGE_FIRST];
        set_us(sample, (enum metric)m, us, ns_per_us);
        left_ns -= us * ns_per_us;
    }
    if (stages->has_rest)
        sample_set(sample, METRIC_STAGE_OTHER,
                   left_ns + stages->overlap_us * ns_per_us);
    set_us(sample, METRIC_STAGE_OVERLAP, stages->overlap_us, ns_per_us);
    set_us(sample, METRIC_JITTER, stages->jitter_us, ns_per_us);
}

static void add_all(struct run *run, const struct stages *stages)
{
    struct series *series = sample_run_find(run, stages->cell);

    for (size_t i = 0; i < series->sample_count; i++)
        if (series->samples[i].probed)
            add_stages(&series->samples[i], stages);
}

/* The probe was loaded and told nothing. */
static void forget_parts(struct series *series)
{
    for (size_t i = 0; i < series->sample_count; i++)
        series->samples[i].have &=
            ~(UINT64_C(1) << METRIC_ENTROPY | UINT64_C(1) << METRIC_FLASH);
}

static void drop_probed(struct series *series)
{
    series->sample_count = series_count(series, false); /* they come last */
}

void budget_run_make(struct run *run)
{
    sample_run_make(SAMPLE_RUN_FULL, run);
    for (size_t i = 0; i < sizeof all_stages / sizeof *all_stages; i++)
        add_all(run, &all_stages[i]);
    forget_parts(sample_run_find(run, "gpg/dsa1024/decrypt/COPYING/x1"));
    drop_probed(sample_run_find(run, "gpg/dsa1024/encrypt/COPYING/x1"));
}
