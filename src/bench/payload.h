/* SPDX-License-Identifier: GPL-3.0-or-later */

/* payload: where input comes from and output goes: files of the work
 * directory, the output synced inside the timed span.
 *
 * A transfer is the two ends of one call.  Opening them, and syncing and
 * closing them, belongs to what is timed; making them does not. */
#ifndef PGPBENCH_BENCH_PAYLOAD_H
#define PGPBENCH_BENCH_PAYLOAD_H

#include "model/series.h"

#include <gpg-error.h>
#include <gpgme.h>
#include <stdbool.h>
#include <stdint.h>

/* Best for GPGME's pump: its own 4 KiB cost three times the CPU time, 1 MiB
 * is quadratic. */
#define PAYLOAD_PUMP_BYTES "65536"

/* One end: a file that GPGME reads or writes through callbacks. */
struct payload_end {
    const char *path;  /* not owned; NULL: this end is not there */
    int fd;            /* -1 while closed */
    gpg_error_t err;   /* the first error of reading or writing it */
    gpgme_data_t data; /* what GPGME is given */
};

struct transfer {
    struct payload_end in;
    struct payload_end out;
};

/* Make ready to read IN_PATH and to write the new file OUT_PATH (either may
 * be NULL).  The paths must outlive the transfer. */
gpg_error_t transfer_init(struct transfer *transfer, const char *in_path,
                          const char *out_path);

/* Open both ends.  Timed. */
gpg_error_t transfer_open(struct transfer *transfer);

/* Bring the output onto the medium and close both ends.  Timed.  Returns the
 * first error of either end, also of earlier reads and writes. */
gpg_error_t transfer_close(struct transfer *transfer);

void transfer_release(struct transfer *transfer);

/* Evict the pages of PATH from the cache.  True: mincore confirms that none
 * is left.  The file must be on its medium. */
bool payload_evict(const char *path);

#endif
