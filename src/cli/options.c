/* SPDX-License-Identifier: GPL-3.0-or-later */

/* options: the table of options, and the reading of argv by it. */
#include "cli/options.h"

#include "base/units.h"
#include "cli/option_table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define INVALID gpg_error(GPG_ERR_INV_VALUE)

static gpg_error_t set_string(char **target, const char *value)
{
    char *copy = strdup(value);
    if (!copy)
        return gpg_error(GPG_ERR_ENOMEM);
    free(*target);
    *target = copy;
    return 0;
}

static gpg_error_t set_number(uint32_t *target, const char *value, uint32_t low)
{
    uint64_t number = 0;
    gpg_error_t err = units_parse_count(value, low, 1000000, &number);
    if (!err)
        *target = (uint32_t)number;
    return err;
}

/* [NAME=]GPG[,VAR=VALUE]...; capitals are environment. */
static gpg_error_t set_engine(void *target, const struct option_row *row,
                              const char *value)
{
    struct options *options = target;
    (void)row;
    struct plan *plan = &options->plan;
    char *copy = strdup(value);
    if (!copy)
        return gpg_error(GPG_ERR_ENOMEM);
    /* The pieces live as long as the program, like argv. */
    char *rest = copy;
    char *program = strsep(&rest, ",");
    char *equals = strchr(program, '=');
    if (equals && !memchr(program, '/', (size_t)(equals - program))) {
        *equals = '\0';
        plan->engine_name = program;
        program = equals + 1;
    }
    plan->engine_path = program;
    gpg_error_t err = *program == '\0' || *plan->engine_name == '\0' ||
                              strchr(plan->engine_name, '/')
                          ? INVALID
                          : 0;
    for (char *setting; !err && (setting = strsep(&rest, ","));) {
        const size_t name = strspn(setting, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                                            "0123456789");
        err = name > 0 && setting[name] == '='
                  ? plan_list_add(&plan->engine_environment, setting)
                  : INVALID;
    }
    return err;
}

static gpg_error_t set_key(void *target, const struct option_row *row,
                           const char *value)
{
    struct options *options = target;
    (void)row;
    return *value == '\0' || strchr(value, '/')
               ? INVALID
               : plan_list_add(&options->plan.keys, value);
}

