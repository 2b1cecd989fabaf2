/* SPDX-License-Identifier: GPL-3.0-or-later */

/* paragraph: words filled into lines that fit a terminal.
 *
 * It breaks lines and does nothing else: what is shown has been made
 * printable before. */
#ifndef PGPBENCH_REPORT_PARAGRAPH_H
#define PGPBENCH_REPORT_PARAGRAPH_H

#include <stddef.h>

struct text;

#define PARAGRAPH_COLUMNS 80

/* Append LABEL, padded to INDENT columns, and WORDS, and end the line.  Lines
 * are broken at spaces so that none is wider than PARAGRAPH_COLUMNS, and
 * begin at column INDENT from the second on; a word that fits no line is
 * broken anywhere.  Spaces between words become one.  A number stays with the
 * word behind it, "1 ns".  LABEL is narrower than
 * INDENT, or both are nothing. */
void paragraph_add(struct text *text, const char *label, size_t indent,
                   const char *words);

#endif
