/* SPDX-License-Identifier: GPL-3.0-or-later */

/* cmd_compare: the verb "compare": reads run files and shows them side by
 * side.  It measures nothing; what differs is report/compare's to say. */
#include "cli/cmd.h"

#include "base/text.h"
#include "cli/option_value.h"
#include "cli/output.h"
#include "cli/stored.h"
#include "cli/view_options.h"
#include "model/name.h"
#include "model/plan.h"
#include "report/compare.h"
#include "report/fleet.h"

#include <stdlib.h>
#include <string.h>

/* --fail-above was not given. */
#define NEVER (-1.0)

struct asked {
    struct view_options shown;
    struct compare_options options;
    double fail_above_pct;
    bool is_table;
    char *sort; /* owned; NULL: as they are given */
    struct plan_list paths;
};

#define AT(member) offsetof(struct asked, member)

static const struct option_row rows[] = {
    {"noise", 0, "PCT", option_set_margin, AT(options.noise_pct),
     "differences up to PCT are of no interest (1)"},
    {"anyway", 0, NULL, option_set_flag, AT(options.anyway),
     "test cells whose settings or machines differ all the same"},
    {"fail-above", 0, "PCT", option_set_margin, AT(fail_above_pct),
     "exit status 3 if a cell is slower in real by more than PCT, with the "
     "test behind it"},
    {"table", 0, NULL, option_set_flag, AT(is_table),
     "a row for each run, a column for each cell, and no verdicts"},
    {"sort", 0, "KEY", option_set_string, AT(sort),
     "of --table: name, machine, gpg, started, or a cell, such as "
     "sign/COPYING/x1 "
     "(as given)"},
};

struct option_rows cmd_compare_rows(void)
{
    return (struct option_rows){rows, sizeof rows / sizeof *rows, NULL};
}

#define PART_COUNT 2

static struct option_table
table_of(struct asked *asked, struct option_rows parts[PART_COUNT],
         gpg_error_t (*add_file)(void *, const char *))
{
    parts[0] = (struct option_rows){rows, sizeof rows / sizeof *rows, asked};
    parts[1] = view_options_rows(asked ? &asked->shown : NULL);
    return (struct option_table){parts, PART_COUNT, add_file, asked};
}

static gpg_error_t add_file(void *target, const char *file)
{
    struct asked *asked = target;
    return plan_list_add(&asked->paths, file);
}

static gpg_error_t check_paths(const struct plan_list *paths,
                               struct fault *fault)
{
    size_t inputs = 0;
    for (size_t i = 0; i < paths->count; i++)
        inputs += strcmp(paths->item[i], "-") == 0;
    if (paths->count == 0)
        return option_complain(fault, "compare", "give it run files");
    return inputs > 1 ? option_complain(fault, "compare",
                                        "standard input can be read once only")
                      : 0;
}

static gpg_error_t check_format(const struct format_row *format,
                                struct fault *fault)
{
    struct text option = {.bytes = NULL};
    if (format->write_compare)
        return 0;
    text_addf(&option, "--format %s", format->name);
    const gpg_error_t err =
        option_complain(fault, text_string(&option),
                        "a comparison has no such form; it is one of runs");
    text_release(&option);
    return err;
}

static gpg_error_t check_formats(const struct view_options *shown,
                                 struct fault *fault)
{
    gpg_error_t err = check_format(shown->format, fault);
    for (size_t i = 0; !err && i < shown->export_count; i++)
        err = check_format(shown->exports[i].format, fault);
    return err;
}

static gpg_error_t asked_init(struct asked *asked, int argc, char **argv,
                              struct fault *fault)
{
    struct option_rows parts[PART_COUNT];
    const struct option_table table = table_of(asked, parts, add_file);
    *asked = (struct asked){.options = {COMPARE_NOISE_PCT, false},
                            .fail_above_pct = NEVER};
    view_options_init(&asked->shown);
    const gpg_error_t err = option_table_read(&table, argc, argv, fault);
    if (err || asked->shown.asks_help || asked->shown.asks_version)
        return err;
    const gpg_error_t paths_err = check_paths(&asked->paths, fault);
    if (!paths_err && asked->is_table && asked->fail_above_pct >= 0)
        return option_complain(fault, "--fail-above",
                               "--table tests nothing; give one or the other");
    if (!paths_err && asked->sort && !asked->is_table)
        return option_complain(fault, "--sort", "it is for --table");
    return paths_err ? paths_err : check_formats(&asked->shown, fault);
}

static void asked_release(struct asked *asked)
{
    view_options_release(&asked->shown);
    free(asked->paths.item);
    free(asked->sort);
}

