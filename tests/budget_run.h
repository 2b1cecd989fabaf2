/* SPDX-License-Identifier: GPL-3.0-or-later */

/* budget_run: the full record of sample_run with stages in its probed
 * samples, and with cells that know little or nothing of theirs. */
#ifndef PGPBENCH_TESTS_BUDGET_RUN_H
#define PGPBENCH_TESTS_BUDGET_RUN_H

struct run;

/* Fill RUN, to be released by run_release. */
void budget_run_make(struct run *run);

#endif
