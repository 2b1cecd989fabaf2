/* SPDX-License-Identifier: GPL-3.0-or-later */

/* rival_run: makes them.  It tests nothing itself. */
#include "rival_run.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

static char *copy(const char *string)
{
    char *made = strdup(string);

    assert_non_null(made);
    return made;
}

static void add_engine(struct run *run, uint32_t index)
{
    const char name[] = {(char)('a' + index), '\0'};
    struct run_engine *engine = run_add_engine(run);

    assert_non_null(engine);
    engine->name = copy(name);
    engine->version = copy("2.2.40");
    engine->agent_version = copy("2.2.40");
    engine->accounting.gpg = copy("reaped");
    engine->accounting.agent = copy("cpuclock");
}

void rival_run_init(struct run *run, uint32_t count)
{
    run_init(run);
    assert_int_equal(settings_init(&run->settings), 0);
    run->program = copy("0.1.0");
    run->complete = true;
    run->machine.cpu = copy("One CPU");
    run->machine.cpus = 2;
    for (uint32_t e = 0; e < count; e++)
        add_engine(run, e);
    struct run_key *key = run_add_key(run);
    assert_non_null(key);
    key->name = copy("dsa1024");
    key->fingerprint = copy("0123");
    key->algorithm = copy("dsa1024");
    key->subkey = copy("elg1024");
    key->origin = copy("imported");
    struct run_fixture *fixture = run_add_fixture(run);
    assert_non_null(fixture);
    fixture->name = copy("COPYING");
    fixture->size_bytes = 17983;
    fixture->sha256 = copy("abcd");
}

struct series *rival_run_add(struct run *run, uint32_t engine,
                             enum operation operation)
{
    const struct cell cell = {engine, 0, 0, 1, operation};
    struct series *series = run_add_series(run, &cell);

    assert_non_null(series);
    series->input_bytes = 17983;
    series->cache = CACHE_COLD;
    series->used.cipher = copy("AES128");
    series->used.digest = copy("SHA1");
    series->used.compress = copy("ZIP");
    series->used.has_armor = true;
    return series;
}

void rival_run_sample(struct series *series, uint32_t round, int64_t ns)
{
    struct sample sample = {.round = round};

    sample_set(&sample, METRIC_REAL, ns);
    sample_set(&sample, METRIC_CPU, ns / 5 * 4);
    sample_set(&sample, METRIC_GPG_CPU, ns / 5 * 4);
    assert_int_equal(series_add(series, &sample), 0);
}

void rival_run_probed(struct series *series, uint32_t round, int64_t ns,
                      int64_t cipher_ns)
{
    struct sample sample = {.round = round, .probed = true};

    for (int m = METRIC_STAGE_FIRST; m <= METRIC_STAGE_LAST; m++)
        sample_set(&sample, (enum metric)m, 0);
    sample_set(&sample, METRIC_REAL, ns);
    sample_set(&sample, METRIC_ENTROPY, 0);
    sample_set(&sample, METRIC_FLASH, 0);
    sample_set(&sample, METRIC_STAGE_CIPHER, cipher_ns);
    sample_set(&sample, METRIC_STAGE_COMPRESS, ns - cipher_ns);
    assert_int_equal(series_add(series, &sample), 0);
}

int64_t rival_run_wobble(int64_t ns, uint32_t round, uint32_t salt)
{
    /* Knuth's multiplicative hashing is chance enough. */
    const uint32_t hash = (round * 2654435761u) ^ (salt * 40503u + 12345u);

    return ns + ns * (int64_t)(hash * 2654435761u >> 22) / 51200 - ns / 100;
}

void rival_run_fill(struct series *series, uint32_t count, int64_t ns)
{
    const uint32_t salt =
        series->cell.engine * 16 + (uint32_t)series->cell.operation;

    for (uint32_t round = 0; round < count; round++)
        rival_run_sample(series, round, rival_run_wobble(ns, round, salt));
}
