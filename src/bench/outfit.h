/* SPDX-License-Identifier: GPL-3.0-or-later */

/* outfit: the environment of each engine of a plan: ours, what --engine adds
 * to it, and the library that can turn hardware features off. */
#ifndef PGPBENCH_BENCH_OUTFIT_H
#define PGPBENCH_BENCH_OUTFIT_H

#include "bench/environment.h"
#include "model/fault.h"
#include "model/plan.h"

#include <gpg-error.h>
#include <stddef.h>

/* What hwf is for engine INDEX of PLAN: "none" or "all" as asked; "all" if
 * that was asked of another engine, so that all load the same; else NULL. */
const char *outfit_hwf(const struct plan *plan, size_t index);

/* Fill the zeroed ENVIRONMENT with all variables that any engine of PLAN sets,
 * as engine INDEX is to find them; before any of them is entered.  A link to
 * the library may be made in DIRECTORY.  ENVIRONMENT is for
 * environment_release in any case.  Fails with FAULT filled. */
gpg_error_t outfit_make(const struct plan *plan, size_t index,
                        const char *directory, struct environment *environment,
                        struct fault *fault);

#endif
