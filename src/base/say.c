/* SPDX-License-Identifier: GPL-3.0-or-later */

/* say: messages to the person and a progress line.  What is said is decided
 * elsewhere; a message that cannot be written is lost, for there is nobody
 * left to tell. */
#include "base/say.h"

#include "base/text.h"

#include <stdarg.h>
#include <unistd.h>

/* One column stays free: a terminal of 80 wraps when the last is written. */
#define PROGRESS_COLUMNS 79

void say_init(struct say *say, FILE *stream, enum say_level level)
{
    *say = (struct say){
        .stream = stream,
        .level = level,
        .is_terminal = stream && isatty(fileno(stream)) == 1,
    };
}

/* One message, with PREFIX in front, on a line of its own. */
__attribute__((format(printf, 3, 0))) static void say_line(struct say *say,
                                                           const char *prefix,
                                                           const char *format,
                                                           va_list arguments)
{
    struct text raw = {0};
    struct text line = {0};

    if (!say->stream)
        return;
    text_addv(&raw, format, arguments);
    text_add_printable(&line, text_string(&raw));
    say_progress_end(say);
    fprintf(say->stream, "pgpbench: %s%s\n", prefix, text_string(&line));
    fflush(say->stream);
    text_release(&raw);
    text_release(&line);
}

void say_error(struct say *say, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    say_line(say, "", format, arguments);
    va_end(arguments);
}

void say_warning(struct say *say, const char *format, ...)
{
    va_list arguments;

    if (say->level < SAY_NORMAL)
        return;
    va_start(arguments, format);
    say_line(say, "warning: ", format, arguments);
    va_end(arguments);
}

void say_detail(struct say *say, const char *format, ...)
{
    va_list arguments;

    if (say->level < SAY_VERBOSE)
        return;
    va_start(arguments, format);
    say_line(say, "", format, arguments);
    va_end(arguments);
}

/* How many bytes of STRING take at most COLUMNS. */
static size_t bytes_of_columns(const char *string, size_t columns)
{
    size_t length = 0;
    size_t wide = 0;

    while (string[length]) {
        const size_t next = text_next(string + length, &wide);
        if (wide > columns)
            break;
        columns -= wide;
        length += next;
    }
    return length;
}

void say_progress(struct say *say, const char *format, ...)
{
    struct text raw = {0};
    struct text shown = {0};
    struct text line = {0};
    va_list arguments;

    if (!say->stream || !say->is_terminal || say->level < SAY_NORMAL)
        return;
    va_start(arguments, format);
    text_addv(&raw, format, arguments);
    va_end(arguments);
    text_add_printable(&shown, text_string(&raw));
    text_add_bytes(&line, text_string(&shown),
                   bytes_of_columns(text_string(&shown), PROGRESS_COLUMNS));

    const size_t columns = text_columns(text_string(&line));
    if (columns < say->progress_columns)
        text_add_char(&line, ' ', say->progress_columns - columns);
    fprintf(say->stream, "\r%s", text_string(&line));
    fflush(say->stream);
    say->progress_columns = columns;

    text_release(&raw);
    text_release(&shown);
    text_release(&line);
}

void say_progress_end(struct say *say)
{
    if (!say->stream || say->progress_columns == 0)
        return;
    fprintf(say->stream, "\r%*s\r", (int)say->progress_columns, "");
    fflush(say->stream);
    say->progress_columns = 0;
}
