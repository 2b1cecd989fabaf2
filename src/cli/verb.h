/* SPDX-License-Identifier: GPL-3.0-or-later */

/* verb: the table of verbs.  The program for small devices has another one
 * (PGPBENCH_DEVICE). */
#ifndef PGPBENCH_CLI_VERB_H
#define PGPBENCH_CLI_VERB_H

#include "cli/option_table.h"

#include <stddef.h>

struct verb {
    const char *name;
    int (*run)(int argc, char **argv); /* see cmd.h */
    /* The options of it alone, to look at only; NULL: it has none. */
    struct option_rows (*rows)(void);
};

extern const struct verb verbs[];
extern const size_t verb_count;

/* The verb called WORD; NULL if there is none. */
const struct verb *verb_find(const char *word);

#endif
