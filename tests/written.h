/* SPDX-License-Identifier: GPL-3.0-or-later */

/* written: runs as they are written, in one string, and the golden ones. */
#ifndef PGPBENCH_TESTS_WRITTEN_H
#define PGPBENCH_TESTS_WRITTEN_H

#include "model/run.h"
#include "report/format.h"
#include "sample_run.h"

/* RUN in format NAME, to be freed. */
char *written_run(const struct run *run, const char *name,
                  const struct view *view);

/* The text report of a sample, to be freed. */
char *written_sample(enum sample_run which, const struct view *view);

/* REPORT is tests/golden/NAME.txt, byte for byte; else both are printed, to
 * be read by a person. */
void assert_golden(const char *report, const char *name);

#endif
