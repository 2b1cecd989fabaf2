/* SPDX-License-Identifier: GPL-3.0-or-later */

/* machine: CPU, kernel, governor, load, memory: the context of a run. */
#ifndef PGPBENCH_BENCH_MACHINE_H
#define PGPBENCH_BENCH_MACHINE_H

#include "model/run.h"

#include <gpg-error.h>

/* What does not change.  What cannot be told stays absent. */
void machine_read(struct machine *machine);

/* Clock rate, temperature and load as they are now, into place WHEN of their
 * pairs: 0 before the measuring, 1 after it. */
void machine_read_state(struct machine *machine, int when);

#endif
