/* SPDX-License-Identifier: GPL-3.0-or-later */

/* cmd_compare: the verb "compare": reads run files and shows them side by
 * side.  It measures nothing; what differs is report/compare's to say. */
#include "cli/cmd.h"

#include "base/text.h"
#include "cli/option_value.h"
#include "cli/output.h"
#include "cli/sides.h"
#include "cli/view_options.h"
#include "model/plan.h"
#include "model/run.h"
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
    char *sort;  /* owned; NULL: as they are given */
    char *since; /* owned; NULL: no drift */
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
    {"since", 0, "N|DATE", option_set_string, AT(since),
     "of one file of runs (run --append): how each cell moved over the last N, "
     "or since 2026-12-01"},
    {"table", 0, NULL, option_set_flag, AT(is_table),
     "a row for each run, a column for each cell, and no verdicts"},
    {"sort", 0, "KEY", option_set_string, AT(sort),
     "of --table: name, machine, gpg, libgcrypt, started, or a cell, such as "
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

/* Options that contradict each other. */
static gpg_error_t check_together(struct asked *asked, struct fault *fault)
{
    const gpg_error_t err = check_paths(&asked->paths, fault);
    if (err)
        return err;
    if (asked->is_table && asked->fail_above_pct >= 0)
        return option_complain(fault, "--fail-above",
                               "--table tests nothing; give one or the other");
    if (asked->sort && !asked->is_table)
        return option_complain(fault, "--sort", "it is for --table");
    if (asked->since && asked->paths.count != 1)
        return option_complain(fault, "--since", "it is for one file of runs");
    asked->options.by_engine = asked->since && !asked->is_table;
    return check_formats(&asked->shown, fault);
}

static gpg_error_t asked_init(struct asked *asked, int argc, char **argv,
                              struct fault *fault)
{
    struct option_rows parts[PART_COUNT];
    const struct option_table table = table_of(asked, parts, add_file);
    *asked = (struct asked){.options = {.noise_pct = COMPARE_NOISE_PCT},
                            .fail_above_pct = NEVER};
    view_options_init(&asked->shown);
    const gpg_error_t err = option_table_read(&table, argc, argv, fault);
    if (err || asked->shown.asks_help || asked->shown.asks_version)
        return err;
    return check_together(asked, fault);
}

static void asked_release(struct asked *asked)
{
    view_options_release(&asked->shown);
    free(asked->paths.item);
    free(asked->sort);
    free(asked->since);
}

static void print_help(FILE *stream)
{
    struct option_rows parts[PART_COUNT];
    const struct option_table table = table_of(NULL, parts, NULL);
    fputs("Usage: pgpbench compare [OPTION]... RUN...\n"
          "Show run files (-: standard input) side by side, the first being "
          "the base;\nof one file with several engines: its engines.\n\n",
          stream);
    option_table_print(&table, stream);
    fputs("\nExit status: 0 the comparison is written, 2 it is not,\n"
          "3 a cell is slower by more than --fail-above allows.\n",
          stream);
}

/* A run that was stopped before it knew its engine has nothing to compare. */
static gpg_error_t check_engines(const struct sides *sides, bool is_table,
                                 struct fault *fault)
{
    size_t engines = 0;
    for (size_t i = 0; i < sides->count; i++)
        for (size_t r = 0; r < sides->files[i].count; r++) {
            const size_t count = sides->files[i].runs[r].engine_count;
            if (count == 0)
                return fault_set(fault, FAULT_USAGE, gpg_error(GPG_ERR_NO_DATA),
                                 sides->paths->item[i],
                                 "the run has no engine, and so nothing to "
                                 "compare");
            engines += count;
        }
    if (!is_table && engines < 2)
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
        fault_no_memory(fault);
        return EXIT_UNUSABLE;
    }
    const int status = output_show(&asked->shown, &subject, say, fault);
    return status == EXIT_ALL_MEASURED ? judge(asked, compare, say) : status;
}

static gpg_error_t refuse_sort(const char *sort, gpg_error_t err,
                               struct fault *fault)
{
    if (gpg_err_code(err) == GPG_ERR_ENOMEM)
        return fault_no_memory(fault);
    return fault_set(
        fault, FAULT_USAGE, 0, "--sort",
        "%s \"%.60s\"; give name, machine, gpg, libgcrypt, started, or the "
        "end of a cell's name, such as sign/COPYING/x1",
        gpg_err_code(err) == GPG_ERR_AMBIGUOUS ? "there are several cells"
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
    struct sides sides;
    struct compare compare = {.sides = NULL};
    int status = EXIT_UNUSABLE;
    gpg_error_t err = sides_read(&sides, &asked->paths, fault);
    if (!err && asked->since)
        err = sides_keep_since(&sides, asked->since, fault);
    if (!err)
        err = check_engines(&sides, asked->is_table, fault);
    if (!err)
        err = sides_add(&sides, &compare, fault);
    if (!err)
        status = asked->is_table ? show_table(asked, &compare, say, fault)
                                 : show_compare(asked, &compare, say, fault);
    compare_release(&compare);
    sides_release(&sides);
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
