/* SPDX-License-Identifier: GPL-3.0-or-later */

/* identity: what an engine turns out to be once it works: its agent, how its
 * CPU time is got, the libraries that are really loaded. */
#ifndef PGPBENCH_BENCH_IDENTITY_H
#define PGPBENCH_BENCH_IDENTITY_H

#include "bench/workplace.h"
#include "model/fault.h"
#include "model/run.h"

#include <gpg-error.h>

/* Write agent version and methods of WORKPLACE, whose agent was found, into
 * RECORD. */
void identity_record_methods(const struct workplace *workplace,
                             struct run_engine *record);

/* Run gpg once in the probed WORKPLACE, which was entered, and write the
 * libraries into RECORD that it and the agent list.  Fails with FAULT
 * filled. */
gpg_error_t identity_record_libraries(const struct workplace *workplace,
                                      struct run_engine *record,
                                      struct fault *fault);

#endif
