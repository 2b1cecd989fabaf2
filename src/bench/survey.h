/* SPDX-License-Identifier: GPL-3.0-or-later */

/* survey: what can be measured on this machine, how exactly, and what is
 * missing.  Everything in it was tried, not assumed. */
#ifndef PGPBENCH_BENCH_SURVEY_H
#define PGPBENCH_BENCH_SURVEY_H

#include "bench/leftover.h"
#include "model/fault.h"
#include "model/plan.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum survey_topic {
    SURVEY_METHODS,
    SURVEY_PROBE,
    SURVEY_CLOCKS,
    SURVEY_PROGRAMS,
    SURVEY_PLACES,
    SURVEY_TOPIC_COUNT
};

enum survey_fact {
    SURVEY_SIGNATURE,
    SURVEY_GPG_CPU,
    SURVEY_AGENT_CPU,
    SURVEY_CPU_SPLIT,
    SURVEY_CLIENT_CPU,
    SURVEY_EVICTION,
    SURVEY_MEMORY,
    SURVEY_PROC,
    SURVEY_PROBE_LIBRARY,
    SURVEY_PROBE_LEDGER,
    SURVEY_PROBE_GPG,
    SURVEY_PROBE_GCRYPT,
    SURVEY_PROBE_COMPRESS,
    SURVEY_PROBE_AGENT,
    SURVEY_PROBE_AGENT_GCRYPT,
    SURVEY_PROBE_CALL,
    SURVEY_PROBE_PROCESS,
    SURVEY_CLOCK_RESOLUTION,
    SURVEY_CLOCK_STEP,
    SURVEY_CLOCK_READING,
    SURVEY_CPU_TICK,
    SURVEY_EMPTY_REAL,
    SURVEY_EMPTY_COST,
    SURVEY_GPG,
    SURVEY_AGENT,
    SURVEY_GPGCONF,
    SURVEY_GPGME,
    SURVEY_LIBGCRYPT,
    SURVEY_GCRYPT_CC,
    SURVEY_GCRYPT_ASM,
    SURVEY_GCRYPT_HWF,
    SURVEY_GCRYPT_RANDOM,
    SURVEY_LIBASSUAN,
    SURVEY_GPG_ERROR,
    SURVEY_JANSSON,
    SURVEY_KEYS,
    SURVEY_FIXTURES,
    SURVEY_WORK_DIR,
    SURVEY_WORK_SPACE,
    SURVEY_WORK_FILES,
    SURVEY_HOME_DIR,
    SURVEY_HOME_SPACE,
    SURVEY_HOME,
    SURVEY_COUNT
};

enum survey_state {
    SURVEY_UNTRIED, /* does not apply, or stood behind what is missing */
    SURVEY_OK,
    SURVEY_WEAK,   /* measuring goes on, with less to be said */
    SURVEY_MISSING /* needed, and not there */
};

/* What is the same on every machine. */
struct survey_row {
    enum survey_topic topic;
    const char *key;   /* "gpg_cpu" */
    const char *label; /* "CPU of gpg" */
    const char *unit;  /* of the number: "ns", "bytes", "count"; NULL: none */
    bool is_detail;    /* for who asks for more */
};

/* What was found here.  Strings are owned; NULL: nothing to be said. */
struct survey_entry {
    enum survey_state state;
    char *value; /* in words */
    char *path;  /* where it is */
    bool has_number;
    int64_t number; /* in the row's unit */
    char *remedy;   /* what to do where the state is not SURVEY_OK */
};

/* The zeroed survey is empty. */
struct survey {
    struct survey_entry entries[SURVEY_COUNT];
    struct leftover_list leftovers;
};

/* The row of FACT, which must be below SURVEY_COUNT. */
const struct survey_row *survey_row(enum survey_fact fact);

/* "methods", "Methods" */
const char *survey_topic_key(enum survey_topic topic);
const char *survey_topic_heading(enum survey_topic topic);

/* "-", "ok", "weak", "missing" */
const char *survey_state_name(enum survey_state state);

/* Try everything that PLAN would need: its engine, its directories, the
 * default key and fixture; take one signature.  CLEANS: remove what killed
 * runs have left.  What does not work is an entry of SURVEY, not a failure
 * of this; fails with GPG_ERR_CANCELED when a signal came, or where there is
 * no memory or thread, with FAULT filled.  Nothing is left behind. */
gpg_error_t survey_take(struct survey *survey, const struct plan *plan,
                        bool cleans, struct fault *fault);

/* Whether all that is needed is there, and what was to be removed is gone. */
bool survey_is_enough(const struct survey *survey, bool cleans);

void survey_release(struct survey *survey);

#endif
