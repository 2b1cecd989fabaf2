/* SPDX-License-Identifier: GPL-3.0-or-later */

/* full_run: a record with something in every member, for the tests of its
 * file.  The numbers mean nothing. */
#ifndef PGPBENCH_TESTS_FULL_RUN_H
#define PGPBENCH_TESTS_FULL_RUN_H

struct run;

/* Two engines, a key, two fixtures, and four cells: one with plain and probed
 * samples that lack a metric here and there, one with a failure, one without
 * key and fixture, one not measured yet.  Aborts when memory has run out. */
void full_run_init(struct run *run);

#endif
