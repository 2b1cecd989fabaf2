/* SPDX-License-Identifier: GPL-3.0-or-later */

/* plan: what was asked for.  Strings are borrowed from the command line
 * unless they are said to be owned, the lists are owned. */
#ifndef PGPBENCH_MODEL_PLAN_H
#define PGPBENCH_MODEL_PLAN_H

#include "model/operation.h"
#include "model/settings.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A list of borrowed strings. */
struct plan_list {
    const char **item;
    size_t count;
};

/* Append STRING.  Fails with GPG_ERR_ENOMEM. */
gpg_error_t plan_list_add(struct plan_list *list, const char *string);

/* More would not fit what is kept for each: agents, homes that are watched. */
#define PLAN_ENGINES_MAX 8

/* A gpg to measure. */
struct plan_engine {
    char *words;                  /* owned; the rest are pieces of it */
    const char *name;             /* "gpg"; several may have the same */
    const char *path;             /* NULL: gpg in PATH */
    struct plan_list environment; /* "VAR=VALUE" */
    const char *hwf; /* libgcrypt's hardware features, "none" or "all"; NULL:
                        as it finds them */
};

struct plan {
    struct settings settings;
    const char *work_dir;        /* NULL: the place for temporary files */
    const char *home_dir;        /* NULL: the work directory */
    struct plan_engine *engines; /* none: see plan_engine_at */
    size_t engine_count;
    struct plan_list keys;     /* names or files */
    struct plan_list generate; /* algorithms of keys to make */
    struct plan_list imports;  /* files of public keys */
    struct plan_list files;    /* to work on */
    uint32_t *copies;
    size_t copies_count;
    bool operations[OPERATION_COUNT];
};

/* The defaults of INTERFACE, without any file.  Fails with GPG_ERR_ENOMEM. */
gpg_error_t plan_init(struct plan *plan);

/* Append an engine, gpg in PATH, and return it: owned by PLAN and
 * valid until the next one is added.  NULL when memory has run out. */
struct plan_engine *plan_add_engine(struct plan *plan);

/* How many engines there are to measure, and engine INDEX of them, NULL past
 * the last.  Without any there is one, gpg in PATH. */
size_t plan_engines_to_measure(const struct plan *plan);
const struct plan_engine *plan_engine_at(const struct plan *plan, size_t index);

/* Replace the sizes by COUNT copies from COPIES.  Fails with
 * GPG_ERR_ENOMEM. */
gpg_error_t plan_set_copies(struct plan *plan, const uint32_t *copies,
                            size_t count);

void plan_release(struct plan *plan);

#endif
