/* SPDX-License-Identifier: GPL-3.0-or-later */

/* sample_run: the record and its variants.  It tests nothing itself. */
#include "sample_run.h"

#include "base/text.h"
#include "model/run.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What a cell takes, at the median; -1: absent. */
struct course {
    enum operation operation;
    uint32_t copies;
    int64_t real_us, gpg_us, agent_us, client_us;
    int64_t entropy_ns, flash_us;
    int64_t output_bytes;
    int64_t gpg_peak_kib;
};

static const struct course courses[] = {
    {OPERATION_START, 1, 2070, 1510, 0, 240, 0, 0, -1, 4980},
    {OPERATION_SIGN, 1, 4690, 2330, 720, 410, 1500, 190, 7209, 6820},
    {OPERATION_VERIFY, 1, 3880, 2810, 0, 350, 0, 120, -1, 6520},
    {OPERATION_ENCRYPT, 1, 4210, 3050, 0, 380, 2600, 170, 7181, 6640},
    {OPERATION_DECRYPT, 1, 6350, 3120, 1980, 430, 0, 260, 17983, 6930},
    {OPERATION_SIGN, 20, 17600, 14900, 740, 920, 1500, 810, 131508, 6900},
    {OPERATION_VERIFY, 20, 7450, 6120, 0, 640, 0, 260, -1, 6560},
    {OPERATION_ENCRYPT, 20, 8630, 7080, 0, 710, 2600, 310, 10451, 6720},
    {OPERATION_DECRYPT, 20, 9940, 5830, 2010, 1160, 0, 440, 359660, 7010},
};

/* Thousandths to add to the median, in the order taken.  Sorted, the middle
 * two are -1 and 1, so the median of an even number of whole rounds through
 * the list is the figure of the course itself. */
static const int64_t wobble[] = {4, -3, 1, 11, -6, 2, -9, 7, -1, -2, 5, -4};

#define WOBBLE_COUNT (sizeof wobble / sizeof *wobble)

static char *copy(const char *string)
{
    char *same = strdup(string);
    assert(same);
    return same;
}

void sample_run_replace(char **string, const char *with)
{
    free(*string);
    *string = with ? copy(with) : NULL;
}

static void set_us(struct sample *sample, enum metric metric, int64_t us,
                   int64_t permille)
{
    if (us >= 0)
        sample_set(sample, metric, us * (1000 + permille));
}

/* The kernel's tick meets gpg in user mode two times out of three, and then
 * all its time counts as user time. */
static void add_sample(struct series *series, const struct course *course,
                       uint32_t round)
{
    const int64_t permille = wobble[round % WOBBLE_COUNT];
    struct sample sample = {.round = round};

    set_us(&sample, METRIC_REAL, course->real_us, permille);
    set_us(&sample, METRIC_GPG_CPU, course->gpg_us, permille);
    set_us(&sample, METRIC_GPG_USER, round % 3 ? course->gpg_us : 0, permille);
    set_us(&sample, METRIC_AGENT_CPU, course->agent_us, permille);
    set_us(&sample, METRIC_CPU,
           course->gpg_us + (course->agent_us > 0 ? course->agent_us : 0),
           permille);
    set_us(&sample, METRIC_CLIENT_CPU, course->client_us, permille);
    sample_set(&sample, METRIC_GPG_PEAK_RSS,
               course->gpg_peak_kib * INT64_C(1024));
    if (course->agent_us >= 0)
        sample_set(&sample, METRIC_AGENT_PEAK_RSS, INT64_C(4300) * 1024);
    if (course->output_bytes >= 0)
        sample_set(&sample, METRIC_OUTPUT, course->output_bytes);
    const gpg_error_t err = series_add(series, &sample);
    assert(!err);
    (void)err;
}

static void add_probed(struct series *series, const struct course *course,
                       uint32_t round)
{
    const int64_t permille = wobble[round % WOBBLE_COUNT];
    struct sample sample = {.round = round, .probed = true};

    set_us(&sample, METRIC_REAL, course->real_us + 130, permille);
    set_us(&sample, METRIC_CPU, course->gpg_us + course->agent_us, permille);
    set_us(&sample, METRIC_CLIENT_CPU, course->client_us, permille);
    sample_set(&sample, METRIC_ENTROPY,
               course->entropy_ns * (1000 + permille) / 1000);
    set_us(&sample, METRIC_FLASH, course->flash_us, permille);
    const gpg_error_t err = series_add(series, &sample);
    assert(!err);
    (void)err;
}

