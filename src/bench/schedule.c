/* SPDX-License-Identifier: GPL-3.0-or-later */

/* schedule: who is next, and who is done.  It measures nothing. */
#include "bench/schedule.h"

#include "base/rank_test.h"
#include "base/stats.h"

/* How probed samples go along with plain ones. */
#define PLAIN_FOR_EACH_PROBED 4
#define PROBED_MIN            3

/* Six and six have a p of 2 / C(12, 6) at best, 0.002: enough for the test of
 * some twenty stages together. */
#define PROBED_MIN_COMPARED 6

/* How engines are compared: real and CPU time of each cell, all together at
 * this level (report/compare). */
#define COMPARED_METRICS 2
#define COMPARED_LEVEL   0.05

/* Steele, Lea, Flood: Fast splittable pseudorandom number generators,
 * OOPSLA 2014. */
static uint64_t splitmix64(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

void schedule_order(uint64_t seed, uint32_t round, uint32_t *order,
                    size_t count)
{
    uint64_t state = seed;
    /* Mixed twice, so that neighbouring seeds and rounds share nothing. */
    state = splitmix64(&state) ^ ((uint64_t)round << 32 | round);
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    for (size_t left = count; left > 1; left--) {
        const size_t pick = (size_t)(splitmix64(&state) % left);
        const uint32_t swapped = order[left - 1];
        order[left - 1] = order[pick];
        order[pick] = swapped;
    }
}

static bool is_precise(double precision_pct, int64_t *values, size_t count)
{
    struct interval interval;
    stats_sort(values, count);
    const double median = stats_median(values, count);
    if (!stats_median_interval(values, count, 0.95, &interval))
        return false;
    return (interval.high - interval.low) / 2 <= median * precision_pct / 100;
}

uint32_t schedule_pairs_needed(const struct run *run)
{
    uint32_t pairs = 1; /* which can give no p below 1 */
    size_t compared = 0;
    for (size_t i = 0; i < run->series_count; i++)
        compared += run->series[i].cell.engine > 0;
    if (compared == 0)
        return 0;
    while (rank_test_pairs_least_p(pairs) * COMPARED_METRICS *
               (double)compared >
           COMPARED_LEVEL)
        pairs++;
    return pairs;
}

static bool follows_rule(const struct run *run, const struct series *series,
                         bool probed, int64_t *scratch)
{
    const struct settings *settings = &run->settings;
    const size_t count = series_values(series, METRIC_REAL, probed, scratch);
    if (settings->runs > 0)
        return count >= settings->runs;
    if (count >= settings->max_runs)
        return true;
    return count >= settings->min_runs && count > 0 &&
           count >= schedule_pairs_needed(run) &&
           is_precise(settings->precision_pct, scratch, count);
}

static bool accompanies(const struct run *run, const struct series *series)
{
    const size_t plain = series_count(series, false);
    const size_t wanted =
        (plain + PLAIN_FOR_EACH_PROBED - 1) / PLAIN_FOR_EACH_PROBED;
    const size_t least =
        run->engine_count > 1 ? PROBED_MIN_COMPARED : PROBED_MIN;
    return series_count(series, true) >= (wanted > least ? wanted : least);
}

bool schedule_is_enough(const struct run *run, const struct series *series,
                        bool probed, int64_t *scratch)
{
    if (fault_is_set(&series->failure) || !run_takes(run, probed))
        return true;
    if (probed && run_takes(run, false))
        return accompanies(run, series);
    return follows_rule(run, series, probed, scratch);
}

bool schedule_has_round(enum probe_use use, bool probed, uint32_t round,
                        bool is_late)
{
    if (!probed)
        return use != PROBE_ALWAYS;
    return use == PROBE_ALWAYS ||
           (use == PROBE_SEPARATE &&
            (is_late || round % PLAIN_FOR_EACH_PROBED == 0));
}
