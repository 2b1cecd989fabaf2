/* SPDX-License-Identifier: GPL-3.0-or-later */

/* cmd_check: the verb "check": asks bench what can be measured here, and
 * shows it. */
#include "cli/cmd.h"

#include "bench/apart.h"
#include "bench/guard.h"
#include "bench/survey.h"
#include "cli/engine_option.h"
#include "cli/option_value.h"
#include "cli/output.h"
#include "cli/survey_view.h"
#include "cli/view_options.h"

#include <stdlib.h>
#include <string.h>

/* A gpg that takes longer here is not one to measure. */
#define TIMEOUT_S 30.0

struct asked {
    struct plan plan;
    struct view_options shown; /* its format is not used */
    char *format;              /* owned */
    bool cleans;
    size_t word_count; /* that are no options */
};

#define AT(member) offsetof(struct asked, member)

static gpg_error_t set_engine(void *target, const struct option_row *row,
                              const char *value)
{
    struct asked *asked = target;
    (void)row;
    return engine_option_read(value, &asked->plan);
}

static const struct option_row rows[] = {
    {"engine", 'e', "[NAME=]GPG[,VAR=VALUE]", set_engine, 0,
     "the gpg to look at (gpg in PATH)"},
    {"work-dir", 0, "DIR", option_set_path, AT(plan.work_dir),
     "where payload and home would be ($TMPDIR)"},
    {"home-dir", 0, "DIR", option_set_path, AT(plan.home_dir),
     "where the home would be, if elsewhere (the work directory)"},
    {"timeout", 0, "S", option_set_seconds, AT(plan.settings.timeout_s),
     "longest one program may take to answer, in seconds (30)"},
    {"clean", 0, NULL, option_set_flag, AT(cleans),
     "end and remove what killed runs have left"},
    {"format", 'f', "text|json", option_set_choice, AT(format),
     "what stdout gets (text)"},
};

struct option_rows cmd_check_rows(void)
{
    return (struct option_rows){rows, sizeof rows / sizeof *rows, NULL};
}

#define PART_COUNT 2

static struct option_table
table_of(struct asked *asked, struct option_rows parts[PART_COUNT],
         gpg_error_t (*add_word)(void *, const char *))
{
    parts[0] = (struct option_rows){rows, sizeof rows / sizeof *rows, asked};
    parts[1] = view_options_talk_rows(asked ? &asked->shown : NULL);
    return (struct option_table){parts, PART_COUNT, add_word, asked};
}

static gpg_error_t count_word(void *target, const char *word)
{
    struct asked *asked = target;
    (void)word;
    asked->word_count++;
    return 0;
}

static gpg_error_t asked_init(struct asked *asked, int argc, char **argv,
                              struct fault *fault)
{
    struct option_rows parts[PART_COUNT];
    const struct option_table table = table_of(asked, parts, count_word);
    memset(asked, 0, sizeof *asked);
    view_options_init(&asked->shown);
    gpg_error_t err = plan_init(&asked->plan);
    if (err)
        return fault_set(fault, FAULT_NO_MEMORY, err, NULL, NULL);
    asked->plan.settings.timeout_s = TIMEOUT_S;
    err = option_table_read(&table, argc, argv, fault);
    if (!err && asked->word_count > 0)
        err = option_complain(fault, "check", "it takes options only");
    if (!err && asked->plan.engine_count > 1)
        err = option_complain(fault, "--engine",
                              "check looks at one gpg at a time");
    return err;
}

static void asked_release(struct asked *asked)
{
    plan_release(&asked->plan);
    view_options_release(&asked->shown);
    free(asked->format);
}

static void print_help(FILE *stream)
{
    struct option_rows parts[PART_COUNT];
    const struct option_table table = table_of(NULL, parts, NULL);
    fputs("Usage: pgpbench check [OPTION]...\n"
          "Say what can be measured on this machine, how exactly, and what is "
          "missing;\nwith --quiet only what is not in order, with --verbose "
          "more of what is.\n\n",
          stream);
    option_table_print(&table, stream);
    fputs("\nExit status: 0 all that is needed works, 1 something is missing, "
          "2 wrong usage,\n128+N ended by signal N.\n",
          stream);
}

static int print(const struct asked *asked, const struct survey *survey,
                 struct output *output, struct say *say)
{
    const bool is_json = asked->format && strcmp(asked->format, "json") == 0;
    const struct survey_view view = {asked->shown.level, output->view.color,
                                     asked->cleans};
    FILE *stream = output->stream;
    output->stream = NULL;
    const gpg_error_t err = is_json
                                ? survey_view_write_json(survey, &view, stream)
                                : survey_view_write_text(survey, &view, stream);
    const int status = output_end(stream, err, "the answer", say);
    if (status != EXIT_ALL_MEASURED)
        return status;
    return survey_is_enough(survey, asked->cleans) ? 0 : EXIT_CELL_FAILED;
}

static int check(const struct asked *asked, struct say *say,
                 struct fault *fault)
{
    struct survey survey = {.leftovers = {NULL, 0}};
    struct output output;
    int status = EXIT_UNUSABLE;
    output_init(&output, &asked->shown);
    gpg_error_t err = apart_from_children();
    guard_catch_signals();
    if (err)
        fault_set(fault, fault_of_error(err), err, NULL, NULL);
    else
        err = output_open(&output, fault);
    if (!err)
        err = survey_take(&survey, &asked->plan, asked->cleans, fault);
    const int number = guard_signal();
    if (number != 0) {
        say_warning(say, "interrupted by signal %d (%s)", number,
                    strsignal(number));
        fault_release(fault);
        status = EXIT_SIGNAL_BASE + number;
    } else if (!err) {
        guard_restore_signals();
        status = print(asked, &survey, &output, say);
    }
    output_release(&output);
    survey_release(&survey);
    return status;
}

int cmd_check(int argc, char **argv)
{
    struct asked asked;
    struct fault fault = {.what = FAULT_NONE};
    struct say say;
    int status = EXIT_UNUSABLE;
    const gpg_error_t err = asked_init(&asked, argc, argv, &fault);
    say_init(&say, stderr, asked.shown.level);
    if (!err && !output_talk(&asked.shown, print_help, &say, &status))
        status = check(&asked, &say, &fault);
    if (fault_is_set(&fault))
        cmd_say_fault(&say, &fault);
    fault_release(&fault);
    asked_release(&asked);
    return status;
}
