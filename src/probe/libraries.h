/* SPDX-License-Identifier: GPL-3.0-or-later */

/* libraries: which files this process has loaded, and their build-ids. */
#ifndef PGPBENCH_PROBE_LIBRARIES_H
#define PGPBENCH_PROBE_LIBRARIES_H

#include "probe/ledger.h"

#include <stddef.h>

/* List the program and its libraries in SLOT, replacing what it has.  Waits
 * for a dlopen of another thread, so not for signal handlers; may change
 * errno. */
void libraries_list(struct ledger_slot *slot);

/* Find the build-id in the SIZE bytes of NOTES, padded to ALIGNMENT. */
void libraries_read_notes(struct ledger_library *library,
                          const unsigned char *notes, size_t size,
                          size_t alignment);

#endif
