/* SPDX-License-Identifier: GPL-3.0-or-later */

/* survey_topic: the parts of a survey, one file each, and how they enter
 * what they have found.  For survey*.c only. */
#ifndef PGPBENCH_BENCH_SURVEY_TOPIC_H
#define PGPBENCH_BENCH_SURVEY_TOPIC_H

#include "bench/children.h"
#include "bench/engine.h"
#include "bench/environment.h"
#include "bench/guard.h"
#include "bench/home.h"
#include "bench/survey.h"
#include "bench/watch.h"
#include "model/run.h"

/* Where the survey is taken.  Owns all beneath it but the first two. */
struct survey_site {
    const struct plan *plan;
    struct survey *survey;
    struct children children;
    struct guard guard;
    char *work_dir; /* made by us; NULL: it could not be */
    char *home_dir; /* likewise, in --home-dir */
    struct home home;
    struct environment environment; /* of the engine */
    struct engine engine;
    bool has_engine; /* it answers */
    struct run run;  /* what engine and machine say of themselves */
};

/* Enter what was found of FACT: its state and words as printf makes them;
 * its place; its number, with the words for a time; what to do about it. */
void survey_set(struct survey *survey, enum survey_fact fact,
                enum survey_state state, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void survey_set_path(struct survey *survey, enum survey_fact fact,
                     const char *path);
void survey_set_number(struct survey *survey, enum survey_fact fact,
                       int64_t number);
void survey_set_time(struct survey *survey, enum survey_fact fact, double ns);
void survey_set_remedy(struct survey *survey, enum survey_fact fact,
                       const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Enter FAULT: FACT is missing. */
void survey_set_fault(struct survey *survey, enum survey_fact fact,
                      const struct fault *fault);

/* The directories; makes work_dir and home. */
void survey_places(struct survey_site *site);

/* Programs, libraries, data; finds the engine. */
void survey_programs(struct survey_site *site);

/* What the kernel can do for us, without gpg. */
void survey_kernel(struct survey_site *site);

/* The agent of the home. */
void survey_agent(struct survey_site *site);

/* Import the file KEY, which makes gpg start the agent of HOME, the home that
 * is set; and find it.  Fails with FAULT filled. */
gpg_error_t survey_start_agent(struct survey_site *site, struct home *home,
                               const char *key, struct fault *fault);

/* The probe, in a home and with an agent of its own, which are gone again at
 * the end. */
void survey_probe(struct survey_site *site);

/* What the probe costs a call, and each gpg in the home that is set; with
 * WATCH, which watches the work directory. */
void survey_toll_of_call(struct survey_site *site, const struct watch *watch);
void survey_toll_of_process(struct survey_site *site,
                            const struct watch *watch);

void survey_clocks(struct survey_site *site);

/* Find what killed runs have left, and remove it if CLEANS. */
gpg_error_t survey_leftovers(struct survey_site *site, bool cleans);

/* One measured signature, from beginning to end, in a scene of its own: the
 * site's guard is stopped. */
gpg_error_t survey_signature(struct survey *survey, const struct plan *plan);

#endif
