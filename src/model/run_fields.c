/* SPDX-License-Identifier: GPL-3.0-or-later */

/* run_fields: one row for each member of the record that its file keeps, in
 * the order in which it stands there.  How a row is read and written is
 * field's matter. */
#include "model/run_fields.h"

#include "model/run.h"

/* A member that has its own name in the file. */
#define MEMBER(type, kind_of, member)                                        \
    {                                                                        \
        .key = #member, .kind = (kind_of), .offset = offsetof(type, member), \
    }

/* A double, or two, that can be no less than FROM and no more than TO. */
#define RANGED(type, kind_of, member, from, to)                              \
    {                                                                        \
        .key = #member, .kind = (kind_of), .offset = offsetof(type, member), \
        .low = (from), .high = (to),                                         \
    }

static const struct field machine_fields[] = {
    MEMBER(struct machine, FIELD_STRING, system),
    MEMBER(struct machine, FIELD_STRING, release),
    MEMBER(struct machine, FIELD_STRING, arch),
    MEMBER(struct machine, FIELD_STRING, cpu),
    MEMBER(struct machine, FIELD_INTEGER, cpus),
    MEMBER(struct machine, FIELD_INTEGER, memory_bytes),
    MEMBER(struct machine, FIELD_STRING, governor),
    RANGED(struct machine, FIELD_PAIR, mhz, 0, 1e6),
    RANGED(struct machine, FIELD_PAIR, celsius, -273.15, 1e4),
    RANGED(struct machine, FIELD_PAIR, load, 0, 1e6),
    MEMBER(struct machine, FIELD_INTEGER, clock_resolution_ns),
    MEMBER(struct machine, FIELD_INTEGER, cpu_tick_ns),
    MEMBER(struct machine, FIELD_STRING, work_dir_filesystem),
    {.key = "work_dir_free_bytes",
     .kind = FIELD_INTEGER,
     .offset = offsetof(struct machine, work_dir_free_bytes),
     .left_out = true},
    {.key = NULL},
};

static const struct field settings_fields[] = {
    MEMBER(struct settings, FIELD_STRING, data),
    MEMBER(struct settings, FIELD_STRING, cache),
    MEMBER(struct settings, FIELD_STRING, pool),
    MEMBER(struct settings, FIELD_STRING, compress),
    MEMBER(struct settings, FIELD_STRING, cipher),
    MEMBER(struct settings, FIELD_STRING, digest),
    MEMBER(struct settings, FIELD_BOOL, armor),
    {.key = "gpg_options",
     .kind = FIELD_STRINGS,
     .offset = offsetof(struct settings, gpg_options),
     .second = offsetof(struct settings, gpg_option_count)},
    MEMBER(struct settings, FIELD_COUNT, imported_keys),
    MEMBER(struct settings, FIELD_STRING, probe),
    MEMBER(struct settings, FIELD_SEED, seed),
    MEMBER(struct settings, FIELD_COUNT, warmup),
    RANGED(struct settings, FIELD_REAL, timeout_s, 0, 1e9),
    MEMBER(struct settings, FIELD_COUNT, runs),
    MEMBER(struct settings, FIELD_COUNT, min_runs),
    MEMBER(struct settings, FIELD_COUNT, max_runs),
    RANGED(struct settings, FIELD_REAL, precision_pct, 0, 1e20),
    RANGED(struct settings, FIELD_REAL, max_time_s, 0, 1e9),
    {.key = NULL},
};

static const struct field accounting_fields[] = {
    MEMBER(struct accounting, FIELD_STRING, gpg),
    MEMBER(struct accounting, FIELD_STRING, agent),
    MEMBER(struct accounting, FIELD_STRING, agent_split),
    {.key = NULL},
};

static const struct field library_fields[] = {
    MEMBER(struct library, FIELD_STRING, name),
    MEMBER(struct library, FIELD_STRING, path),
    MEMBER(struct library, FIELD_STRING, version),
    MEMBER(struct library, FIELD_STRING, build_id),
    {.key = NULL},
};

static const struct field gcrypt_fields[] = {
    MEMBER(struct gcrypt_config, FIELD_STRING, version),
    MEMBER(struct gcrypt_config, FIELD_STRING, cc),
    MEMBER(struct gcrypt_config, FIELD_STRING, mpi_asm),
    MEMBER(struct gcrypt_config, FIELD_STRING, hwflist),
    MEMBER(struct gcrypt_config, FIELD_STRING, rnd_mod),
    {.key = NULL},
};

static void *add_library(void *engine)
{
    return run_add_library(engine);
}

