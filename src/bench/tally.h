/* SPDX-License-Identifier: GPL-3.0-or-later */

/* tally: the file calls that pgpbench itself makes for one call of gpg,
 * counted as the probe counts those of gpg.
 *
 * GPGME pumps the payload through pipes, so reading and writing it is our
 * work, beside gpg's or before and after it: which of it lay where is told
 * from when the first and the last calls were made. */
#ifndef PGPBENCH_BENCH_TALLY_H
#define PGPBENCH_BENCH_TALLY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum tally_kind {
    TALLY_READ,
    TALLY_WRITE,
    TALLY_SYNC,
    TALLY_META, /* open, close */
    TALLY_KINDS
};

/* So many of the first and of the last calls are remembered one by one: more
 * than fit in before gpg runs, and after it has ended. */
#define TALLY_REMEMBERED 32

/* When one call began and ended, of CLOCK_MONOTONIC. */
struct tally_call {
    int64_t start_ns;
    int64_t end_ns;
};

/* The zeroed structure is empty. */
struct tally {
    int64_t ns[TALLY_KINDS];
    int64_t bytes[TALLY_KINDS];
    int64_t calls;
    struct tally_call first[TALLY_REMEMBERED];
    struct tally_call last[TALLY_REMEMBERED]; /* a ring */
};

/* When a call begins; 0 if TALLY is NULL: nothing is counted. */
int64_t tally_begin(const struct tally *tally);

/* A call that began at START_NS has moved BYTES (below 0: it failed).  errno
 * is kept. */
void tally_end(struct tally *tally, enum tally_kind kind, int64_t start_ns,
               ssize_t bytes);

/* Time of all calls. */
int64_t tally_ns(const struct tally *tally);

/* How much of it lay before the moment MOMENT_NS, and after it. */
int64_t tally_before_ns(const struct tally *tally, int64_t moment_ns);
int64_t tally_after_ns(const struct tally *tally, int64_t moment_ns);

#endif
