/* SPDX-License-Identifier: GPL-3.0-or-later */

/* sides: the runs that a comparison is of, and what each is called. */
#ifndef PGPBENCH_CLI_SIDES_H
#define PGPBENCH_CLI_SIDES_H

#include "model/fault.h"
#include "model/history.h"
#include "model/plan.h"
#include "report/compare.h"

#include <gpg-error.h>

struct sides {
    const struct plan_list *paths; /* not owned */
    struct history *files;         /* the runs of each path */
    size_t count;                  /* of them */
};

/* Read all files of PATHS, which must outlive SIDES.  Fails with FAULT filled;
 * SIDES is for sides_release in any case. */
gpg_error_t sides_read(struct sides *sides, const struct plan_list *paths,
                       struct fault *fault);

/* Leave of the one file only the runs since SINCE: the last N of them, or
 * those that started at that date (2026-12-01) or later.  Fails with FAULT filled
 * where fewer than two are left. */
gpg_error_t sides_keep_since(struct sides *sides, const char *since,
                             struct fault *fault);

/* Add every engine of every run to the zeroed COMPARE, under a name of its own:
 * the file's ("old"), with its start where that has several runs, with
 * ":ENGINE" where a run has several engines; of one run only the engine's.
 * Fails with FAULT filled. */
gpg_error_t sides_add(const struct sides *sides, struct compare *compare,
                      struct fault *fault);

void sides_release(struct sides *sides);

#endif
