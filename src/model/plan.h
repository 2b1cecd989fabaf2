/* SPDX-License-Identifier: GPL-3.0-or-later */

/* plan: what was asked for.  Strings are borrowed from the command line, the
 * lists are owned. */
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

struct plan {
    struct settings settings;
    const char *engine_name; /* "gpg" */
    const char *engine_path; /* NULL: gpg in PATH */
    const char *work_dir;    /* NULL: the place for temporary files */
    const char *home_dir;    /* NULL: the work directory */
    struct plan_list engine_environment; /* "VAR=VALUE" */
    struct plan_list keys;               /* names or files */
    struct plan_list generate;           /* algorithms of keys to make */
    struct plan_list imports;            /* files of public keys */
    struct plan_list files;              /* to work on */
    uint32_t *copies;
    size_t copies_count;
    bool operations[OPERATION_COUNT];
};

/* The defaults of INTERFACE, without any file.  Fails with GPG_ERR_ENOMEM. */
gpg_error_t plan_init(struct plan *plan);

/* Replace the sizes by COUNT copies from COPIES.  Fails with
 * GPG_ERR_ENOMEM. */
gpg_error_t plan_set_copies(struct plan *plan, const uint32_t *copies,
                            size_t count);

void plan_release(struct plan *plan);

#endif
