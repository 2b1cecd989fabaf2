/* SPDX-License-Identifier: GPL-3.0-or-later */

/* compare_verdict: what the figures of a comparison show, and what may be
 * chance.  For compare.c. */
#ifndef PGPBENCH_REPORT_COMPARE_VERDICT_H
#define PGPBENCH_REPORT_COMPARE_VERDICT_H

#include <gpg-error.h>

struct compare;

/* Correct and judge all figures of COMPARE whose verdict is VERDICT_NOTHING so
 * far: real and CPU time of all cells together, then, in those that differ,
 * the rest.  Fails with GPG_ERR_ENOMEM. */
gpg_error_t compare_judge(struct compare *compare);

#endif
