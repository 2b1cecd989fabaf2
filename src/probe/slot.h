/* SPDX-License-Identifier: GPL-3.0-or-later */

/* slot: the part of the ledger that one process writes to. */
#ifndef PGPBENCH_PROBE_SLOT_H
#define PGPBENCH_PROBE_SLOT_H

#include "probe/ledger.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether LEDGER, of which SIZE bytes are mapped, is of our kind. */
bool slot_ledger_is_sound(const struct ledger *ledger, size_t size);

/* A slot for the process PID: a free one, for want of that one of a process
 * that has ended, or the one that it had before it called exec (should one nearer to where the search begins have become free
 * since, that one, and the old one stays with is_filled 0).  It is wiped, and
 * its is_filled still 0.  NULL if all are taken, which the ledger counts.
 * errno may change. */
struct ledger_slot *slot_claim(struct ledger *ledger, uint32_t pid);

/* Empty all of SLOT but its pid. */
void slot_wipe(struct ledger_slot *slot);

/* Show SLOT to the reader. */
void slot_publish(struct ledger_slot *slot);

/* All that SLOT's accounts hold, ns. */
uint64_t slot_sum(const struct ledger_slot *slot);

#endif
