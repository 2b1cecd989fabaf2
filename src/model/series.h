/* SPDX-License-Identifier: GPL-3.0-or-later */

/* series: the samples of one cell, in the order taken. */
#ifndef PGPBENCH_MODEL_SERIES_H
#define PGPBENCH_MODEL_SERIES_H

#include "model/cell.h"
#include "model/fault.h"
#include "model/metric.h"

#include <assert.h>
#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static_assert(METRIC_COUNT <= 64, "a set of metrics has 64 bits");

/* What happened, once.  Only a sample that passed its check becomes one. */
struct sample {
    uint32_t round;
    bool probed;   /* taken with the probe loaded */
    uint64_t have; /* bit m set: value[m] was measured */
    int64_t value[METRIC_COUNT];
};

void sample_set(struct sample *sample, enum metric metric, int64_t value);
bool sample_has(const struct sample *sample, enum metric metric);

/* What gpg did, read back from the message.  NULL: does not apply or is not
 * known.  Strings are owned. */
struct used {
    char *cipher;   /* "AES128" */
    char *digest;   /* "SHA1" */
    char *compress; /* "ZIP" */
    bool has_armor; /* ARMOR is known */
    bool armor;
};

enum cache_state { CACHE_NONE, CACHE_COLD, CACHE_WARM };

struct series {
    struct cell cell;
    int64_t input_bytes; /* -1: the operation has no input */
    enum cache_state cache;
    struct used used;
    struct fault failure; /* set: the cell has no figures */
    struct sample *samples;
    size_t sample_count;
    size_t sample_capacity;
};

/* Append a copy of SAMPLE.  Fails with GPG_ERR_ENOMEM. */
gpg_error_t series_add(struct series *series, const struct sample *sample);

/* Write the values of METRIC, of the plain or of the PROBED samples, that
 * are present into VALUES (room for sample_count), in the order taken.
 * Returns how many. */
size_t series_values(const struct series *series, enum metric metric,
                     bool probed, int64_t *values);

/* How many samples are plain, or PROBED. */
size_t series_count(const struct series *series, bool probed);

/* Whether the values of METRIC that are shown are those of the probed samples:
 * only they have it, or there are no others. */
bool series_shows_probed(const struct series *series, enum metric metric);

void series_release(struct series *series);

#endif
