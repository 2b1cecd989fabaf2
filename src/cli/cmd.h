/* SPDX-License-Identifier: GPL-3.0-or-later */

/* cmd: the verbs, one function each, and what a program may end with. */
#ifndef PGPBENCH_CLI_CMD_H
#define PGPBENCH_CLI_CMD_H

enum exit_status {
    EXIT_ALL_MEASURED = 0,
    EXIT_CELL_FAILED = 1,
    EXIT_UNUSABLE = 2,
    EXIT_SIGNAL_BASE = 128
};

/* Time operations on files.  ARGV[0] is skipped.  Returns the exit status. */
int cmd_run(int argc, char **argv);

#endif
