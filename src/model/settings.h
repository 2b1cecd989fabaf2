/* SPDX-License-Identifier: GPL-3.0-or-later */

/* settings: what was asked for and can change a number.
 *
 * A plan carries them in, a run keeps them.  All strings are owned. */
#ifndef PGPBENCH_MODEL_SETTINGS_H
#define PGPBENCH_MODEL_SETTINGS_H

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* When the probe is loaded. */
enum probe_use {
    PROBE_SEPARATE, /* in rounds of their own, beside the plain ones */
    PROBE_ALWAYS,   /* in every round: all samples are probed */
    PROBE_NEVER,
    PROBE_USE_COUNT
};

/* The word of USE, which must be below PROBE_USE_COUNT: "separate". */
const char *probe_use_word(enum probe_use use);

/* The one whose word is WORD; PROBE_USE_COUNT if there is none, also for
 * NULL. */
enum probe_use probe_use_find(const char *word);

struct settings {
    char *data;     /* "file", "memory" */
    char *cache;    /* "cold", "warm" */
    char *pool;     /* "warm", "cold" */
    char *probe;    /* "separate", "always", "never": probe_use_find */
    char *cipher;   /* as told to gpg, or "default" */
    char *digest;   /* likewise */
    char *compress; /* likewise */
    bool armor;
    char **gpg_options; /* further lines of gpg.conf */
    size_t gpg_option_count;
    uint32_t imported_keys; /* public ones beside the test keys */
    uint64_t seed;    /* order of the cells; at most INT64_MAX, for JSON */
    uint32_t warmup;  /* uncounted rounds */
    double timeout_s; /* longest one operation may take */
    uint32_t runs;    /* exactly so many samples a cell; 0: the rule below */
    uint32_t min_runs;
    uint32_t max_runs;
    double precision_pct; /* half-width of the interval, of the median */
    double max_time_s;    /* of the whole measuring */
};

/* The defaults of INTERFACE: allocated strings, for settings_release.
 * Fails with GPG_ERR_ENOMEM. */
gpg_error_t settings_init(struct settings *settings);

/* Copy SOURCE into the zeroed TARGET.  Fails with GPG_ERR_ENOMEM. */
gpg_error_t settings_copy(struct settings *target,
                          const struct settings *source);

/* Append a copy of LINE to gpg_options.  Fails with GPG_ERR_ENOMEM. */
gpg_error_t settings_add_gpg_option(struct settings *settings,
                                    const char *line);

void settings_release(struct settings *settings);

#endif
