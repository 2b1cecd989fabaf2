/* SPDX-License-Identifier: GPL-3.0-or-later */

/* first_word: looks past options whose verb is not known yet, by the tables
 * of all verbs.  Which words are verbs is main's. */
#include "cli/first_word.h"

#include "cli/cmd.h"
#include "cli/option_table.h"
#include "cli/options.h"
#include "cli/view_options.h"

int first_word_find(int argc, char **argv)
{
    /* What verbs share takes an argument in all of them or in none. */
    const struct option_rows parts[] = {options_rows(NULL),
                                        view_options_rows(NULL),
                                        cmd_check_rows(), cmd_compare_rows()};
    const struct option_table table = {
        .parts = parts, .part_count = sizeof parts / sizeof *parts};
    return option_table_find_word(&table, argc, argv);
}

void first_word_bring(char **argv, int index)
{
    char *word = argv[index];
    for (int i = index; i > 1; i--)
        argv[i] = argv[i - 1];
    argv[1] = word;
}
