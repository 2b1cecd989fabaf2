/* SPDX-License-Identifier: GPL-3.0-or-later */

/* stored: run files as the verbs that show them take them. */
#ifndef PGPBENCH_CLI_STORED_H
#define PGPBENCH_CLI_STORED_H

#include "model/fault.h"
#include "model/run.h"

#include <gpg-error.h>

/* Read the run file PATH, "-" being standard input, into the zeroed RUN, which
 * is for run_release in any case.  Fails with FAULT filled. */
gpg_error_t stored_read(const char *path, struct run *run, struct fault *fault);

#endif
