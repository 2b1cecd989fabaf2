/* SPDX-License-Identifier: GPL-3.0-or-later */

/* full_run: builds the record.  It measures nothing. */
#include "full_run.h"

#include "model/run.h"

#include <stdlib.h>
#include <string.h>

static void *need(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static char *copy(const char *string)
{
    return need(strdup(string));
}

static void fill_machine(struct machine *machine)
{
    *machine = (struct machine){
        .system = copy("Linux"),
        .release = copy("6.1.0"),
        .arch = copy("x86_64"),
        .cpu = copy("Some \"CPU\" \xe2\x84\xa2"),
        .cpus = 2,
        .memory_bytes = 8589934592,
        .governor = NULL,
        .mhz = {2394.456, 2400},
        .celsius = {-3.5, machine->celsius[1]},
        .load = {0.1, 0.9},
        .clock_resolution_ns = 1,
        .cpu_tick_ns = 4000000,
        .work_dir_filesystem = copy("ext4"),
    };
}

static void fill_engine(struct run_engine *engine, const char *name)
{
    struct library *library = need(run_add_library(engine));

    *library = (struct library){.name = copy("libgcrypt.so.20"),
                                .path = copy("/usr/lib/libgcrypt.so.20"),
                                .version = copy("1.10.1"),
                                .build_id = copy("0123abcd")};
    library = need(run_add_library(engine));
    library->name = copy("libc.so.6");
    engine->name = copy(name);
    engine->path = copy("/usr/bin/gpg");
    engine->version = copy("2.2.40");
    engine->agent_version = copy("2.2.40");
    engine->home_dir_notice = copy("no sockets there");
    engine->probe_notice = copy("no probe here");
    engine->accounting = (struct accounting){.gpg = copy("reaped"),
                                             .agent = copy("cpuclock"),
                                             .agent_split = copy("procstat")};
    engine->agent_user_share = 1.0 / 3;
    engine->agent_deaths = 2;
    engine->hwf = copy("none");
    if (run_add_environment(engine, "LD_LIBRARY_PATH=/x/lib") != 0)
        abort();
    engine->libgcrypt = (struct gcrypt_config){.version = copy("1.10.1"),
                                               .cc = copy("120200:gcc"),
                                               .mpi_asm = copy("amd64/x.S"),
                                               .hwflist = copy("intel-aesni"),
                                               .rnd_mod = copy("linux")};
}

/* Of the empty string, as FIPS 180-4's test vectors have it. */
static const char sha256[] =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

static void fill_lists(struct run *run)
{
    fill_engine(need(run_add_engine(run)), "gpg");
    struct run_engine *bare = need(run_add_engine(run));
    bare->name = copy("old");

    struct run_key *key = need(run_add_key(run));
    *key = (struct run_key){.name = copy("dsa1024"),
                            .fingerprint = copy("0123456789ABCDEF"),
                            .algorithm = copy("dsa1024"),
                            .subkey = copy("elg1024"),
                            .primary = copy("rsa4096"),
                            .origin = copy("imported")};

    struct run_fixture *fixture = need(run_add_fixture(run));
    *fixture = (struct run_fixture){
        .name = copy("COPYING"), .size_bytes = 17983, .sha256 = copy(sha256)};
    fixture = need(run_add_fixture(run));
    fixture->name = copy("caf\xc3\xa9");
}

static void add_sample(struct series *series, uint32_t round, bool probed,
                       int64_t real_ns)
{
    struct sample sample = {.round = round, .probed = probed};

    for (int m = 0; m < METRIC_COUNT; m++)
        if (probed || !metric_row((enum metric)m)->probed)
            sample_set(&sample, (enum metric)m, real_ns / (m + 1));
    if (round == 1) /* absent once, and not at the end */
        sample.have &= ~(UINT64_C(1) << METRIC_MAJOR_FAULTS);
    sample.have &= ~(UINT64_C(1) << METRIC_AGENT_PEAK_RSS);
    if (series_add(series, &sample) != 0)
        abort();
}

static void fill_cells(struct run *run)
{
    struct series *series =
        need(run_add_series(run, &(struct cell){0, 0, 0, 20, OPERATION_SIGN}));
    series->input_bytes = 359660;
    series->cache = CACHE_COLD;
    series->used = (struct used){.digest = copy("SHA1"),
                                 .compress = copy("ZIP"),
                                 .has_armor = true,
                                 .armor = false};
    add_sample(series, 0, false, 4690000);
    add_sample(series, 1, false, 4700001);
    add_sample(series, 2, false, 9007199254740991);
    add_sample(series, 0, true, 5100000);

    series = need(
        run_add_series(run, &(struct cell){1, 0, 1, 1, OPERATION_ENCRYPT}));
    series->input_bytes = 0;
    series->cache = CACHE_WARM;
    series->failure = (struct fault){.what = FAULT_DISK_FULL,
                                     .words = copy("disk full"),
                                     .error = copy("No space left on device"),
                                     .source = copy("GPGME"),
                                     .thing = copy("/media/card"),
                                     .advice = copy("make room"),
                                     .round = 3};

    const struct cell start = {0, CELL_NONE, CELL_NONE, 1, OPERATION_START};
    series = need(run_add_series(run, &start));
    add_sample(series, 0, false, 1000000);

    need(run_add_series(run, &(struct cell){0, 0, 1, 20, OPERATION_VERIFY}));
}

void full_run_init(struct run *run)
{
    run_init(run);
    if (settings_init(&run->settings) != 0 ||
        settings_add_gpg_option(&run->settings, "s2k-count 65536") != 0)
        abort();
    run->settings.seed = INT64_MAX;
    run->settings.armor = true;
    run->program = copy("0.1.0");
    run->started = copy("2026-11-30T21:43:00Z");
    run->finished = copy("2026-11-30T21:43:15Z");
    run->complete = true;
    run->setup_cpu_ns = 123456789;
    fill_machine(&run->machine);
    fill_lists(run);
    fill_cells(run);
}
