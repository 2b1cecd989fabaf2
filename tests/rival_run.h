/* SPDX-License-Identifier: GPL-3.0-or-later */

/* rival_run: records of engines that are compared, with figures set by the
 * test, for the tests of report/compare and what it is made of. */
#ifndef PGPBENCH_TESTS_RIVAL_RUN_H
#define PGPBENCH_TESTS_RIVAL_RUN_H

#include "model/run.h"

#include <stddef.h>
#include <stdint.h>

/* A run with COUNT engines "a", "b", …, the key dsa1024 and the fixture
 * COPYING, without cells; for run_release. */
void rival_run_init(struct run *run, uint32_t count);

/* A cell of ENGINE, COPYING once over, without samples; valid until the next
 * one is added. */
struct series *rival_run_add(struct run *run, uint32_t engine,
                             enum operation operation);

/* The plain sample of ROUND: real NS, and 0.8 of it as CPU time of gpg. */
void rival_run_sample(struct series *series, uint32_t round, int64_t ns);

/* The probed sample of ROUND: real NS, of which the stage cipher CIPHER_NS and
 * compress the rest. */
void rival_run_probed(struct series *series, uint32_t round, int64_t ns,
                      int64_t cipher_ns);

/* COUNT rounds of both: real as rival_run_wobble makes it of NS. */
void rival_run_fill(struct series *series, uint32_t count, int64_t ns);

/* NS that is up to two hundredths off, another way in each round and for each
 * SALT, but always the same. */
int64_t rival_run_wobble(int64_t ns, uint32_t round, uint32_t salt);

#endif
