/* SPDX-License-Identifier: GPL-3.0-or-later */

/* own: the probe's own files, past its own hooks. */
#ifndef PGPBENCH_PROBE_OWN_H
#define PGPBENCH_PROBE_OWN_H

#include "probe/ledger.h"

#include <stddef.h>

/* Look up what is used here, so that a signal handler need not. */
void own_prepare(void);

/* Map the ledger in the file PATH; NULL if it cannot be opened or is not
 * sound.  It is never unmapped. */
struct ledger *own_map_ledger(const char *path);

/* Up to SIZE bytes from the start of the file PATH; how many, 0 if it cannot
 * be read. */
size_t own_read_file(const char *path, char *buffer, size_t size);

#endif