static void fill_machine(struct machine *machine)
{
    machine->system = copy("Linux");
    machine->release = copy("6.1.0-28-amd64");
    machine->arch = copy("x86_64");
    machine->cpu = copy("Intel(R) Xeon(R) Processor @ 2.10GHz");
    machine->cpus = 2;
    machine->memory_bytes = INT64_C(4) << 30;
    machine->governor = copy("performance");
    machine->mhz[0] = 2100;
    machine->mhz[1] = 2095;
    machine->load[0] = 0.12;
    machine->load[1] = 0.9;
    machine->clock_resolution_ns = 1;
    machine->cpu_tick_ns = 4000000;
    machine->work_dir_filesystem = copy("ext4");
}

static void fill_engine(struct run_engine *engine, const char *name)
{
    engine->name = copy(name);
    engine->path = copy("/usr/bin/gpg");
    engine->version = copy("2.2.40");
    engine->agent_version = copy("2.2.40");
    engine->accounting.gpg = copy("reaped");
    engine->accounting.agent = copy("cpuclock");
    engine->accounting.agent_split = copy("procstat");
    engine->agent_user_share = 0.75;
    engine->libgcrypt.version = copy("1.10.1");
    engine->libgcrypt.hwflist =
        copy("intel-cpu:intel-fast-shld:intel-bmi2:intel-ssse3:intel-sse4.1:"
             "intel-pclmul:intel-aesni:intel-rdrand:intel-avx:intel-avx2:"
             "intel-rdtsc");
}

static void fill_scene(struct run *run)
{
    struct run_key *key;
    struct run_fixture *fixture;

    run->program = copy("0.1.0");
    run->started = copy("2026-11-30T21:43:00Z");
    run->finished = copy("2026-11-30T21:43:16Z");
    run->complete = true;
    run->setup_cpu_ns = 1830000000;
    fill_machine(&run->machine);
    const gpg_error_t err = settings_init(&run->settings);
    assert(!err);
    (void)err;
    run->settings.seed = 20010502;
    sample_run_replace(&run->settings.probe, "separate");
    fill_engine(run_add_engine(run), "gpg");
    key = run_add_key(run);
    key->name = copy("dsa1024");
    key->fingerprint = copy("0123456789ABCDEF0123456789ABCDEF01234567");
    key->algorithm = copy("dsa1024");
    key->subkey = copy("elg1024");
    key->origin = copy("imported");
    fixture = run_add_fixture(run);
    fixture->name = copy("COPYING");
    fixture->size_bytes = 17983;
}

static struct series *add_series(struct run *run, uint32_t engine,
                                 const struct course *course)
{
    const bool is_start = course->operation == OPERATION_START;
    const struct cell cell = {.engine = engine,
                              .key = is_start ? CELL_NONE : 0,
                              .fixture = is_start ? CELL_NONE : 0,
                              .copies = course->copies,
                              .operation = course->operation};
    struct series *series = run_add_series(run, &cell);

    assert(series);
    if (is_start)
        return series;
    series->input_bytes = run->fixtures[0].size_bytes * (int64_t)course->copies;
    series->cache = CACHE_COLD;
    if (course->operation == OPERATION_SIGN)
        series->used.digest = copy("SHA1");
    if (course->operation == OPERATION_ENCRYPT)
        series->used.cipher = copy("AES128");
    series->used.compress = copy(course->operation == OPERATION_SIGN ||
                                         course->operation == OPERATION_VERIFY
                                     ? "ZIP"
                                     : "ZLIB");
    series->used.has_armor = true;
    return series;
}

static void add_all(struct run *run, uint32_t plain, uint32_t probed)
{
    for (size_t i = 0; i < sizeof courses / sizeof *courses; i++) {
        struct series *series = add_series(run, 0, &courses[i]);
        for (uint32_t round = 0; round < plain; round++)
            add_sample(series, &courses[i], round);
        for (uint32_t round = 0; round < probed; round++)
            add_probed(series, &courses[i], round);
    }
}

