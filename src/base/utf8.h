/* SPDX-License-Identifier: GPL-3.0-or-later */

/* utf8: one character of UTF-8: its bytes, and what it does on a terminal.
 * No locale is asked: the program never sets one. */
#ifndef PGPBENCH_BASE_UTF8_H
#define PGPBENCH_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* How many bytes the character that STRING begins with takes; 0 if it is no
 * UTF-8.  Nothing past the NUL at the end is read. */
size_t utf8_length(const char *string);

/* Of the character that STRING begins with, which must be valid.  Whether it
 * does something to a terminal or to the order of what is shown. */
bool utf8_is_control(const char *string);

/* Likewise, whether nothing is to be seen of it: a space, or less. */
bool utf8_is_blank(const char *string);

/* Likewise, how many columns of a terminal it takes: 2 for what East Asian
 * scripts and pictures need, else 1.  Marks that combine count as 1, too:
 * not every terminal combines them, and what is too short still fits. */
size_t utf8_columns(const char *string);

#endif
