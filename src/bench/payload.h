/* SPDX-License-Identifier: GPL-3.0-or-later */

/* payload: where the input of a call comes from and its output goes: files
 * of the work directory, the output synced inside the timed span; or memory:
 * a repeating source, a discarding sink, messages in memfds that are never
 * mapped.
 *
 * A transfer is the two ends of one call.  Opening them, and syncing and
 * closing them, belongs to what is timed; making them does not. */
#ifndef PGPBENCH_BENCH_PAYLOAD_H
#define PGPBENCH_BENCH_PAYLOAD_H

#include "bench/checksum.h"
#include "bench/source.h"
#include "bench/tally.h"

#include <gpg-error.h>
#include <gpgme.h>
#include <stdbool.h>
#include <stdint.h>

/* Best for GPGME's pump: its own 4 KiB cost three times the CPU time, 1 MiB
 * is quadratic. */
#define PAYLOAD_PUMP_BYTES "65536"

/* Where bytes lie: in a file or, with PATH NULL, in a memfd (-1: none). */
struct payload_place {
    char *path;
    int memory_fd;
};

enum payload_kind { PAYLOAD_NONE, PAYLOAD_PLACE, PAYLOAD_SOURCE, PAYLOAD_SINK };

/* One end, which GPGME reads or writes through callbacks. */
struct payload_end {
    enum payload_kind kind;
    struct payload_place place; /* borrowed */
    struct source *source;      /* borrowed, open */
    struct checksum *sink;      /* borrowed: what is discarded is summed */
    struct tally *tally;        /* of calls on files; NULL: nobody counts */
    int fd;                     /* of the place; -1 while closed */
    gpg_error_t err;            /* the first error of this end */
    gpgme_data_t data;          /* what GPGME is given */
};

struct transfer {
    struct payload_end in;
    struct payload_end out;
};

/* Count the calls of both ends on files in TALLY, borrowed. */
void transfer_count(struct transfer *transfer, struct tally *tally);

/* Neither end is there yet. */
void transfer_init(struct transfer *transfer);

/* Make an end.  What is borrowed must outlive the transfer.  Fail with
 * GPG_ERR_ENOMEM. */
gpg_error_t payload_use_place(struct payload_end *end,
                              const struct payload_place *place);
gpg_error_t payload_use_source(struct payload_end *end, struct source *source);
gpg_error_t payload_use_sink(struct payload_end *end, struct checksum *sink);

/* Open both ends; the output is a new file, or an emptied memfd.  Timed. */
gpg_error_t transfer_open(struct transfer *transfer);

/* Bring the output onto the medium and close both ends.  Timed.  Returns the
 * first error of either end, also of earlier reads and writes. */
gpg_error_t transfer_close(struct transfer *transfer);

void transfer_release(struct transfer *transfer);

/* Size of what lies in PLACE; -1 if nothing is there. */
int64_t payload_size(const struct payload_place *place);

/* Take away what lies in PLACE. */
void payload_remove(const struct payload_place *place);

/* Evict the pages of the file PATH from the cache.  True: mincore confirms
 * that none is left.  The file must be on its medium. */
bool payload_evict(const char *path);

#endif
