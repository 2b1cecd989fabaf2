/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_gobench: a run as the text that Go's benchmarks print and benchstat
 * reads (https://go.dev/design/14313-benchmark-format): a line for each
 * sample, BenchmarkSign/engine=gpg/key=dsa1024/fixture=COPYING/copies=1 1 N
 * ns/op, and before them what the run was. */
#ifndef PGPBENCH_REPORT_FORMAT_GOBENCH_H
#define PGPBENCH_REPORT_FORMAT_GOBENCH_H

#include <gpg-error.h>
#include <stdio.h>

struct run;
struct view;

/* Write RUN to STREAM and flush it; VIEW does not matter.  The samples are
 * those that a report shows: plain ones, where there are any.  Cells that
 * failed have none.  Fails with the system error of the write, or
 * GPG_ERR_ENOMEM. */
gpg_error_t format_gobench_write(const struct run *run, const struct view *view,
                                 FILE *stream);

#endif
