/* SPDX-License-Identifier: GPL-3.0-or-later */

/* say: messages to the person, on stderr, and a progress line.
 *
 * Only cli/ and main say anything.  Each message is one line that begins
 * "pgpbench: ", with control characters made visible. */
#ifndef PGPBENCH_BASE_SAY_H
#define PGPBENCH_BASE_SAY_H

#include <stdbool.h>
#include <stdio.h>

enum say_level { SAY_QUIET, SAY_NORMAL, SAY_VERBOSE };

struct say {
    FILE *stream; /* not owned; NULL says nothing */
    enum say_level level;
    bool is_terminal;        /* progress is shown only here */
    size_t progress_columns; /* of the line that stands there now */
};

/* Speak to STREAM; whether it is a terminal is looked up here. */
void say_init(struct say *say, FILE *stream, enum say_level level);

/* Always said. */
void say_error(struct say *say, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Not said when quiet. */
void say_warning(struct say *say, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Said only when verbose. */
void say_detail(struct say *say, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Replace the progress line; at most 79 columns of it are shown.  Nothing
 * unless STREAM is a terminal and the level is not quiet. */
void say_progress(struct say *say, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Wipe the progress line. */
void say_progress_end(struct say *say);

#endif
