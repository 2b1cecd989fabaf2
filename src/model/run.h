/* SPDX-License-Identifier: GPL-3.0-or-later */

/* run: the record in which the doing and the reading wing meet.
 *
 * A run owns all beneath it; readers get a const pointer.  A string that is
 * NULL, a double that is NAN and an integer that is -1 are absent. */
#ifndef PGPBENCH_MODEL_RUN_H
#define PGPBENCH_MODEL_RUN_H

#include "model/series.h"
#include "model/settings.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine {
    char *system;  /* "Linux" */
    char *release; /* "6.1.0" */
    char *arch;    /* "x86_64" */
    char *cpu;     /* "Intel(R) Xeon(R) …" */
    int64_t cpus;
    int64_t memory_bytes;
    char *governor;
    double mhz[2];               /* before and after the measuring */
    double celsius[2];           /* likewise */
    double load[2];              /* one-minute load average, likewise */
    int64_t clock_resolution_ns; /* of the clock that real_ns is read from */
    int64_t cpu_tick_ns;         /* grain of the split of user and sys */
    char *work_dir_filesystem;   /* "ext4" */
    int64_t work_dir_free_bytes; /* before the measuring */
};

struct library {
    char *name; /* "libgcrypt.so.20" */
    char *path;
    char *version;
    char *build_id;
};

/* How CPU time was got: "reaped", "cpuclock", "procstat", or NULL. */
struct accounting {
    char *gpg;
    char *agent;
    char *agent_split;
};

/* From gpg --list-gcrypt-config of the gpg under test. */
struct gcrypt_config {
    char *version;
    char *cc;
    char *mpi_asm;
    char *hwflist;
    char *rnd_mod;
};

struct run_engine {
    char *name;
    char *path;
    char *version;
    char *agent_version;   /* NULL: it uses no agent */
    char *home_dir_notice; /* why the home is not in the work directory */
    char *probe_notice;    /* why the probe could not be used */
    char **environment;    /* "VAR=VALUE", asked for this engine alone */
    size_t environment_count;
    char *hwf;             /* "none": libgcrypt's hardware features are off;
                              "all": they are not, but the library that could
                              do so is loaded; NULL: it is not */
    uint32_t agent_deaths; /* agents that ended while samples were taken */
    struct accounting accounting;
    double agent_user_share; /* of the agent's CPU time, 0 to 1, or NAN */
    struct gcrypt_config libgcrypt;
    struct library *libraries;
    size_t library_count;
};

struct run_key {
    char *name;
    char *fingerprint;
    char *algorithm; /* "dsa1024" of what signs, as read back from gpg */
    char *subkey;    /* "elg1024" of what encrypts; NULL: what signs, or none */
    char *primary;   /* where another part signs; else NULL */
    char *origin;    /* "imported", "generated" */
};

struct run_fixture {
    char *name; /* base name of the file, "NAME#2" for a second one */
    int64_t size_bytes;
    char *sha256; /* lower-case hex */
};

struct run {
    char *program; /* version of pgpbench that measured */
    char *started; /* "2026-11-30T21:43:00Z" */
    char *finished;
    bool complete;
    int64_t setup_cpu_ns; /* all CPU time outside the samples; -1: absent */
    struct machine machine;
    struct settings settings;
    struct run_engine *engines;
    size_t engine_count;
    struct run_key *keys;
    size_t key_count;
    struct run_fixture *fixtures;
    size_t fixture_count;
    struct series *series; /* one for each cell, in the order of the report */
    size_t series_count;
};

/* Absent everywhere. */
void run_init(struct run *run);
void run_release(struct run *run);

/* Append an empty entry, absent everywhere, and return it: owned by RUN and
 * valid until the next one is added.  NULL when memory has run out. */
struct run_engine *run_add_engine(struct run *run);
struct library *run_add_library(struct run_engine *engine);
struct run_key *run_add_key(struct run *run);
struct run_fixture *run_add_fixture(struct run *run);
struct series *run_add_series(struct run *run, const struct cell *cell);

/* Append a copy of SETTING, "VAR=VALUE".  Fails with GPG_ERR_ENOMEM. */
gpg_error_t run_add_environment(struct run_engine *engine, const char *setting);

/* The series of CELL; NULL if RUN has none. */
struct series *run_find_series(struct run *run, const struct cell *cell);

/* Give every sample its user and sys time: gpg's as the kernel split it, the
 * agent's in the ratio of the agent's whole life (agent_user_share); they
 * add up to cpu.  Absent where a part is.  May be called again when the
 * share is known better. */
void run_settle_split(struct run *run);

/* When the probe was really loaded: as asked, or never where an engine has a
 * probe_notice. */
enum probe_use run_probe_use(const struct run *run);

/* Whether plain, or PROBED, samples are taken at all. */
bool run_takes(const struct run *run, bool probed);

/* Whether a cell failed. */
bool run_has_failure(const struct run *run);

#endif
