/* SPDX-License-Identifier: GPL-3.0-or-later */

/* bench: carries a plan out.  It measures and emits; it never prints. */
#include "bench/bench.h"

#include "bench/guard.h"
#include "bench/machine.h"
#include "bench/sampler.h"
#include "bench/scene.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SAVE_EVERY_NS (5 * NS_PER_S)

struct bench {
    struct scene scene;
    const struct bench_events *events;
    int64_t saved_ns;
};

/* Now, as ISO 8601 in UTC, to be freed. */
static char *now_text(void)
{
    char text[32];
    struct tm parts;
    const time_t now = time(NULL);
    if (!gmtime_r(&now, &parts) ||
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        return NULL;
    return strdup(text);
}

static gpg_error_t take(void *state, const struct cell *cell,
                        struct sample *sample, struct fault *fault)
{
    struct bench *bench = state;
    return sampler_take(&bench->scene, cell, sample, fault);
}

static void show(void *state, const struct loop_position *position)
{
    const struct bench *bench = state;
    if (bench->events->show)
        bench->events->show(bench->events->state, bench->scene.run, position);
}

static void save(void *state)
{
    struct bench *bench = state;
    const int64_t now_ns = clock_now_ns(&clock_monotonic);
    if (!bench->events->save || now_ns - bench->saved_ns < SAVE_EVERY_NS)
        return;
    scene_account(&bench->scene);
    bench->events->save(bench->events->state, bench->scene.run);
    bench->saved_ns = now_ns;
}

static bool is_stopped(void *state)
{
    (void)state;
    return guard_signal() != 0;
}

gpg_error_t bench_run(const struct plan *plan, struct run *run,
                      const struct bench_events *events, struct fault *fault)
{
    struct bench bench = {.events = events};
    const struct loop_work work = {&bench, take, show, save, is_stopped};
    run->program = strdup(PGPBENCH_VERSION);
    run->started = now_text();
    gpg_error_t err = scene_init(&bench.scene, plan, run, fault);
    if (!err) {
        if (events->begin)
            events->begin(events->state, run);
        bench.saved_ns = clock_now_ns(&clock_monotonic);
        err = loop_run(run, &clock_monotonic, &work);
        machine_read_state(&run->machine, 1);
        run->complete = !err;
    }
    if (guard_signal() != 0)
        err = gpg_error(GPG_ERR_CANCELED);
    scene_release(&bench.scene);
    run->finished = now_text();
    if (err)
        fault_set(fault, fault_of_error(err), err, NULL, NULL);
    return err;
}
