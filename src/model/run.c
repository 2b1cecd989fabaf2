/* SPDX-License-Identifier: GPL-3.0-or-later */

/* run: owns the record.  How it is written to a file is run_file's. */
#include "model/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void run_init(struct run *run)
{
    *run = (struct run){
        .setup_cpu_ns = -1,
        .machine = {.cpus = -1,
                    .memory_bytes = -1,
                    .work_dir_free_bytes = -1,
                    .mhz = {NAN, NAN},
                    .celsius = {NAN, NAN},
                    .load = {NAN, NAN},
                    .clock_resolution_ns = -1,
                    .cpu_tick_ns = -1},
    };
}

static void machine_release(struct machine *machine)
{
    free(machine->system);
    free(machine->release);
    free(machine->arch);
    free(machine->cpu);
    free(machine->governor);
    free(machine->work_dir_filesystem);
}

static void library_release(struct library *library)
{
    free(library->name);
    free(library->path);
    free(library->version);
    free(library->build_id);
}

static void engine_release(struct run_engine *engine)
{
    free(engine->name);
    free(engine->path);
    free(engine->version);
    free(engine->agent_version);
    free(engine->home_dir_notice);
    free(engine->probe_notice);
    for (size_t i = 0; i < engine->environment_count; i++)
        free(engine->environment[i]);
    free(engine->environment);
    free(engine->hwf);
    free(engine->accounting.gpg);
    free(engine->accounting.agent);
    free(engine->accounting.agent_split);
    free(engine->libgcrypt.version);
    free(engine->libgcrypt.cc);
    free(engine->libgcrypt.mpi_asm);
    free(engine->libgcrypt.hwflist);
    free(engine->libgcrypt.rnd_mod);
    for (size_t i = 0; i < engine->library_count; i++)
        library_release(&engine->libraries[i]);
    free(engine->libraries);
}

static void key_release(struct run_key *key)
{
    free(key->name);
    free(key->fingerprint);
    free(key->algorithm);
    free(key->subkey);
    free(key->primary);
    free(key->origin);
}

static void fixture_release(struct run_fixture *fixture)
{
    free(fixture->name);
    free(fixture->sha256);
}

void run_release(struct run *run)
{
    if (!run)
        return;
    free(run->program);
    free(run->started);
    free(run->finished);
    machine_release(&run->machine);
    settings_release(&run->settings);
    for (size_t i = 0; i < run->engine_count; i++)
        engine_release(&run->engines[i]);
    for (size_t i = 0; i < run->key_count; i++)
        key_release(&run->keys[i]);
    for (size_t i = 0; i < run->fixture_count; i++)
        fixture_release(&run->fixtures[i]);
    for (size_t i = 0; i < run->series_count; i++)
        series_release(&run->series[i]);
    free(run->engines);
    free(run->keys);
    free(run->fixtures);
    free(run->series);
    *run = (struct run){0};
}

struct run_engine *run_add_engine(struct run *run)
{
    struct run_engine *engines =
        reallocarray(run->engines, run->engine_count + 1, sizeof *engines);

    if (!engines)
        return NULL;
    run->engines = engines;
    engines[run->engine_count] = (struct run_engine){.agent_user_share = NAN};
    return &engines[run->engine_count++];
}

gpg_error_t run_add_environment(struct run_engine *engine, const char *setting)
{
    char **grown = reallocarray(engine->environment,
                                engine->environment_count + 1, sizeof *grown);
    char *copy = grown ? strdup(setting) : NULL;

    if (grown)
        engine->environment = grown;
    if (!copy)
        return gpg_error(GPG_ERR_ENOMEM);
    grown[engine->environment_count++] = copy;
    return 0;
}

struct library *run_add_library(struct run_engine *engine)
{
    struct library *libraries = reallocarray(
        engine->libraries, engine->library_count + 1, sizeof *libraries);

    if (!libraries)
        return NULL;
    engine->libraries = libraries;
    libraries[engine->library_count] = (struct library){0};
    return &libraries[engine->library_count++];
}

