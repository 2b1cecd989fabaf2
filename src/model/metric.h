/* SPDX-License-Identifier: GPL-3.0-or-later */

/* metric: the table of what is measured in one sample.
 *
 * Every value is an integer: nanoseconds, bytes or a count, as the unit of
 * its row says.  What could not be measured is absent, never 0. */
#ifndef PGPBENCH_MODEL_METRIC_H
#define PGPBENCH_MODEL_METRIC_H

#include <stdbool.h>
#include <stddef.h>

enum metric {
    METRIC_REAL,
    METRIC_CPU,
    METRIC_USER,
    METRIC_SYS,
    METRIC_GPG_CPU,
    METRIC_GPG_USER,
    METRIC_AGENT_CPU,
    METRIC_CLIENT_CPU,
    METRIC_GPG_PEAK_RSS,
    METRIC_AGENT_PEAK_RSS,
    METRIC_MINOR_FAULTS,
    METRIC_MAJOR_FAULTS,
    METRIC_VOLUNTARY_SWITCHES,
    METRIC_INVOLUNTARY_SWITCHES,
    METRIC_OUTPUT,
    METRIC_ENTROPY,
    METRIC_ENTROPY_BYTES,
    METRIC_ENTROPY_CALLS,
    METRIC_FLASH,
    METRIC_FLASH_READ,
    METRIC_FLASH_WRITE,
    METRIC_FLASH_SYNC,
    METRIC_FLASH_META,
    METRIC_FLASH_READ_BYTES,
    METRIC_FLASH_WRITE_BYTES,
    METRIC_FLASH_CALLS,
    METRIC_COMPUTE,
    METRIC_STAGE_STARTUP,
    METRIC_STAGE_SETUP,
    METRIC_STAGE_COMPRESS,
    METRIC_STAGE_HASH,
    METRIC_STAGE_CIPHER,
    METRIC_STAGE_PUBKEY,
    METRIC_STAGE_RANDOM,
    METRIC_STAGE_IPC,
    METRIC_STAGE_FINISH,
    METRIC_STAGE_OTHER,
    METRIC_STAGE_OVERLAP,
    METRIC_JITTER,
    METRIC_COMPRESS_BYTES,
    METRIC_HASH_BYTES,
    METRIC_CIPHER_BYTES,
    METRIC_COUNT
};

/* The stages of real time, one behind the other.  With entropy and flash they
 * make real, save what METRIC_STAGE_OVERLAP says was counted twice; the label
 * of each is its name. */
#define METRIC_STAGE_FIRST METRIC_STAGE_STARTUP
#define METRIC_STAGE_LAST  METRIC_STAGE_OVERLAP

enum metric_unit { UNIT_NS, UNIT_BYTES, UNIT_COUNT };

struct metric_row {
    const char *key;   /* name in the run file: "real_ns" */
    const char *label; /* heading of a column: "real" */
    enum metric_unit unit;
    bool probed;      /* only the preload library can tell it */
    const char *what; /* one line for a person */
};

/* The row of METRIC, which must be below METRIC_COUNT.  Never NULL. */
const struct metric_row *metric_row(enum metric metric);

/* The metric whose key is KEY; METRIC_COUNT if there is none. */
enum metric metric_find(const char *key);

#endif
