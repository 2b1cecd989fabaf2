/* SPDX-License-Identifier: GPL-3.0-or-later */

/* noticed_run: a record of sample_run and what notice finds in it, for the
 * tests of report/notice. */
#ifndef PGPBENCH_TESTS_NOTICED_RUN_H
#define PGPBENCH_TESTS_NOTICED_RUN_H

#include "model/run.h"
#include "report/notice.h"
#include "sample_run.h"

struct noticed_run {
    struct run run;          /* to be changed by the test */
    struct notice_list list; /* of the last look */
};

void noticed_run_init(struct noticed_run *noticed, enum sample_run which);
void noticed_run_release(struct noticed_run *noticed);

/* Look anew.  The one notice of KIND, valid until the next look; NULL if
 * there is none. */
const struct notice *noticed_run_find(struct noticed_run *noticed,
                                      enum notice_kind kind);

/* NOTICE is there, WORDS stand in its words and ADVICE in its advice; NULL:
 * it has none. */
void assert_notice_says(const struct notice *notice, const char *words,
                        const char *advice);

#endif
