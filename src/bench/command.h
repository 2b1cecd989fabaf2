/* SPDX-License-Identifier: GPL-3.0-or-later */

/* command: run a program to its end and keep what it printed.
 *
 * For set-up only: it is never timed.  The program gets no terminal: its
 * stdin is a file or /dev/null. */
#ifndef PGPBENCH_BENCH_COMMAND_H
#define PGPBENCH_BENCH_COMMAND_H

#include "base/text.h"
#include "bench/guard.h"

#include <gpg-error.h>

struct command {
    const char *const *argv; /* [0] is an absolute path; NULL at the end */
    const char *input_path;  /* stdin; NULL: /dev/null */
    double limit_s;          /* longest it may take */
};

struct command_result {
    struct text out; /* stdout */
    struct text err; /* stderr */
    int status;      /* as waitpid gives it */
};

/* Run COMMAND.  Success means that it was run and waited for, whatever its
 * status.  At most 1 MiB of each output is kept.  Fails with the system's
 * error when it cannot be started, GPG_ERR_TIMEOUT, or GPG_ERR_CANCELED when
 * a signal came.  RESULT (zeroed) is for command_release in every case. */
gpg_error_t command_run(const struct command *command, struct guard *guard,
                        struct command_result *result);

/* Whether it ended by itself with status 0. */
bool command_succeeded(const struct command_result *result);

/* Append how it ended where it did not succeed: "exited with status 2",
 * "was ended by signal 9". */
void command_add_end(const struct command_result *result, struct text *text);

/* The first line of what it printed on stderr, else on stdout; "" if none.
 * Cut at the newline in place; owned by RESULT. */
const char *command_complaint(struct command_result *result);

void command_release(struct command_result *result);

#endif
