/* SPDX-License-Identifier: GPL-3.0-or-later */

/* comparison: whether the bytes that came back are the right ones. */
#ifndef PGPBENCH_BENCH_COMPARISON_H
#define PGPBENCH_BENCH_COMPARISON_H

#include "bench/checksum.h"
#include "bench/source.h"

#include <gpg-error.h>
#include <gpgme.h>
#include <stdbool.h>

/* A sink that compares what is written to it with a file, N times over. */
struct comparison {
    struct source source; /* the right bytes */
    gpgme_data_t data;
    char *buffer;
    struct checksum sum; /* of all that came */
    bool differs;
    gpg_error_t err; /* the file could not be read */
};

/* Compare with COPIES times the file PATH; what GPGME writes to
 * comparison->data is compared. */
gpg_error_t comparison_init(struct comparison *comparison, const char *path,
                            uint32_t copies);

/* Whether all bytes came, and the same.  On a failed read *R_ERR is set. */
bool comparison_is_equal(struct comparison *comparison, gpg_error_t *r_err);

void comparison_release(struct comparison *comparison);

/* Compare the file B with COPIES times the file A.  False with *R_ERR 0:
 * they differ. */
bool comparison_of_files(const char *a, uint32_t copies, const char *b,
                         gpg_error_t *r_err);

#endif
