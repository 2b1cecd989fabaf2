/* SPDX-License-Identifier: GPL-3.0-or-later */

/* cmd_report: the verb "report": reads a run file and shows it as the run
 * did.  It measures nothing and judges nothing. */
#include "cli/cmd.h"

#include "cli/output.h"
#include "cli/stored.h"
#include "cli/view_options.h"
#include "model/run.h"

#include <string.h>

struct asked {
    struct view_options shown;
    const char *path; /* "-": stdin */
    size_t path_count;
};

static gpg_error_t add_file(void *target, const char *file)
{
    struct asked *asked = target;
    asked->path = file;
    asked->path_count++;
    return 0;
}

static gpg_error_t read_options(struct asked *asked, int argc, char **argv,
                                struct fault *fault)
{
    const struct option_rows part = view_options_rows(&asked->shown);
    const struct option_table table = {&part, 1, add_file, asked};
    const gpg_error_t err = option_table_read(&table, argc, argv, fault);
    if (err || asked->shown.asks_help || asked->shown.asks_version)
        return err;
    return asked->path_count == 1
               ? 0
               : option_complain(fault, "report", "give it one run file");
}

static void print_help(FILE *stream)
{
    const struct option_rows part = view_options_rows(NULL);
    const struct option_table table = {&part, 1, NULL, NULL};
    fputs("Usage: pgpbench report [OPTION]... RUN\n"
          "Show a run file (-: standard input) as the run itself did.\n\n",
          stream);
    option_table_print(&table, stream);
    fputs("\nExit status: 0 the report is written, 2 it is not.\n", stream);
}

static int show(const struct asked *asked, struct say *say, struct fault *fault)
{
    struct run run;
    int status = EXIT_UNUSABLE;
    memset(&run, 0, sizeof run);
    if (!stored_read(asked->path, &run, fault)) {
        const struct subject subject = {.run = &run};
        status = output_show(&asked->shown, &subject, say, fault);
    }
    run_release(&run);
    return status;
}

int cmd_report(int argc, char **argv)
{
    struct asked asked = {.path = NULL};
    struct fault fault = {.what = FAULT_NONE};
    struct say say;
    int status = EXIT_UNUSABLE;
    view_options_init(&asked.shown);
    const gpg_error_t err = read_options(&asked, argc, argv, &fault);
    say_init(&say, stderr, asked.shown.level);
    if (!err && !output_talk(&asked.shown, print_help, &say, &status))
        status = show(&asked, &say, &fault);
    if (fault_is_set(&fault))
        cmd_say_fault(&say, &fault);
    fault_release(&fault);
    view_options_release(&asked.shown);
    return status;
}