static const struct field engine_fields[] = {
    MEMBER(struct run_engine, FIELD_STRING, name),
    MEMBER(struct run_engine, FIELD_STRING, path),
    MEMBER(struct run_engine, FIELD_STRING, version),
    MEMBER(struct run_engine, FIELD_STRING, agent_version),
    {.key = "home_dir_notice",
     .kind = FIELD_STRING,
     .offset = offsetof(struct run_engine, home_dir_notice),
     .left_out = true},
    {.key = "probe_notice",
     .kind = FIELD_STRING,
     .offset = offsetof(struct run_engine, probe_notice),
     .left_out = true},
    {.key = "environment",
     .kind = FIELD_STRINGS,
     .offset = offsetof(struct run_engine, environment),
     .second = offsetof(struct run_engine, environment_count)},
    {.key = "hwf",
     .kind = FIELD_STRING,
     .offset = offsetof(struct run_engine, hwf),
     .left_out = true},
    {.key = "accounting",
     .kind = FIELD_OBJECT,
     .offset = offsetof(struct run_engine, accounting),
     .fields = accounting_fields},
    RANGED(struct run_engine, FIELD_REAL, agent_user_share, 0, 1),
    MEMBER(struct run_engine, FIELD_COUNT, agent_deaths),
    {.key = "libraries",
     .kind = FIELD_LIST,
     .offset = offsetof(struct run_engine, libraries),
     .second = offsetof(struct run_engine, library_count),
     .fields = library_fields,
     .size = sizeof(struct library),
     .add = add_library},
    {.key = "libgcrypt",
     .kind = FIELD_OBJECT,
     .offset = offsetof(struct run_engine, libgcrypt),
     .fields = gcrypt_fields},
    {.key = NULL},
};

static const struct field key_fields[] = {
    MEMBER(struct run_key, FIELD_STRING, name),
    MEMBER(struct run_key, FIELD_STRING, fingerprint),
    MEMBER(struct run_key, FIELD_STRING, algorithm),
    MEMBER(struct run_key, FIELD_STRING, subkey),
    {.key = "primary",
     .kind = FIELD_STRING,
     .offset = offsetof(struct run_key, primary),
     .left_out = true},
    MEMBER(struct run_key, FIELD_STRING, origin),
    {.key = NULL},
};

static const struct field fixture_fields[] = {
    MEMBER(struct run_fixture, FIELD_STRING, name),
    MEMBER(struct run_fixture, FIELD_INTEGER, size_bytes),
    MEMBER(struct run_fixture, FIELD_STRING, sha256),
    {.key = NULL},
};

static void *add_engine(void *run)
{
    return run_add_engine(run);
}

static void *add_key(void *run)
{
    return run_add_key(run);
}

static void *add_fixture(void *run)
{
    return run_add_fixture(run);
}

const struct field run_fields[] = {
    MEMBER(struct run, FIELD_STRING, program),
    MEMBER(struct run, FIELD_STRING, started),
    MEMBER(struct run, FIELD_STRING, finished),
    MEMBER(struct run, FIELD_BOOL, complete),
    MEMBER(struct run, FIELD_INTEGER, setup_cpu_ns),
    {.key = "machine",
     .kind = FIELD_OBJECT,
     .offset = offsetof(struct run, machine),
     .fields = machine_fields},
    {.key = "settings",
     .kind = FIELD_OBJECT,
     .offset = offsetof(struct run, settings),
     .fields = settings_fields},
    {.key = "engines",
     .kind = FIELD_LIST,
     .offset = offsetof(struct run, engines),
     .second = offsetof(struct run, engine_count),
     .fields = engine_fields,
     .size = sizeof(struct run_engine),
     .add = add_engine},
    {.key = "keys",
     .kind = FIELD_LIST,
     .offset = offsetof(struct run, keys),
     .second = offsetof(struct run, key_count),
     .fields = key_fields,
     .size = sizeof(struct run_key),
     .add = add_key},
    {.key = "fixtures",
     .kind = FIELD_LIST,
     .offset = offsetof(struct run, fixtures),
     .second = offsetof(struct run, fixture_count),
     .fields = fixture_fields,
     .size = sizeof(struct run_fixture),
     .add = add_fixture},
    {.key = NULL},
};

static const struct field used_fields[] = {
    MEMBER(struct used, FIELD_STRING, cipher),
    MEMBER(struct used, FIELD_STRING, digest),
    MEMBER(struct used, FIELD_STRING, compress),
    {.key = "armor",
     .kind = FIELD_KNOWN_BOOL,
     .offset = offsetof(struct used, armor),
     .second = offsetof(struct used, has_armor)},
    {.key = NULL},
};

static const char *const cache_words[] = {
    [CACHE_NONE] = "",
    [CACHE_COLD] = "cold",
    [CACHE_WARM] = "warm",
    NULL,
};

const struct field series_fields[] = {
    MEMBER(struct series, FIELD_INTEGER, input_bytes),
    {.key = "cache",
     .kind = FIELD_WORD,
     .offset = offsetof(struct series, cache),
     .words = cache_words},
    {.key = "used",
     .kind = FIELD_OBJECT,
     .offset = offsetof(struct series, used),
     .fields = used_fields},
    {.key = NULL},
};

const struct field fault_fields[] = {
    MEMBER(struct fault, FIELD_STRING, error),
    MEMBER(struct fault, FIELD_STRING, source),
    {.key = "what",
     .kind = FIELD_STRING,
     .offset = offsetof(struct fault, words)},
    MEMBER(struct fault, FIELD_STRING, thing),
    MEMBER(struct fault, FIELD_COUNT, round),
    {.key = "advice",
     .kind = FIELD_STRING,
     .offset = offsetof(struct fault, advice),
     .left_out = true},
    {.key = NULL},
};
