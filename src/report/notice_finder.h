/* SPDX-License-Identifier: GPL-3.0-or-later */

/* notice_finder: what the checks behind notice_collect share.
 *
 * Only the notice*.c files include it. */
#ifndef PGPBENCH_REPORT_NOTICE_FINDER_H
#define PGPBENCH_REPORT_NOTICE_FINDER_H

#include "base/text.h"
#include "model/run.h"
#include "report/notice.h"
#include "report/summary.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>

struct finder {
    const struct run *run;
    enum notice_kind kind; /* of the check that is running */
    struct notice_list *list;
    gpg_error_t err; /* the first; after it nothing is added */
};

/* The cells that a check concerns, folded into one. */
struct fold {
    size_t cells;  /* how many */
    size_t worst;  /* index of the one with the greatest weight */
    double weight; /* its weight */
    size_t others; /* cells that did not fail and are not concerned */
};

/* How much a check concerns SERIES; negative: not at all. */
typedef double finder_weigh(struct finder *finder, const struct series *series);

/* Weigh all series that did not fail. */
struct fold finder_fold(struct finder *finder, finder_weigh *weigh);

/* The summary of METRIC that a report shows; absent on failure. */
struct summary finder_summary(struct finder *finder,
                              const struct series *series, enum metric metric);

/* Release TEXT; should memory have run out while it grew, so it has for the
 * list. */
void finder_release_text(struct finder *finder, struct text *text);

/* Append the name of the cell of series INDEX, printable. */
void finder_add_cell(struct finder *finder, size_t index, struct text *text);

/* Append "NAME: " where there are several engines. */
void finder_add_engine(struct finder *finder, size_t index, struct text *text);

/* Append "1 cell" or "N cells". */
void finder_add_cells(size_t count, struct text *text);

/* Add a notice that concerns the cells of FOLD (NULL: none) or ENGINE (or
 * NOTICE_NONE).  WORDS is taken and emptied; ADVICE may be NULL. */
void finder_add(struct finder *finder, const struct fold *fold, size_t engine,
                struct text *words, const char *advice);

/* The checks, one for each kind.  notice_scene.c: */
void notice_find_incomplete(struct finder *finder);
void notice_find_failed(struct finder *finder);
void notice_find_load(struct finder *finder);
void notice_find_load_during(struct finder *finder);
void notice_find_frequency(struct finder *finder);
void notice_find_temperature(struct finder *finder);
void notice_find_room(struct finder *finder);
void notice_find_cache_warm(struct finder *finder);
/* notice_engine.c: */
void notice_find_home_dir(struct finder *finder);
void notice_find_versions(struct finder *finder);
void notice_find_accounting(struct finder *finder);
/* notice_libgcrypt.c: */
void notice_find_same_library(struct finder *finder);
void notice_find_features(struct finder *finder);
/* notice_probe.c: */
void notice_find_probed(struct finder *finder);
void notice_find_probe_absent(struct finder *finder);
void notice_find_agent_deaths(struct finder *finder);
void notice_find_no_probe(struct finder *finder);
void notice_find_unprobed(struct finder *finder);
void notice_find_probe_cost(struct finder *finder);
void notice_find_gulp(struct finder *finder);
/* notice_samples.c: */
void notice_find_few_samples(struct finder *finder);
void notice_find_precision(struct finder *finder);
void notice_find_first_sample(struct finder *finder);
/* notice_figures.c: */
void notice_find_cpu_above_real(struct finder *finder);
void notice_find_copies(struct finder *finder);
void notice_find_split(struct finder *finder);

#endif
