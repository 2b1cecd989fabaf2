/* SPDX-License-Identifier: GPL-3.0-or-later */

/* stored: run files as the verbs that show them take them. */
#ifndef PGPBENCH_CLI_STORED_H
#define PGPBENCH_CLI_STORED_H

#include "model/fault.h"
#include "model/history.h"
#include "model/run.h"

#include <gpg-error.h>

/* Where the published tables are that we ship, as datadir is asked for them. */
#define STORED_REFERENCES "references"
#define STORED_ENDING     ".json"

/* Read the run file ASKED, "-" being standard input and a name without slash
 * that of a reference, if there is one, into the zeroed RUN, which is for
 * run_release in any case.  Fails with FAULT filled. */
gpg_error_t stored_read(const char *asked, struct run *run,
                        struct fault *fault);

/* Likewise all runs of the file, which may be several, into the zeroed
 * HISTORY, for history_release in any case. */
gpg_error_t stored_read_all(const char *asked, struct history *history,
                            struct fault *fault);

#endif
