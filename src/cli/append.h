/* SPDX-License-Identifier: GPL-3.0-or-later */

/* append: a user's file of runs, to which one is added. */
#ifndef PGPBENCH_CLI_APPEND_H
#define PGPBENCH_CLI_APPEND_H

#include "model/fault.h"
#include "model/run.h"

#include <gpg-error.h>
#include <stdbool.h>

struct append {
    const char *path; /* borrowed; NULL: none was asked for */
    int fd;           /* below 0: not open */
    bool is_new;      /* it was not there before */
};

/* Open the file PATH (NULL: nothing is done here and below), which is made if
 * it is not there, to see that a run can be added.  Fails with FAULT filled;
 * APPEND is for append_release in any case. */
gpg_error_t append_open(struct append *append, const char *path,
                        struct fault *fault);

/* Add RUN as a line, whole or not at all, also beside others who do so.  Fails
 * with FAULT filled. */
gpg_error_t append_add(struct append *append, const struct run *run,
                       struct fault *fault);

/* Close it; a new file to which nothing was added is removed. */
void append_release(struct append *append);

#endif
