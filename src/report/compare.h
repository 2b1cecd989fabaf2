/* SPDX-License-Identifier: GPL-3.0-or-later */

/* compare: runs or engines -> matched cells, ratio, interval, verdict.
 *
 * The first side is the base, and each other one is compared with it, cell by
 * cell, metric by metric.  All tests of real and of CPU time are taken
 * together: of a comparison in which nothing differs, 95 of 100 show nothing
 * (Holm).  Other metrics are tested only in a cell where one of these two
 * differs, and only for their share in that. */
#ifndef PGPBENCH_REPORT_COMPARE_H
#define PGPBENCH_REPORT_COMPARE_H

#include "model/metric.h"
#include "model/operation.h"
#include "report/contrast.h"
#include "report/compare_guard.h"
#include "report/summary.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cell;
struct run;
struct series;
struct text;

/* The level of all tests of a comparison together. */
#define COMPARE_LEVEL 0.05

/* What is too small to be of interest, unless another number is asked for. */
#define COMPARE_NOISE_PCT 1.0

/* An engine of a run. */
struct compare_side {
    const struct run *run;
    uint32_t engine;
    char *name; /* owned by the comparison */
};

struct compare_options {
    double noise_pct; /* a verdict needs a ratio above 1 + noise, or below its
                         inverse */
    bool anyway;      /* test what guards would keep apart */
    bool by_engine;   /* the base of each side is the first one whose engine has
                         its name: runs in time, each engine by itself */
};

enum verdict {
    VERDICT_NO_FIGURE, /* a side has none */
    VERDICT_NOTHING,   /* nothing is shown */
    VERDICT_SLOWER,
    VERDICT_FASTER,
    VERDICT_NOT_COMPARABLE
};

/* "slower", "faster", "~", "?", "-". */
const char *verdict_word(enum verdict verdict);

/* Whether it says slower or faster. */
bool verdict_differs(enum verdict verdict);

/* One metric of a cell.  The medians are those that the reports of the sides
 * show. */
struct compare_figure {
    enum metric metric;
    struct summary base;
    struct summary other;
    struct contrast contrast;
    double grain; /* part of the ratio that coarse clocks leave open; 0: none */
    bool is_tested;
    double p; /* corrected; 1 where it is not tested */
    enum verdict verdict;
};

/* Real, CPU time, gpg's and the agent's; entropy, flash, compute, and all
 * stages. */
#define COMPARE_FIGURES (4 + 3 + METRIC_STAGE_LAST - METRIC_STAGE_FIRST + 1)
#define COMPARE_REAL    0
#define COMPARE_CPU     1

/* A cell that at least one side has. */
struct compare_cell {
    const struct series *base;  /* NULL: that side has none */
    const struct series *other; /* likewise */
    struct compare_guard_findings guards;
    struct compare_figure figures[COMPARE_FIGURES];
};

/* Ratios of real over several cells, without those that guards keep apart. */
struct compare_mean {
    size_t cells;      /* 0: none */
    double ratio;      /* their geometric mean */
    double half_width; /* of it, as a part of it, as far as theirs are known */
};

/* The base and one other side. */
struct compare_pair {
    const struct compare_side *base;
    const struct compare_side *other;
    bool is_one_run;
    bool are_machines_different;
    struct compare_cell
        *cells; /* in the order of the base, then of the other */
    size_t cell_count;
    struct compare_mean means[OPERATION_COUNT];
    struct compare_mean all; /* but start */
};

struct compare {
    struct compare_options options;
    struct compare_side *sides;
    size_t side_count;
    struct compare_pair *pairs;
    size_t pair_count; /* one fewer than sides, unless by_engine */
    size_t test_count; /* of those corrected together */
};

/* Append a side to COMPARE (zeroed before the first), whose NAME is copied;
 * RUN must outlive it.  Fails with GPG_ERR_ENOMEM. */
gpg_error_t compare_add(struct compare *compare, const struct run *run,
                        uint32_t engine, const char *name);

/* Compare the first side, the base, with each other one, there being two at
 * least.  Fails with GPG_ERR_ENOMEM. */
gpg_error_t compare_make(struct compare *compare,
                         const struct compare_options *options);

/* All engines of RUN, by their names; nothing where it has only one.  COMPARE
 * is zeroed, and for compare_release in any case. */
gpg_error_t compare_engines(struct compare *compare, const struct run *run);

/* Whether cell A of run ONE and cell B of run OTHER are the same but for their
 * engines, by the names of key and fixture. */
bool compare_match_cells(const struct run *one, const struct cell *a,
                         const struct run *other, const struct cell *b);

/* Whether they are of one key, one fixture and one number of copies. */
bool compare_are_together(const struct run *one, const struct cell *a,
                          const struct run *other, const struct cell *b);

/* The series of SIDE that is the same as CELL of RUN but for its engine; NULL:
 * it has none. */
const struct series *compare_find(const struct compare_side *side,
                                  const struct run *run,
                                  const struct cell *cell);

/* Append the name of CELL without its engine: that of the base, else of the
 * other. */
void compare_add_cell_name(const struct compare_pair *pair,
                           const struct compare_cell *cell, struct text *text);

/* The series that CELL is known by: the base's, else the other's; and its
 * run. */
const struct series *compare_known(const struct compare_pair *pair,
                                   const struct compare_cell *cell,
                                   const struct run **r_run);

/* The worst cell that is slower in real by more than PCT, with the test behind
 * it; NULL: none.  *R_COUNT is how many there are. */
const struct compare_cell *
compare_find_slower(const struct compare *compare, double pct,
                    const struct compare_pair **r_pair, size_t *r_count);

void compare_release(struct compare *compare);

#endif