static gpg_error_t set_copies(void *target, const struct option_row *row,
                              const char *value)
{
    struct options *options = target;
    (void)row;
    uint32_t copies[64];
    size_t count = 0;
    gpg_error_t err = 0;
    char *list = strdup(value);
    char *rest = list;
    if (!list)
        return gpg_error(GPG_ERR_ENOMEM);
    for (char *one; !err && (one = strsep(&rest, ","));) {
        err = count < 64 ? units_parse_copies(one, &copies[count]) : INVALID;
        for (size_t i = 0; !err && i < count; i++)
            if (copies[i] == copies[count])
                err = INVALID;
        count++;
    }
    if (!err)
        err = plan_set_copies(&options->plan, copies, count);
    free(list);
    return err;
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

static gpg_error_t set_runs(void *target, const struct option_row *row,
                            const char *value)
{
    struct options *options = target;
    (void)row;
    return set_number(&options->plan.settings.runs, value, 1);
}

static gpg_error_t set_min_runs(void *target, const struct option_row *row,
                                const char *value)
{
    struct options *options = target;
    (void)row;
    return set_number(&options->plan.settings.min_runs, value, 1);
}

static gpg_error_t set_max_runs(void *target, const struct option_row *row,
                                const char *value)
{
    struct options *options = target;
    (void)row;
    return set_number(&options->plan.settings.max_runs, value, 1);
}

static gpg_error_t set_precision(void *target, const struct option_row *row,
                                 const char *value)
{
    struct options *options = target;
    (void)row;
    return units_parse_percent(value, &options->plan.settings.precision_pct);
}

static gpg_error_t set_max_time(void *target, const struct option_row *row,
                                const char *value)
{
    struct options *options = target;
    (void)row;
    return units_parse_seconds(value, &options->plan.settings.max_time_s);
}

static gpg_error_t set_warmup(void *target, const struct option_row *row,
                              const char *value)
{
    struct options *options = target;
    (void)row;
    return set_number(&options->plan.settings.warmup, value, 0);
}

static gpg_error_t set_timeout(void *target, const struct option_row *row,
                               const char *value)
{
    struct options *options = target;
    (void)row;
    return units_parse_seconds(value, &options->plan.settings.timeout_s);
}

static gpg_error_t set_seed(void *target, const struct option_row *row,
                            const char *value)
{
    struct options *options = target;
    (void)row;
    options->has_seed = true;
    return units_parse_count(value, 0, INT64_MAX, &options->plan.settings.seed);
}

static gpg_error_t set_data(void *target, const struct option_row *row,
                            const char *value)
{
    struct options *options = target;
    (void)row;
    return strcmp(value, "file") == 0
               ? set_string(&options->plan.settings.data, value)
               : INVALID;
}

static gpg_error_t set_cache(void *target, const struct option_row *row,
                             const char *value)
{
    struct options *options = target;
    (void)row;
    return strcmp(value, "cold") == 0 || strcmp(value, "warm") == 0
               ? set_string(&options->plan.settings.cache, value)
               : INVALID;
}

static gpg_error_t set_probe(void *target, const struct option_row *row,
                             const char *value)
{
    struct options *options = target;
    (void)row;
    return strcmp(value, "never") == 0
               ? set_string(&options->plan.settings.probe, value)
               : INVALID;
}

static gpg_error_t set_work_dir(void *target, const struct option_row *row,
                                const char *value)
{
    struct options *options = target;
    (void)row;
    options->plan.work_dir = value;
    return *value == '\0' ? INVALID : 0;
}

static gpg_error_t set_format(void *target, const struct option_row *row,
                              const char *value)
{
    struct options *options = target;
    (void)row;
    options->format = format_find(value);
    return options->format ? 0 : INVALID;
}

/* --export-NAME is format NAME to a file. */
static gpg_error_t set_export(void *target, const struct option_row *row,
                              const char *value)
{
    struct options *options = target;
    struct options_export *grown =
        realloc(options->exports,
                (options->export_count + 1) * sizeof *options->exports);
    if (!grown)
        return gpg_error(GPG_ERR_ENOMEM);
    options->exports = grown;
    grown[options->export_count++] = (struct options_export){
        format_find(row->name + strlen("export-")), value};
    return 0;
}

static gpg_error_t set_unit(void *target, const struct option_row *row,
                            const char *value)
{
    struct options *options = target;
    (void)row;
    options->view.unit = units_find_time(value);
    return options->view.unit ? 0 : INVALID;
}

static gpg_error_t set_color(void *target, const struct option_row *row,
                             const char *value)
{
    struct options *options = target;
    (void)row;
    options->color = value;
    return strcmp(value, "auto") == 0 || strcmp(value, "always") == 0 ||
                   strcmp(value, "never") == 0
               ? 0
               : INVALID;
}

static gpg_error_t set_verbose(void *target, const struct option_row *row,
                               const char *value)
{
    struct options *options = target;
    (void)row;
    (void)value;
    options->level = SAY_VERBOSE;
    return 0;
}

static gpg_error_t set_quiet(void *target, const struct option_row *row,
                             const char *value)
{
    struct options *options = target;
    (void)row;
    (void)value;
    options->level = SAY_QUIET;
    return 0;
}

static gpg_error_t set_help(void *target, const struct option_row *row,
                            const char *value)
{
    struct options *options = target;
    (void)row;
    (void)value;
    options->asks_help = true;
    return 0;
}

static gpg_error_t set_version(void *target, const struct option_row *row,
                               const char *value)
{
    struct options *options = target;
    (void)row;
    (void)value;
    options->asks_version = true;
    return 0;
}

static const struct option_row rows[] = {
    {"engine", 'e', "[NAME=]GPG[,VAR=VALUE]", set_engine,
     "the gpg to measure (gpg in PATH)"},
    {"key", 'k', "NAME", set_key, "a test key of keys/, repeatable (dsa1024)"},
    {"generate", 'g', "ALGO", NULL, NULL},
    {"copies", 'x', "N[,N]", set_copies,
     "sizes: the file N times over, as one file (1,20)"},
    {"only", 'o', "OP[,OP]", set_only,
     "operations: start, sign, verify, encrypt, decrypt (all)"},
    {"runs", 'r', "N", set_runs, "exactly N samples a cell"},
    {"min-runs", 'm', "N", set_min_runs, "else: at least N samples (6)"},
    {"max-runs", 'M', "N", set_max_runs, "and at most N (60)"},
    {"precision", 0, "PCT", set_precision,
     "until the 95 % interval is within PCT of the median (3)"},
    {"max-time", 0, "S", set_max_time,
     "or the measuring has taken S seconds (15)"},
    {"warmup", 'w', "N", set_warmup, "uncounted rounds first (1)"},
    {"timeout", 0, "S", set_timeout,
     "longest one operation may take, in seconds (300)"},
    {"data", 0, "file", set_data, "payload in files of the work directory"},
    {"cache", 0, "cold|warm", set_cache,
     "whether the input is evicted from the cache first (cold)"},
    {"pool", 0, "warm|cold", NULL, NULL},
    {"work-dir", 0, "DIR", set_work_dir,
     "where payload and home are: the medium under test ($TMPDIR)"},
    {"home-dir", 0, "DIR", NULL, NULL},
    {"import", 0, "FILE", NULL, NULL},
    {"cipher", 0, "A", NULL, NULL},
    {"digest", 0, "A", NULL, NULL},
    {"compress", 0, "A", NULL, NULL},
    {"armor", 0, NULL, NULL, NULL},
    {"gpg-option", 0, "LINE", NULL, NULL},
    {"probe", 0, "never", set_probe, "whether the probe is loaded (never)"},
    {"seed", 0, "N", set_seed, "order of the cells (from the clock)"},
    {"format", 'f', "NAME", set_format, "what stdout gets: text, json (text)"},
    {"export-json", 0, "FILE", set_export, "the run file, to FILE"},
    {"export-text", 0, "FILE", set_export, "the report, to FILE"},
    {"budget", 0, NULL, NULL, NULL},
    {"time-unit", 'u', "UNIT", set_unit, "ns, us, ms, s (what fits)"},
    {"color", 0, "WHEN", set_color, "auto, always, never (auto)"},
    {"verbose", 'v', NULL, set_verbose, "say more"},
    {"quiet", 'q', NULL, set_quiet, "say only errors"},
    {"help", 'h', NULL, set_help, "print this and exit"},
    {"version", 'V', NULL, set_version, "print the version and exit"},
};
#define ROW_COUNT (sizeof rows / sizeof rows[0])

/* Options that contradict each other. */
static gpg_error_t check_together(const struct options *options,
                                  struct fault *fault)
{
    const struct settings *settings = &options->plan.settings;
    if (settings->min_runs > settings->max_runs)
        return option_complain(fault, "--min-runs",
                               "it is more than --max-runs allows");
    return 0;
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

gpg_error_t options_init(struct options *options, int argc, char **argv,
                         struct fault *fault)
{
    const struct option_table table = {rows, ROW_COUNT, options, add_file};
    memset(options, 0, sizeof *options);
    options->level = SAY_NORMAL;
    options->color = "auto";
    options->format = format_find("text");
    gpg_error_t err = plan_init(&options->plan);
    if (err)
        return fault_set(fault, FAULT_NO_MEMORY, err, NULL, NULL);
    err = option_table_read(&table, argc, argv, fault);
    if (!err)
        err = check_together(options, fault);
    if (!err && !options->has_seed)
        options->plan.settings.seed = seed_from_clock();
    return err;
}

void options_print_help(FILE *stream)
{
    const struct option_table table = {rows, ROW_COUNT, NULL, NULL};
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
    free(options->exports);
    memset(options, 0, sizeof *options);
}