static void make_full(struct run *run)
{
    add_all(run, 24, 6);
}

static void make_disk_full(struct run *run)
{
    make_full(run);
    struct series *series =
        sample_run_find(run, "gpg/dsa1024/decrypt/COPYING/x20");
    series->sample_count = 0;
    sample_run_replace(&run->machine.work_dir_filesystem, "jffs2");
    fault_set(&series->failure, FAULT_DISK_FULL, gpg_error(GPG_ERR_ENOSPC),
              "/mnt/flash/out", "give --work-dir on a larger medium");
}

static void make_single(struct run *run)
{
    sample_run_replace(&run->settings.probe, "never");
    run->settings.max_time_s = 0.1;
    run->machine.load[0] = 1.8;
    run->complete = false;
    add_all(run, 1, 0);
}

static void make_no_agent(struct run *run)
{
    struct run_engine *engine = &run->engines[0];
    struct course course;

    sample_run_replace(&engine->path, "/usr/bin/gpg1");
    sample_run_replace(&engine->version, "1.4.23");
    sample_run_replace(&engine->agent_version, NULL);
    sample_run_replace(&engine->accounting.agent, NULL);
    sample_run_replace(&engine->accounting.agent_split, NULL);
    sample_run_replace(&engine->libgcrypt.version, NULL);
    sample_run_replace(&engine->libgcrypt.hwflist, NULL);
    sample_run_replace(&run->machine.work_dir_filesystem, "tmpfs");
    sample_run_replace(&run->settings.probe, "never");
    for (size_t i = 0; i < sizeof courses / sizeof *courses; i++) {
        course = courses[i];
        course.agent_us = -1;
        struct series *series = add_series(run, 0, &course);
        if (course.operation != OPERATION_START)
            series->cache = CACHE_WARM;
        for (uint32_t round = 0; round < 8; round++)
            add_sample(series, &course, round);
    }
}

/* An empty file signed by two engines, the second one on a long path. */
static void make_two(struct run *run)
{
    fill_engine(run_add_engine(run), "gpg#2");
    sample_run_replace(
        &run->engines[1].path,
        "/home/someone/build/gnupg-2.4.8-with-a-very-long-directory-name-"
        "that-fits-no-line/bin/gpg");
    sample_run_replace(&run->engines[1].version, "2.4.8");
    sample_run_replace(&run->fixtures[0].name, "e0");
    run->fixtures[0].size_bytes = 0;
    for (uint32_t engine = 0; engine < 2; engine++)
        for (uint32_t copies = 1; copies <= 20; copies += 19) {
            struct course course = courses[1];
            course.copies = copies;
            course.output_bytes = 97;
            struct series *series = add_series(run, engine, &course);
            for (uint32_t round = 0; round < 12; round++)
                add_sample(series, &course, round);
        }
}

static void make_empty(struct run *run)
{
    const struct cell cell = {.key = CELL_NONE,
                              .fixture = CELL_NONE,
                              .copies = 1,
                              .operation = OPERATION_SIGN};

    run_release(run);
    run_init(run);
    run_add_engine(run);
    run_add_series(run, &cell);
}

static void (*const makers[])(struct run *run) = {
    [SAMPLE_RUN_FULL] = make_full,     [SAMPLE_RUN_DISK_FULL] = make_disk_full,
    [SAMPLE_RUN_SINGLE] = make_single, [SAMPLE_RUN_NO_AGENT] = make_no_agent,
    [SAMPLE_RUN_TWO] = make_two,       [SAMPLE_RUN_EMPTY] = make_empty,
};

void sample_run_make(enum sample_run which, struct run *run)
{
    run_init(run);
    fill_scene(run);
    makers[which](run);
    run_settle_split(run);
}

struct series *sample_run_find(struct run *run, const char *name)
{
    for (size_t i = 0; i < run->series_count; i++) {
        struct text text = {0};
        cell_name(run, &run->series[i].cell, &text);
        const bool found = strcmp(text_string(&text), name) == 0;
        text_release(&text);
        if (found)
            return &run->series[i];
    }
    abort(); /* a test asks for a cell that it did not make */
}
