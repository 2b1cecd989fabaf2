/* SPDX-License-Identifier: GPL-3.0-or-later */

/* engine_option: reads what --engine takes. */
#ifndef PGPBENCH_CLI_ENGINE_OPTION_H
#define PGPBENCH_CLI_ENGINE_OPTION_H

#include "model/plan.h"

#include <gpg-error.h>

/* [NAME=]GPG[,VAR=VALUE]... into PLAN, which borrows pieces of *WORDS, a copy
 * that is made here in place of an earlier one, to be freed with PLAN.
 * Capitals are environment.  The last one counts: there is one engine.  Fails
 * with GPG_ERR_INV_VALUE. */
gpg_error_t engine_option_read(const char *value, char **words,
                               struct plan *plan);

#endif
