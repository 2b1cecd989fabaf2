/* SPDX-License-Identifier: GPL-3.0-or-later */

/* gauge: reads clocks over and over.  It judges nothing. */
#include "bench/gauge.h"

#include "base/stats.h"

#include <stddef.h>

#define STEP_LIMIT_NS (50 * NS_PER_MS)
#define STEP_COUNT    1000

/* Many readings in a batch, so that a coarse clock can tell them too. */
#define BATCH_COUNT    15
#define BATCH_READINGS 4096

#define EMPTY_COUNT 501

int64_t gauge_step_ns(const struct clock *clock)
{
    const int64_t start_ns = clock_now_ns(&clock_monotonic);
    int64_t before_ns = clock_now_ns(clock);
    int64_t least_ns = 0;
    for (int seen = 0; seen < STEP_COUNT;) {
        const int64_t now_ns = clock_now_ns(clock);
        const int64_t step_ns = now_ns - before_ns;
        before_ns = now_ns;
        if (step_ns > 0) {
            seen++;
            if (least_ns == 0 || step_ns < least_ns)
                least_ns = step_ns;
        } else if (clock_now_ns(&clock_monotonic) - start_ns >= STEP_LIMIT_NS) {
            break;
        }
    }
    return least_ns;
}

double gauge_reading_ns(const struct clock *clock)
{
    int64_t batch_ns[BATCH_COUNT];
    for (size_t batch = 0; batch < BATCH_COUNT; batch++) {
        const int64_t start_ns = clock_now_ns(clock);
        int64_t now_ns = start_ns;
        for (int i = 0; i < BATCH_READINGS; i++)
            now_ns = clock_now_ns(clock);
        batch_ns[batch] = now_ns - start_ns;
    }
    stats_sort(batch_ns, BATCH_COUNT);
    return stats_median(batch_ns, BATCH_COUNT) / BATCH_READINGS;
}

struct gauge_empty gauge_empty(struct meter *meter)
{
    int64_t real_ns[EMPTY_COUNT];
    int64_t cost_ns[EMPTY_COUNT];
    for (size_t i = 0; i < EMPTY_COUNT; i++) {
        struct sample sample = {.have = 0};
        int status = 0;
        const int64_t start_ns = clock_now_ns(meter->clock);
        meter_start(meter);
        meter_stop(meter, 0, &sample, &status);
        cost_ns[i] = clock_now_ns(meter->clock) - start_ns;
        real_ns[i] = sample.value[METRIC_REAL];
    }
    stats_sort(real_ns, EMPTY_COUNT);
    stats_sort(cost_ns, EMPTY_COUNT);
    return (struct gauge_empty){(int64_t)stats_median(real_ns, EMPTY_COUNT),
                                (int64_t)stats_median(cost_ns, EMPTY_COUNT)};
}
