/* SPDX-License-Identifier: GPL-3.0-or-later */

/* options: the table of options, and the reading of argv by it. */
#include "cli/options.h"

#include "bench/own_option.h"
#include "cli/engine_option.h"
#include "cli/option_value.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define INVALID         gpg_error(GPG_ERR_INV_VALUE)
#define AT(member)      offsetof(struct options, member)
#define SETTING(member) AT(plan.settings.member)

/* Before the options are read; no option can set it. */
#define SEED_NOT_GIVEN UINT64_MAX

static gpg_error_t set_engine(void *target, const struct option_row *row,
                              const char *value)
{
    struct options *options = target;
    (void)row;
    return engine_option_read(value, &options->plan);
}

static gpg_error_t add_gpg_option(void *target, const struct option_row *row,
                                  const char *value)
{
    struct options *options = target;
    (void)row;
    return *value == '\0' || strchr(value, '\n')
               ? INVALID
               : settings_add_gpg_option(&options->plan.settings, value);
}

static gpg_error_t set_only(void *target, const struct option_row *row,
                            const char *value)
{
    struct options *options = target;
    (void)row;
    gpg_error_t err = 0;
    char *list = strdup(value);
    char *rest = list;
    if (!list)
        return gpg_error(GPG_ERR_ENOMEM);
    memset(options->plan.operations, 0, sizeof options->plan.operations);
    for (char *name; !err && (name = strsep(&rest, ","));) {
        const enum operation operation = operation_find(name);
        if (operation == OPERATION_COUNT)
            err = INVALID;
        else
            options->plan.operations[operation] = true;
    }
    free(list);
    return err;
}

static const struct option_row rows[] = {
    {"engine", 'e', "[NAME=]GPG[,VAR=VALUE]", set_engine, 0,
     "a gpg to measure, in its own environment; hwf=none: without hardware "
     "features; repeatable (gpg in PATH)"},
    {"key", 'k', "NAME|FILE", option_add_word, AT(plan.keys),
     "a test key of keys/, or a secret key file; repeatable (dsa1024)"},
    {"generate", 'g', "ALGO", option_add_word, AT(plan.generate),
     "time making a key: rsa1024, dsa1024/elg1024, ed25519; repeatable"},
    {"copies", 'x', "N[,N]", option_set_copies, AT(plan),
     "sizes: the file N times over, as one file (1,20)"},
    {"only", 'o', "OP[,OP]", set_only, 0,
     "start, generate, sign, verify, encrypt, decrypt (all)"},
    {"runs", 'r', "N", option_set_count, SETTING(runs),
     "exactly N samples a cell"},
    {"min-runs", 'm', "N", option_set_count, SETTING(min_runs),
     "else: at least N samples (6)"},
    {"max-runs", 'M', "N", option_set_count, SETTING(max_runs),
     "and at most N (60)"},
    {"precision", 0, "PCT", option_set_percent, SETTING(precision_pct),
     "until the 95 % interval is within PCT of the median (3)"},
    {"max-time", 0, "S", option_set_seconds, SETTING(max_time_s),
     "or the measuring has taken S seconds (15)"},
    {"warmup", 'w', "N", option_set_number, SETTING(warmup),
     "uncounted rounds first (1)"},
    {"timeout", 0, "S", option_set_seconds, SETTING(timeout_s),
     "longest one operation may take, in seconds (300)"},
    {"data", 0, "file|memory", option_set_choice, SETTING(data),
     "payload in files of the work directory, or in memory (file)"},
    {"cache", 0, "cold|warm", option_set_choice, SETTING(cache),
     "whether the input is evicted from the cache first (cold)"},
    {"pool", 0, "warm|cold", option_set_choice, SETTING(pool),
     "whether seed file and agent are fresh before each operation (warm)"},
    {"work-dir", 0, "DIR", option_set_path, AT(plan.work_dir),
     "where payload and home are: the medium under test ($TMPDIR)"},
    {"home-dir", 0, "DIR", option_set_path, AT(plan.home_dir),
     "where the home is, if elsewhere (the work directory)"},
    {"import", 0, "FILE", option_add_word, AT(plan.imports),
     "public keys to put beside the test key; repeatable"},
    {"cipher", 0, "A", option_set_algorithm, SETTING(cipher),
     "cipher algorithm (AES128)"},
    {"digest", 0, "A", option_set_algorithm, SETTING(digest),
     "digest algorithm (SHA1 for DSA-1024, else SHA256)"},
    {"compress", 0, "A", option_set_algorithm, SETTING(compress),
     "none, zip, zlib, bzip2 (what gpg does by itself)"},
    {"armor", 0, NULL, option_set_flag, SETTING(armor),
     "ASCII armor, not binary"},
    {"append", 0, "FILE", option_set_path, AT(append),
     "add the run to a file of runs, for compare --since"},
    {"gpg-option", 0, "LINE", add_gpg_option, 0,
     "a further line of gpg.conf; repeatable"},
    {"probe", 0, "separate|always|never", option_set_choice, SETTING(probe),
     "rounds with the probe: beside plain ones, only, none (separate)"},
    {"seed", 0, "N", option_set_seed, SETTING(seed),
     "order of the cells (from the clock)"},
};

