/* SPDX-License-Identifier: GPL-3.0-or-later */

/* cmd: the verbs, one function each, and what a program may end with. */
#ifndef PGPBENCH_CLI_CMD_H
#define PGPBENCH_CLI_CMD_H

#include "cli/option_table.h"

struct fault;
struct say;

enum exit_status {
    EXIT_ALL_MEASURED = 0,
    EXIT_CELL_FAILED = 1,
    EXIT_UNUSABLE = 2,
    EXIT_SLOWER = 3,
    EXIT_SIGNAL_BASE = 128
};

/* Time operations on files.  ARGV[0] is skipped.  Returns the exit status. */
int cmd_run(int argc, char **argv);

/* Show a run file as the run itself did.  ARGV[0] is skipped.  Returns 0 once
 * the report is written, even if cells have failed: that was the run's news;
 * EXIT_UNUSABLE where there is nothing to show or no place to write. */
int cmd_report(int argc, char **argv);

/* Show run files side by side.  ARGV[0] is skipped.  Returns 0 once that is
 * written, EXIT_SLOWER where --fail-above says so, or EXIT_UNUSABLE. */
int cmd_compare(int argc, char **argv);

/* Print a table of what there is.  ARGV[0] is skipped.  Returns 0 or
 * EXIT_UNUSABLE. */
int cmd_list(int argc, char **argv);

/* Say what can be measured here, and what is missing.  ARGV[0] is skipped.
 * Returns 0 if all that is needed works, 1 if not, or EXIT_UNUSABLE. */
int cmd_check(int argc, char **argv);

/* The options of run, check and compare alone, to look at only. */
struct option_rows cmd_run_rows(void);
struct option_rows cmd_check_rows(void);
struct option_rows cmd_compare_rows(void);

/* Say FAULT as one line. */
void cmd_say_fault(struct say *say, const struct fault *fault);

#endif
