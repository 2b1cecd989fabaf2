/* SPDX-License-Identifier: GPL-3.0-or-later */

/* option_table: reads argv by tables of options that also print the help.
 * What the options mean is their owners'. */
#ifndef PGPBENCH_CLI_OPTION_TABLE_H
#define PGPBENCH_CLI_OPTION_TABLE_H

#include "model/fault.h"

#include <gpg-error.h>
#include <stddef.h>
#include <stdio.h>

struct option_row {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* NULL: it takes none */
    /* Take VALUE (NULL without argument) into TARGET.  GPG_ERR_INV_VALUE:
     * it is not what ARGUMENT and WHAT say.  NULL: not built yet, refused by
     * name and left out of the help. */
    gpg_error_t (*set)(void *target, const struct option_row *row,
                       const char *value);
    size_t offset;    /* in TARGET, for the setters of option_value.h */
    const char *what; /* for the help */
};

/* Options with one owner, and where they go. */
struct option_rows {
    const struct option_row *rows;
    size_t count;
    void *target;
};

/* A verb's options: its own, and those that it shares with other verbs. */
struct option_table {
    const struct option_rows *parts;
    size_t part_count;
    /* Take an argument that is no option into TARGET. */
    gpg_error_t (*add_file)(void *target, const char *file);
    void *target;
};

/* Read ARGV (argv[0] is skipped); options may stand anywhere before "--".
 * Fails with FAULT filled. */
gpg_error_t option_table_read(const struct option_table *table, int argc,
                              char **argv, struct fault *fault);

/* The index in ARGV of the first word before "--" that is neither an option
 * of TABLE nor the value of one; 0 if there is none.  A name that TABLE has
 * several times means the first.  Nothing is set or refused. */
int option_table_find_word(const struct option_table *table, int argc,
                           char **argv);

/* One line or two for each option that is built. */
void option_table_print(const struct option_table *table, FILE *stream);

/* "OPTION: wrong usage; ADVICE; see --help".  Returns an error. */
gpg_error_t option_complain(struct fault *fault, const char *option,
                            const char *advice);

#endif
