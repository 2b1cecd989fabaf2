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

struct keyring_entry {
    char *path;          /* of the file to import; NULL: it is made */
    struct keyspec spec; /* of the key to make */
    bool is_made;        /* its making is measured */
    bool is_used;        /* the other operations are done with it */
    gpgme_key_t key;     /* NULL until filled, or where FAULT is set */
    struct fault fault;  /* gpg would not have it: its cells fail so */
};

/* The entries are in the order of the run's keys. */
struct keyring {
    struct keyring_entry *entries;
    size_t count;
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
    struct guard *guard;
    double timeout_s; /* for each key */
};

/* Bring the keys into the home and complete RUN's entries.  A key that gpg
 * will not make is no failure of this.  Fails with FAULT filled. */
gpg_error_t keyring_fill(struct keyring *keyring,
                         const struct keyring_means *means, struct run *run,
                         struct fault *fault);

/* Bring the keys that FROM has been filled with into the home of TO as well.
 * Fails with FAULT filled. */
gpg_error_t keyring_copy(const struct keyring *keyring, gpgme_ctx_t from,
                         const struct keyring_means *to, struct fault *fault);

/* Add the cells of PLAN to RUN; those that their key has nothing for, or
 * whose key could not be made, fail from the start. */
gpg_error_t keyring_line_up(const struct keyring *keyring,
                            const struct plan *plan, struct run *run);

void keyring_release(struct keyring *keyring);

#endif
