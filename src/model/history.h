/* SPDX-License-Identifier: GPL-3.0-or-later */

/* history: a file of runs, one after the other: JSON lines, each a run file
 * without line breaks. */
#ifndef PGPBENCH_MODEL_HISTORY_H
#define PGPBENCH_MODEL_HISTORY_H

#include <gpg-error.h>
#include <stddef.h>
#include <stdio.h>

struct fault;
struct run;

/* Owns all beneath it; the zeroed one is empty. */
struct history {
    struct run *runs;
    size_t count;
};

/* Append to HISTORY the runs in STREAM: of a run file one, of JSON lines one
 * for each line that is not blank.  NAME is for messages, with the number of
 * the line where there are several.  On failure FAULT is filled; HISTORY is for
 * history_release in any case. */
gpg_error_t history_read(FILE *stream, const char *name,
                         struct history *history, struct fault *fault);

/* RUN as a line with its newline, to be freed; *R_LENGTH is how long it is.
 * NULL: no memory. */
char *history_line(const struct run *run, size_t *r_length);

void history_release(struct history *history);

#endif