/* Whether OPERATION is the only one asked for. */
static bool has_only(const struct plan *plan, enum operation operation)
{
    for (int o = 0; o < OPERATION_COUNT; o++)
        if (plan->operations[o] != (o == (int)operation))
            return false;
    return true;
}

/* A default yields to what was given: 0 is neither. */
static void settle_runs(struct settings *settings, uint32_t least,
                        uint32_t most)
{
    const uint32_t given_least = settings->min_runs;
    const uint32_t given_most = settings->max_runs;
    if (given_least == 0)
        settings->min_runs =
            given_most != 0 && given_most < least ? given_most : least;
    if (given_most == 0)
        settings->max_runs = given_least > most ? given_least : most;
}

/* A line that would come between GPGME and gpg. */
static gpg_error_t check_gpg_options(const struct settings *settings,
                                     struct fault *fault)
{
    for (size_t i = 0; i < settings->gpg_option_count; i++) {
        const char *reason = own_option_reason(settings->gpg_options[i]);
        if (reason)
            return fault_set(fault, FAULT_USAGE, 0, "--gpg-option",
                             "\"%.60s\" %s; see --help",
                             settings->gpg_options[i], reason);
    }
    return 0;
}

/* Options that contradict each other. */
static gpg_error_t check_together(const struct options *options,
                                  struct fault *fault)
{
    const struct settings *settings = &options->plan.settings;
    if (settings->runs == 0 && settings->min_runs > settings->max_runs)
        return fault_set(fault, FAULT_USAGE, 0, "--min-runs",
                         "%" PRIu32 " is more than --max-runs allows, %" PRIu32
                         "; see --help",
                         settings->min_runs, settings->max_runs);
    if (options->plan.engine_count > PLAN_ENGINES_MAX)
        return fault_set(fault, FAULT_USAGE, 0, "--engine",
                         "%zu are more than can be measured side by side, "
                         "%d; see --help",
                         options->plan.engine_count, PLAN_ENGINES_MAX);
    if (has_only(&options->plan, OPERATION_GENERATE) &&
        options->plan.generate.count == 0)
        return option_complain(fault, "--only",
                               "generate needs --generate ALGO");
    return check_gpg_options(settings, fault);
}

static uint64_t seed_from_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec * 1000000U + (uint64_t)now.tv_nsec / 1000U) %
           1000000U;
}

static gpg_error_t add_file(void *target, const char *file)
{
    struct options *options = target;
    return plan_list_add(&options->plan.files, file);
}

/* The run's own options, then those of every report. */
#define PART_COUNT 2

struct option_rows options_rows(struct options *options)
{
    return (struct option_rows){rows, sizeof rows / sizeof *rows, options};
}

static struct option_table table_of(struct options *options,
                                    struct option_rows parts[PART_COUNT])
{
    parts[0] = options_rows(options);
    parts[1] = view_options_rows(options ? &options->shown : NULL);
    return (struct option_table){parts, PART_COUNT, add_file, options};
}

gpg_error_t options_init(struct options *options, int argc, char **argv,
                         struct fault *fault)
{
    struct option_rows parts[PART_COUNT];
    const struct option_table table = table_of(options, parts);
    memset(options, 0, sizeof *options);
    view_options_init(&options->shown);
    gpg_error_t err = plan_init(&options->plan);
    if (err)
        return fault_set(fault, FAULT_NO_MEMORY, err, NULL, NULL);
    struct settings *settings = &options->plan.settings;
    const struct settings preset = *settings;
    settings->seed = SEED_NOT_GIVEN;
    settings->min_runs = 0;
    settings->max_runs = 0;
    err = option_table_read(&table, argc, argv, fault);
    settle_runs(settings, preset.min_runs, preset.max_runs);
    if (!err)
        err = check_together(options, fault);
    if (settings->seed == SEED_NOT_GIVEN)
        settings->seed = seed_from_clock();
    return err;
}

void options_print_help(FILE *stream)
{
    struct option_rows parts[PART_COUNT];
    const struct option_table table = table_of(NULL, parts);
    fputs("Usage: pgpbench [run] [OPTION]... [FILE]...\n"
          "Time OpenPGP operations on each FILE (none: the installed "
          "COPYING).\n\n",
          stream);
    option_table_print(&table, stream);
    fputs("\nExit status: 0 all measured, 1 a cell failed, 2 nothing could "
          "be measured,\n128+N ended by signal N.\n",
          stream);
}

void options_release(struct options *options)
{
    plan_release(&options->plan);
    view_options_release(&options->shown);
    memset(options, 0, sizeof *options);
}