static void print_help(FILE *stream)
{
    struct option_rows parts[PART_COUNT];
    const struct option_table table = table_of(NULL, parts, NULL);
    fputs("Usage: pgpbench compare [OPTION]... RUN...\n"
          "Show run files (-: standard input) side by side, the first being "
          "the base; of one\nfile with several engines: its engines.\n\n",
          stream);
    option_table_print(&table, stream);
    fputs("\nExit status: 0 the comparison is written, 2 it is not, 3 a cell "
          "is slower by more\nthan --fail-above allows.\n",
          stream);
}

/* All runs, in the order of their files. */
struct runs {
    struct run *runs;
    size_t count;
};

static gpg_error_t no_memory(struct fault *fault)
{
    return fault_set(fault, FAULT_NO_MEMORY, gpg_error(GPG_ERR_ENOMEM), NULL,
                     NULL);
}

static gpg_error_t read_runs(const struct plan_list *paths, struct runs *runs,
                             struct fault *fault)
{
    gpg_error_t err = 0;
    runs->runs = calloc(paths->count, sizeof *runs->runs);
    if (!runs->runs)
        return no_memory(fault);
    for (; !err && runs->count < paths->count; runs->count++)
        err = stored_read(paths->item[runs->count], &runs->runs[runs->count],
                          fault);
    return err;
}

static void release_runs(struct runs *runs)
{
    for (size_t i = 0; i < runs->count; i++)
        run_release(&runs->runs[i]);
    free(runs->runs);
}

/* The base name of file INDEX, as long as that is no other's too. */
static const char *short_name(const struct plan_list *paths, size_t index)
{
    const char *path = paths->item[index];
    for (size_t i = 0; i < paths->count; i++)
        if (i != index &&
            strcmp(text_base_name(paths->item[i]), text_base_name(path)) == 0)
            return path;
    return text_base_name(path);
}

/* What side ENGINE of file INDEX is called: "old", "old:O2"; of one file only
 * "O2". */
static void add_name(const struct plan_list *paths, const struct runs *runs,
                     size_t index, uint32_t engine, struct text *name)
{
    static const char ending[] = ".json";
    const struct run *run = &runs->runs[index];
    const char *engine_name = run->engines[engine].name;
    const char *file = short_name(paths, index);
    size_t length = strlen(file);
    if (length > strlen(ending) &&
        strcmp(file + length - strlen(ending), ending) == 0)
        length -= strlen(ending);
    if (runs->count > 1)
        text_add_bytes(name, file, length);
    if (runs->count > 1 && run->engine_count > 1)
        text_add(name, ":");
    if (runs->count == 1 || run->engine_count > 1)
        text_add(name, engine_name ? engine_name : "-");
}

static bool is_taken(const void *state, const char *name)
{
    const struct compare *compare = state;
    for (size_t i = 0; i < compare->side_count; i++)
        if (strcmp(compare->sides[i].name, name) == 0)
            return true;
    return false;
}

/* Under a name of its own. */
static gpg_error_t add_side(struct compare *compare, const struct run *run,
                            uint32_t engine, const struct text *name)
{
    char *unique = text_failed(name)
                       ? NULL
                       : name_unique(text_string(name), is_taken, compare);
    const gpg_error_t err = unique ? compare_add(compare, run, engine, unique)
                                   : gpg_error(GPG_ERR_ENOMEM);
    free(unique);
    return err;
}

static gpg_error_t add_sides(const struct plan_list *paths,
                             const struct runs *runs, struct compare *compare)
{
    gpg_error_t err = 0;
    for (size_t i = 0; i < runs->count; i++)
        for (uint32_t e = 0; !err && e < runs->runs[i].engine_count; e++) {
            struct text name = {.bytes = NULL};
            add_name(paths, runs, i, e, &name);
            err = add_side(compare, &runs->runs[i], e, &name);
            text_release(&name);
        }
    return err;
}

/* A run that was stopped before it knew its engine. */
static gpg_error_t check_engines(const struct plan_list *paths,
                                 const struct runs *runs, bool is_table,
                                 struct fault *fault)
{
    for (size_t i = 0; i < runs->count; i++)
        if (runs->runs[i].engine_count == 0)
            return fault_set(fault, FAULT_REFUSED, gpg_error(GPG_ERR_NO_DATA),
                             paths->item[i],
                             "the run has no engine, and so nothing to "
                             "compare");
    if (!is_table && runs->count == 1 && runs->runs[0].engine_count < 2)
        return option_complain(fault, "compare",
                               "one run of one engine is not enough: give it "
                               "another run file, the first being the base");
    return 0;
}

