/* SPDX-License-Identifier: GPL-3.0-or-later */

/* keyring: all keys of a run, those of keys/, of the user's and those made
 * on the spot, and what each is there for. */
#ifndef PGPBENCH_BENCH_KEYRING_H
#define PGPBENCH_BENCH_KEYRING_H

#include "bench/engine.h"
#include "bench/guard.h"
#include "bench/keyspec.h"
#include "model/fault.h"
#include "model/plan.h"
#include "model/run.h"

#include <gpg-error.h>
#include <gpgme.h>

/* A key in the homes of one engine. */
struct keyring_held {
    gpgme_key_t key;    /* NULL until filled, or where FAULT is set */
    struct fault fault; /* gpg would not have it: its cells fail so */
};

struct keyring_entry {
    char *path;          /* of the file to import; NULL: it is made */
    struct keyspec spec; /* of the key to make */
    bool is_made;        /* its making is measured */
    bool is_used;        /* the other operations are done with it */
    gpgme_data_t made;   /* what was made to be used; NULL: nothing */
    struct keyring_held *held; /* one for each engine */
};

/* The entries are in the order of the run's keys. */
struct keyring {
    struct keyring_entry *entries;
    size_t count;
    size_t engine_count;
};

/* List what PLAN asks for (nothing: dsa1024), check names and files, and add
 * the keys to RUN by name.  Fails with FAULT filled; KEYRING is for
 * keyring_release in any case. */
gpg_error_t keyring_init(struct keyring *keyring, const struct plan *plan,
                         struct run *run, struct fault *fault);

/* By what keys get into a home.  Nothing is owned. */
struct keyring_means {
    gpgme_ctx_t context; /* of the home */
    const struct engine *engine;
    size_t engine_index;
    struct guard *guard;
    double timeout_s; /* for each key */
};

/* Bring the keys into the first home of an engine and complete RUN's entries.
 * One that is to be made is made by the first engine that can, and the others
 * get it.  A key that gpg will not have is no failure of this.  Fails with
 * FAULT filled. */
gpg_error_t keyring_fill(struct keyring *keyring,
                         const struct keyring_means *means, struct run *run,
                         struct fault *fault);

/* Bring the keys that the first home of the engine has into another one of
 * it.  Fails with FAULT filled. */
gpg_error_t keyring_copy(const struct keyring *keyring,
                         const struct keyring_means *means,
                         struct fault *fault);

/* The key of ENTRY in the homes of engine INDEX; NULL: there is none. */
gpgme_key_t keyring_key(const struct keyring_entry *entry, size_t index);

/* Add the cells of PLAN to RUN; those that their key has nothing for, or
 * whose key could not be made, fail from the start. */
gpg_error_t keyring_line_up(const struct keyring *keyring,
                            const struct plan *plan, struct run *run);

void keyring_release(struct keyring *keyring);

#endif
