/* SPDX-License-Identifier: GPL-3.0-or-later */

/* keyfile: a file that holds a key, ours or the user's. */
#ifndef PGPBENCH_BENCH_KEYFILE_H
#define PGPBENCH_BENCH_KEYFILE_H

#include "bench/engine.h"
#include "bench/guard.h"
#include "model/fault.h"

#include <gpg-error.h>

/* The secret key file that ASKED means: a name of keys/, else a file.  It
 * must be a regular one that can be read.  *R_PATH is to be freed.  Fails
 * with FAULT filled. */
gpg_error_t keyfile_find(const char *asked, char **r_path, struct fault *fault);

/* What a key asked for as ASKED is called in cell names: no slash, no
 * ".asc".  To be freed; NULL: no memory. */
char *keyfile_name(const char *asked);

/* Refuse the file PATH if one of its secret keys is protected, for gpg would
 * ask for a passphrase in the middle of a run, or if it has only stubs of
 * them: asked of ENGINE.  A primary key that is a stub is none in the way of
 * its subkeys.  Fails with FAULT filled. */
gpg_error_t keyfile_check_usable(const char *path, const struct engine *engine,
                                 double timeout_s, struct guard *guard,
                                 struct fault *fault);

/* The same of LISTING, the output of gpg --list-packets. */
gpg_error_t keyfile_check_listing(const char *path, const char *listing,
                                  struct fault *fault);

/* Open the regular file PATH for reading; never waits.  Fails with FAULT
 * filled. */
gpg_error_t keyfile_open(const char *path, int *r_fd, struct fault *fault);

#endif
