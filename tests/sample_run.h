/* SPDX-License-Identifier: GPL-3.0-or-later */

/* sample_run: a record made by hand, for the tests of report/.
 *
 * The figures are of the order of those in FACTS.md, chosen so that every
 * median and interval can be worked out on paper. */
#ifndef PGPBENCH_TESTS_SAMPLE_RUN_H
#define PGPBENCH_TESTS_SAMPLE_RUN_H

#include <stdint.h>

struct run;
struct series;

enum sample_run {
    SAMPLE_RUN_FULL,      /* start, and two sizes x four operations */
    SAMPLE_RUN_DISK_FULL, /* likewise; decrypt of x20 failed */
    SAMPLE_RUN_SINGLE,    /* likewise; every cell was measured once */
    SAMPLE_RUN_NO_AGENT,  /* likewise; gpg 1.4, warm cache on tmpfs */
    SAMPLE_RUN_TWO,       /* two engines and an empty file, sign only */
    SAMPLE_RUN_EMPTY      /* nothing is known and nothing was measured */
};

/* Fill RUN, to be released by run_release. */
void sample_run_make(enum sample_run which, struct run *run);

/* The series of the cell called NAME, which must exist. */
struct series *sample_run_find(struct run *run, const char *name);

/* Set *STRING, which a run owns, to a copy of WITH; NULL: absent. */
void sample_run_replace(char **string, const char *with);

#endif
