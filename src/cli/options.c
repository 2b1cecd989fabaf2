/* SPDX-License-Identifier: GPL-3.0-or-later */

/* options: the table of options, and the reading of argv by it. */
#include "cli/options.h"

#include "base/text.h"
#include "base/units.h"

#include <getopt.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define INVALID gpg_error(GPG_ERR_INV_VALUE)

/* Setters take the option's argument into OPTIONS; GPG_ERR_INV_VALUE means
 * that it is not what the row says it should be. */
typedef gpg_error_t setter(struct options *options, const char *value);

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
static gpg_error_t set_engine(struct options *options, const char *value)
{
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

static gpg_error_t set_key(struct options *options, const char *value)
{
    return *value == '\0' || strchr(value, '/')
               ? INVALID
               : plan_list_add(&options->plan.keys, value);
}

static gpg_error_t set_copies(struct options *options, const char *value)
{
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

static gpg_error_t set_only(struct options *options, const char *value)
{
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

static gpg_error_t set_runs(struct options *options, const char *value)
{
    return set_number(&options->plan.settings.runs, value, 1);
}

static gpg_error_t set_min_runs(struct options *options, const char *value)
{
    return set_number(&options->plan.settings.min_runs, value, 1);
}

static gpg_error_t set_max_runs(struct options *options, const char *value)
{
    return set_number(&options->plan.settings.max_runs, value, 1);
}

static gpg_error_t set_precision(struct options *options, const char *value)
{
    return units_parse_percent(value, &options->plan.settings.precision_pct);
}

static gpg_error_t set_max_time(struct options *options, const char *value)
{
    return units_parse_seconds(value, &options->plan.settings.max_time_s);
}

static gpg_error_t set_warmup(struct options *options, const char *value)
{
    return set_number(&options->plan.settings.warmup, value, 0);
}

static gpg_error_t set_timeout(struct options *options, const char *value)
{
    return units_parse_seconds(value, &options->plan.settings.timeout_s);
}

static gpg_error_t set_seed(struct options *options, const char *value)
{
    options->has_seed = true;
    return units_parse_count(value, 0, INT64_MAX, &options->plan.settings.seed);
}

static gpg_error_t set_data(struct options *options, const char *value)
{
    return strcmp(value, "file") == 0
               ? set_string(&options->plan.settings.data, value)
               : INVALID;
}

static gpg_error_t set_cache(struct options *options, const char *value)
{
    return strcmp(value, "cold") == 0 || strcmp(value, "warm") == 0
               ? set_string(&options->plan.settings.cache, value)
               : INVALID;
}

static gpg_error_t set_probe(struct options *options, const char *value)
{
    return strcmp(value, "never") == 0
               ? set_string(&options->plan.settings.probe, value)
               : INVALID;
}

static gpg_error_t set_work_dir(struct options *options, const char *value)
{
    options->plan.work_dir = value;
    return *value == '\0' ? INVALID : 0;
}

static gpg_error_t set_format(struct options *options, const char *value)
{
    options->format = format_find(value);
    return options->format ? 0 : INVALID;
}

static gpg_error_t set_unit(struct options *options, const char *value)
{
    options->view.unit = units_find_time(value);
    return options->view.unit ? 0 : INVALID;
}

static gpg_error_t set_color(struct options *options, const char *value)
{
    options->color = value;
    return strcmp(value, "auto") == 0 || strcmp(value, "always") == 0 ||
                   strcmp(value, "never") == 0
               ? 0
               : INVALID;
}

static gpg_error_t set_verbose(struct options *options, const char *value)
{
    (void)value;
    options->level = SAY_VERBOSE;
    return 0;
}

static gpg_error_t set_quiet(struct options *options, const char *value)
{
    (void)value;
    options->level = SAY_QUIET;
    return 0;
}

static gpg_error_t set_help(struct options *options, const char *value)
{
    (void)value;
    options->asks_help = true;
    return 0;
}

static gpg_error_t set_version(struct options *options, const char *value)
{
    (void)value;
    options->asks_version = true;
    return 0;
}

static const struct option_row {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* NULL: it takes none */
    setter *set;          /* NULL: not built yet, refused by name */
    const char *what;     /* for the help */
} rows[] = {
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
    {"budget", 0, NULL, NULL, NULL},
    {"time-unit", 'u', "UNIT", set_unit, "ns, us, ms, s (what fits)"},
    {"color", 0, "WHEN", set_color, "auto, always, never (auto)"},
    {"verbose", 'v', NULL, set_verbose, "say more"},
    {"quiet", 'q', NULL, set_quiet, "say only errors"},
    {"help", 'h', NULL, set_help, "print this and exit"},
    {"version", 'V', NULL, set_version, "print the version and exit"},
};
#define ROW_COUNT (sizeof rows / sizeof rows[0])

/* getopt_long returns these for the rows and, behind them, the exports. */
#define CODE_BASE 1000

/* What getopt_long wants, made from the tables. */
struct getopt_tables {
    struct option *longs;
    struct text shorts;
    struct text names; /* "export-text", NUL, "export-json", NUL, … */
};

static size_t format_count(void)
{
    size_t count = 0;
    while (format_at(count))
        count++;
    return count;
}

static gpg_error_t tables_init(struct getopt_tables *tables)
{
    const size_t formats = format_count();
    tables->longs = calloc(ROW_COUNT + formats + 1, sizeof *tables->longs);
    text_add(&tables->shorts, ":");
    for (size_t i = 0; i < ROW_COUNT && tables->longs; i++) {
        tables->longs[i].name = rows[i].name;
        tables->longs[i].has_arg =
            rows[i].argument ? required_argument : no_argument;
        tables->longs[i].val = CODE_BASE + (int)i;
        if (rows[i].letter != 0)
            text_addf(&tables->shorts, "%c%s", rows[i].letter,
                      rows[i].argument ? ":" : "");
    }
    for (size_t i = 0; i < formats; i++) {
        text_addf(&tables->names, "export-%s", format_at(i)->name);
        text_add_bytes(&tables->names, "", 1);
    }
    if (!tables->longs || text_failed(&tables->names) ||
        text_failed(&tables->shorts))
        return gpg_error(GPG_ERR_ENOMEM);
    const char *name = text_string(&tables->names);
    for (size_t i = 0; i < formats; i++, name += strlen(name) + 1) {
        tables->longs[ROW_COUNT + i].name = name;
        tables->longs[ROW_COUNT + i].has_arg = required_argument;
        tables->longs[ROW_COUNT + i].val = CODE_BASE + (int)(ROW_COUNT + i);
    }
    return 0;
}

static void tables_release(struct getopt_tables *tables)
{
    free(tables->longs);
    text_release(&tables->shorts);
    text_release(&tables->names);
}

static gpg_error_t add_export(struct options *options, size_t format,
                              const char *path)
{
    struct options_export *grown =
        realloc(options->exports,
                (options->export_count + 1) * sizeof *options->exports);
    if (!grown)
        return gpg_error(GPG_ERR_ENOMEM);
    options->exports = grown;
    grown[options->export_count++] =
        (struct options_export){format_at(format), path};
    return 0;
}

static gpg_error_t complain(struct fault *fault, const char *option,
                            const char *advice)
{
    return fault_set(fault, FAULT_USAGE, 0, option, "%s; see --help", advice);
}

/* Carry out row INDEX with VALUE. */
static gpg_error_t apply_row(struct options *options, size_t index,
                             const char *value, struct fault *fault)
{
    const struct option_row *row = &rows[index];
    struct text name = {.bytes = NULL};
    gpg_error_t err = 0;
    text_addf(&name, "--%s", row->name);
    if (!row->set) {
        err = complain(fault, text_string(&name),
                       "this version does not have it yet");
    } else {
        err = row->set(options, value);
        if (err && gpg_err_code(err) == GPG_ERR_INV_VALUE)
            err = fault_set(fault, FAULT_USAGE, 0, text_string(&name),
                            "\"%.60s\" is not %s (%s); see --help", value,
                            row->argument, row->what);
        else if (err)
            err = fault_set(fault, FAULT_NO_MEMORY, err, NULL, NULL);
    }
    text_release(&name);
    return err;
}

static size_t row_of_letter(int letter)
{
    size_t i = 0;
    while (i < ROW_COUNT && rows[i].letter != letter)
        i++;
    return i;
}

static gpg_error_t read_arguments(struct options *options, int argc,
                                  char **argv,
                                  const struct getopt_tables *tables,
                                  struct fault *fault)
{
    gpg_error_t err = 0;
    int code = 0;
    opterr = 0;
    while (!err && (code = getopt_long(argc, argv, text_string(&tables->shorts),
                                       tables->longs, NULL)) != -1) {
        if (code == '?' || code == ':') {
            err = complain(fault, argv[optind - 1],
                           code == '?' ? "there is no such option"
                                       : "its argument is missing");
            break;
        }
        const size_t index = code >= CODE_BASE ? (size_t)(code - CODE_BASE)
                                               : row_of_letter(code);
        err = index < ROW_COUNT
                  ? apply_row(options, index, optarg, fault)
                  : add_export(options, index - ROW_COUNT, optarg);
    }
    for (int i = optind; !err && i < argc; i++)
        err = plan_list_add(&options->plan.files, argv[i]);
    return err;
}

/* Options that contradict each other. */
static gpg_error_t check_together(const struct options *options,
                                  struct fault *fault)
{
    const struct settings *settings = &options->plan.settings;
    if (settings->min_runs > settings->max_runs)
        return complain(fault, "--min-runs",
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

gpg_error_t options_init(struct options *options, int argc, char **argv,
                         struct fault *fault)
{
    struct getopt_tables tables = {.longs = NULL};
    memset(options, 0, sizeof *options);
    options->level = SAY_NORMAL;
    options->color = "auto";
    options->format = format_find("text");
    gpg_error_t err = plan_init(&options->plan);
    if (!err)
        err = tables_init(&tables);
    if (!err)
        err = read_arguments(options, argc, argv, &tables, fault);
    if (!err)
        err = check_together(options, fault);
    if (!err && !options->has_seed)
        options->plan.settings.seed = seed_from_clock();
    if (err && !fault_is_set(fault))
        fault_set(fault, FAULT_NO_MEMORY, err, NULL, NULL);
    tables_release(&tables);
    return err;
}

/* One option: what is longer than its column gets a line of its own. */
static void print_row(FILE *stream, const struct option_row *row)
{
    const int column = 22;
    int width = row->letter ? fprintf(stream, "  -%c, ", row->letter)
                            : fprintf(stream, "      ");
    width += fprintf(stream, "--%s%s%s", row->name, row->argument ? " " : "",
                     row->argument ? row->argument : "");
    if (width >= column) {
        fputc('\n', stream);
        width = 0;
    }
    fprintf(stream, "%*s%s\n", column - width, "", row->what);
}

void options_print_help(FILE *stream)
{
    fputs("Usage: pgpbench [run] [OPTION]... [FILE]...\n"
          "Time OpenPGP operations on each FILE (none: the installed "
          "COPYING).\n\n",
          stream);
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].set)
            print_row(stream, &rows[i]);
    for (size_t i = 0; format_at(i); i++)
        fprintf(stream, "      --export-%s FILE\n%22s%s, to FILE\n",
                format_at(i)->name, "", format_at(i)->what);
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
