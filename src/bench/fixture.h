/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fixture: the bytes to work on, once or N times over, and their digest. */
#ifndef PGPBENCH_BENCH_FIXTURE_H
#define PGPBENCH_BENCH_FIXTURE_H

#include "bench/checksum.h"
#include "bench/engine.h"
#include "bench/guard.h"
#include "model/fault.h"
#include "model/run.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* The checksum of one number of copies. */
struct fixture_sum {
    uint32_t copies;
    struct checksum sum;
};

struct fixture {
    char *path; /* of the user's file, absolute */
    int64_t size_bytes;
    dev_t device; /* which file it was, and as of when */
    ino_t inode;
    struct timespec modified;
    struct fixture_sum *sums; /* those asked for so far */
    size_t sum_count;
};

/* Look at the file PATH: it must be a regular one (or a link to one) that
 * can be read and whose size is what it says.  Never waits.  Fails with
 * FAULT filled. */
gpg_error_t fixture_init(struct fixture *fixture, const char *path,
                         struct fault *fault);

/* SHA-256 of the file, lower-case hex, computed by ENGINE's --print-md: we
 * have no digest of our own.  To be freed.  Fails with FAULT filled. */
gpg_error_t fixture_digest(const struct fixture *fixture,
                           const struct engine *engine, double timeout_s,
                           struct guard *guard, char **r_sha256,
                           struct fault *fault);

/* Write the fixture COPIES times over into the new file TARGET.  On failure
 * nothing stays there.  Fails with the system's error. */
gpg_error_t fixture_write(const struct fixture *fixture, uint32_t copies,
                          const char *target);

/* Whether the file is still the one that fixture_init looked at, and nobody
 * has written to it since. */
bool fixture_is_unchanged(const struct fixture *fixture);

/* The checksum of COPIES of the file, read once and then remembered; valid
 * until another one is asked for.  NULL: it cannot be read, or no memory. */
const struct checksum *fixture_checksum(struct fixture *fixture,
                                        uint32_t copies);

void fixture_release(struct fixture *fixture);

#endif
