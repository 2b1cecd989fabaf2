/* SPDX-License-Identifier: GPL-3.0-or-later */

/* inputs: what a run reads of the user's, which no export may replace. */
#ifndef PGPBENCH_CLI_INPUTS_H
#define PGPBENCH_CLI_INPUTS_H

#include "cli/output.h"
#include "model/plan.h"

#include <gpg-error.h>

/* Refuse exports of OUTPUT (open) that would replace what PLAN reads: files,
 * keys, a gpg.  Fails with FAULT filled. */
gpg_error_t inputs_protect(const struct plan *plan, const struct output *output,
                           struct fault *fault);

#endif
