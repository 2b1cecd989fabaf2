/* SPDX-License-Identifier: GPL-3.0-or-later */

/* first_word: looks past options whose verb is not known yet, by the tables
 * of all verbs.  Which words are verbs is main's. */
#include "cli/first_word.h"

#include "cli/option_table.h"
#include "cli/verb.h"
#include "cli/view_options.h"

#define PARTS_MAX 8

int first_word_find(int argc, char **argv)
{
    /* What verbs share takes an argument in all of them or in none. */
    struct option_rows parts[PARTS_MAX] = {view_options_rows(NULL)};
    struct option_table table = {.parts = parts, .part_count = 1};
    for (size_t i = 0; i < verb_count && table.part_count < PARTS_MAX; i++)
        if (verbs[i].rows)
            parts[table.part_count++] = verbs[i].rows();
    return option_table_find_word(&table, argc, argv);
}

void first_word_bring(char **argv, int index)
{
    char *word = argv[index];
    for (int i = index; i > 1; i--)
        argv[i] = argv[i - 1];
    argv[1] = word;
}
