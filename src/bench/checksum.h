/* SPDX-License-Identifier: GPL-3.0-or-later */

/* checksum: shows whether bytes that were thrown away were the right ones.
 *
 * Fletcher's two sums (J. Fletcher, An Arithmetic Checksum for Serial
 * Transmissions, IEEE Trans. Comm. COM-30, 1982) over words of 64 bits, the
 * length beside them: it sees changed, missing and swapped words, and costs
 * a fraction of a nanosecond a byte.  It is no cryptographic digest. */
#ifndef PGPBENCH_BENCH_CHECKSUM_H
#define PGPBENCH_BENCH_CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The zeroed structure is the sum of nothing. */
struct checksum {
    uint64_t first;
    uint64_t second;
    uint64_t length;
    unsigned char rest[8]; /* bytes that do not fill a word yet */
};

void checksum_add(struct checksum *sum, const void *bytes, size_t length);

bool checksum_equal(const struct checksum *a, const struct checksum *b);

#endif
