/* SPDX-License-Identifier: GPL-3.0-or-later */

/* engine_option: reads what --engine takes. */
#ifndef PGPBENCH_CLI_ENGINE_OPTION_H
#define PGPBENCH_CLI_ENGINE_OPTION_H

#include "model/plan.h"

#include <gpg-error.h>

/* One more engine of PLAN from [NAME=]GPG[,VAR=VALUE]..., its name the base
 * name of GPG where none is given.  What is in capitals is environment, what
 * is in lower case an attribute: hwf=none, hwf=all.  Fails with
 * GPG_ERR_INV_VALUE or GPG_ERR_ENOMEM. */
gpg_error_t engine_option_read(const char *value, struct plan *plan);

#endif
