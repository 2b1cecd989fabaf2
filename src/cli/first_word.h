/* SPDX-License-Identifier: GPL-3.0-or-later */

/* first_word: the word of a command line that may name the verb. */
#ifndef PGPBENCH_CLI_FIRST_WORD_H
#define PGPBENCH_CLI_FIRST_WORD_H

/* The index in ARGV (of ARGC, the first skipped) of the first word that is
 * neither an option of any verb nor the value of one, and stands before
 * "--"; 0 if there is none. */
int first_word_find(int argc, char **argv);

/* Bring word INDEX of ARGV to index 1, the words before it one further. */
void first_word_bring(char **argv, int index);

#endif
