/* SPDX-License-Identifier: GPL-3.0-or-later */

/* loaded: which libraries a watched process has really loaded, as it wrote
 * them into the ledger. */
#ifndef PGPBENCH_BENCH_LOADED_H
#define PGPBENCH_BENCH_LOADED_H

#include "model/run.h"
#include "probe/ledger.h"

#include <gpg-error.h>

/* Add to RECORD what SLOT (NULL: nothing) lists and RECORD has not yet: the
 * program itself first, libraries by the name they were loaded under.  The
 * version is what the file that a link leads to has after ".so.", for
 * libgcrypt what gpg says of it, else absent.
 * Our own libraries and what the kernel maps have no place there.  Fails with
 * GPG_ERR_ENOMEM. */
gpg_error_t loaded_record(struct run_engine *record,
                          const struct ledger_slot *slot);

#endif