/* What was not comparable has not been found to be in order. */
static void warn_of_unjudged(const struct compare *compare, struct say *say)
{
    size_t count = 0;
    for (size_t p = 0; p < compare->pair_count; p++)
        for (size_t i = 0; i < compare->pairs[p].cell_count; i++) {
            const enum verdict verdict =
                compare->pairs[p].cells[i].figures[COMPARE_REAL].verdict;
            count += verdict == VERDICT_NOT_COMPARABLE ||
                     verdict == VERDICT_NO_FIGURE;
        }
    if (count > 0)
        say_warning(say, "--fail-above could not judge %zu %s, see ? and -",
                    count, count == 1 ? "cell" : "cells");
}

static int judge(const struct asked *asked, const struct compare *compare,
                 struct say *say)
{
    const struct compare_pair *pair = NULL;
    size_t count = 0;
    if (asked->fail_above_pct < 0)
        return EXIT_ALL_MEASURED;
    const struct compare_cell *worst =
        compare_find_slower(compare, asked->fail_above_pct, &pair, &count);
    warn_of_unjudged(compare, say);
    if (!worst)
        return EXIT_ALL_MEASURED;
    const struct contrast *real = &worst->figures[COMPARE_REAL].contrast;
    struct text name = {.bytes = NULL};
    compare_add_cell_name(pair, worst, &name);
    say_error(say,
              "%zu %s slower by more than --fail-above allows, %g %%: the "
              "worst is %s of %s, %.1f %%",
              count, count == 1 ? "cell is" : "cells are",
              asked->fail_above_pct, text_string(&name), pair->other->name,
              100 * (real->ratio - 1));
    text_release(&name);
    return EXIT_SLOWER;
}

static int show_compare(const struct asked *asked, struct compare *compare,
                        struct say *say, struct fault *fault)
{
    const struct subject subject = {.compare = compare};
    if (compare_make(compare, &asked->options) != 0) {
        no_memory(fault);
        return EXIT_UNUSABLE;
    }
    const int status = output_show(&asked->shown, &subject, say, fault);
    return status == EXIT_ALL_MEASURED ? judge(asked, compare, say) : status;
}

static gpg_error_t refuse_sort(const char *sort, gpg_error_t err,
                               struct fault *fault)
{
    if (gpg_err_code(err) == GPG_ERR_ENOMEM)
        return no_memory(fault);
    return fault_set(fault, FAULT_USAGE, 0, "--sort",
                     "%s \"%.60s\"; give name, machine, gpg, started, or the "
                     "end of a cell's name, such as sign/COPYING/x1",
                     gpg_err_code(err) == GPG_ERR_AMBIGUOUS
                         ? "there are several cells"
                         : "there is no cell",
                     sort);
}

static int show_table(const struct asked *asked, const struct compare *compare,
                      struct say *say, struct fault *fault)
{
    struct fleet fleet = {.rows = NULL};
    const struct subject subject = {.fleet = &fleet};
    int status = EXIT_UNUSABLE;
    const gpg_error_t err = fleet_make(&fleet, compare, asked->sort);
    if (err)
        refuse_sort(asked->sort, err, fault);
    else
        status = output_show(&asked->shown, &subject, say, fault);
    fleet_release(&fleet);
    return status;
}

static int show(const struct asked *asked, struct say *say, struct fault *fault)
{
    struct runs runs = {NULL, 0};
    struct compare compare = {.sides = NULL};
    int status = EXIT_UNUSABLE;
    gpg_error_t err = read_runs(&asked->paths, &runs, fault);
    if (!err)
        err = check_engines(&asked->paths, &runs, asked->is_table, fault);
    if (!err && add_sides(&asked->paths, &runs, &compare) != 0)
        err = no_memory(fault);
    if (!err)
        status = asked->is_table ? show_table(asked, &compare, say, fault)
                                 : show_compare(asked, &compare, say, fault);
    compare_release(&compare);
    release_runs(&runs);
    return status;
}

int cmd_compare(int argc, char **argv)
{
    struct asked asked;
    struct fault fault = {.what = FAULT_NONE};
    struct say say;
    int status = EXIT_UNUSABLE;
    const gpg_error_t err = asked_init(&asked, argc, argv, &fault);
    say_init(&say, stderr, asked.shown.level);
    if (!err && !output_talk(&asked.shown, print_help, &say, &status))
        status = show(&asked, &say, &fault);
    if (fault_is_set(&fault))
        cmd_say_fault(&say, &fault);
    fault_release(&fault);
    asked_release(&asked);
    return status;
}