struct run_key *run_add_key(struct run *run)
{
    struct run_key *keys =
        reallocarray(run->keys, run->key_count + 1, sizeof *keys);

    if (!keys)
        return NULL;
    run->keys = keys;
    keys[run->key_count] = (struct run_key){0};
    return &keys[run->key_count++];
}

struct run_fixture *run_add_fixture(struct run *run)
{
    struct run_fixture *fixtures =
        reallocarray(run->fixtures, run->fixture_count + 1, sizeof *fixtures);

    if (!fixtures)
        return NULL;
    run->fixtures = fixtures;
    fixtures[run->fixture_count] = (struct run_fixture){.size_bytes = -1};
    return &fixtures[run->fixture_count++];
}

struct series *run_add_series(struct run *run, const struct cell *cell)
{
    struct series *series =
        reallocarray(run->series, run->series_count + 1, sizeof *series);

    if (!series)
        return NULL;
    run->series = series;
    series[run->series_count] =
        (struct series){.cell = *cell, .input_bytes = -1};
    return &series[run->series_count++];
}

static void sample_forget(struct sample *sample, enum metric metric)
{
    sample->value[metric] = 0;
    sample->have &= ~(UINT64_C(1) << metric);
}

/* The user part of SAMPLE's cpu time.  False where a part of it is not
 * known; an agent that used no time needs no share. */
static bool user_time(const struct sample *sample, double agent_user_share,
                      int64_t *r_user_ns)
{
    if (!sample_has(sample, METRIC_CPU) ||
        !sample_has(sample, METRIC_GPG_CPU) ||
        !sample_has(sample, METRIC_GPG_USER))
        return false;
    const int64_t cpu_ns = sample->value[METRIC_CPU];
    const int64_t agent_ns = cpu_ns - sample->value[METRIC_GPG_CPU];
    int64_t user_ns = sample->value[METRIC_GPG_USER];
    if (agent_ns != 0) {
        if (isnan(agent_user_share))
            return false;
        user_ns += llround((double)agent_ns * agent_user_share);
    }
    /* The kernel rounds gpg's split to its own ticks on some machines. */
    user_ns = user_ns < 0 ? 0 : user_ns;
    *r_user_ns = user_ns > cpu_ns ? cpu_ns : user_ns;
    return true;
}

static void settle_sample(struct sample *sample, double agent_user_share)
{
    int64_t user_ns;

    if (!user_time(sample, agent_user_share, &user_ns)) {
        sample_forget(sample, METRIC_USER);
        sample_forget(sample, METRIC_SYS);
        return;
    }
    sample_set(sample, METRIC_USER, user_ns);
    sample_set(sample, METRIC_SYS, sample->value[METRIC_CPU] - user_ns);
}

void run_settle_split(struct run *run)
{
    for (size_t i = 0; i < run->series_count; i++) {
        struct series *series = &run->series[i];
        const struct run_engine *engine = &run->engines[series->cell.engine];
        for (size_t s = 0; s < series->sample_count; s++)
            settle_sample(&series->samples[s], engine->agent_user_share);
    }
}

enum probe_use run_probe_use(const struct run *run)
{
    for (size_t e = 0; e < run->engine_count; e++)
        if (run->engines[e].probe_notice)
            return PROBE_NEVER;
    return probe_use_find(run->settings.probe);
}

bool run_takes(const struct run *run, bool probed)
{
    return run_probe_use(run) != (probed ? PROBE_NEVER : PROBE_ALWAYS);
}

bool run_has_failure(const struct run *run)
{
    for (size_t i = 0; i < run->series_count; i++)
        if (fault_is_set(&run->series[i].failure))
            return true;
    return false;
}

struct series *run_find_series(struct run *run, const struct cell *cell)
{
    for (size_t i = 0; i < run->series_count; i++)
        if (cell_equal(&run->series[i].cell, cell))
            return &run->series[i];
    return NULL;
}
