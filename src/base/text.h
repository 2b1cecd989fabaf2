/* SPDX-License-Identifier: GPL-3.0-or-later */

/* text: a growable string.
 *
 * The zeroed structure is the empty text.  Once memory has run out the text
 * stays as it is and text_failed() is true: test it once, at the end. */
#ifndef PGPBENCH_BASE_TEXT_H
#define PGPBENCH_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct text {
    char *bytes; /* NUL-terminated once anything was added */
    size_t length;
    size_t capacity;
    bool failed;
};

void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const char *bytes, size_t length);
void text_add_char(struct text *text, char c, size_t times);
void text_addf(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_addv(struct text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Append STRING so that it can be shown on a terminal: control characters,
 * those that turn the direction of writing, and bytes that are not valid
 * UTF-8 become \xHH, byte by byte.  Printable UTF-8 stays. */
void text_add_printable(struct text *text, const char *string);

/* Append STRING with U+FFFD for each byte that is not valid UTF-8. */
void text_add_utf8(struct text *text, const char *string);

/* As text_add_printable, with U+FFFD for each byte that is not valid UTF-8:
 * what a report shows is the same before and after the run file. */
void text_add_readable(struct text *text, const char *string);

/* As text_add_readable, so that valid UTF-8 can be had back by making each
 * \xHH the byte that it stands for, once, from left to right: a backslash of
 * STRING's own that would read so becomes \x5c. */
void text_add_coded(struct text *text, const char *string);

/* As text_add_readable, in quotes where text_quote has one. */
void text_add_name(struct text *text, const char *string);

/* "'" if STRING without quotes would show nothing, or less than it is: it is
 * empty, or begins or ends with a blank; else "". */
const char *text_quote(const char *string);

/* Columns that STRING takes on a terminal: those of utf8_columns; a byte that
 * is not valid UTF-8 counts as one. */
size_t text_columns(const char *string);

/* What of PATH stands behind its last slash. */
const char *text_base_name(const char *path);

/* Whether A and B are equal, or both NULL. */
bool text_same(const char *a, const char *b);

/* Whether A and B are both there and not equal: what is not known does not
 * differ. */
bool text_differ(const char *a, const char *b);

/* How many bytes the first character of STRING takes, at least one, and how
 * many columns.  STRING is not empty. */
size_t text_next(const char *string, size_t *r_columns);

/* The bytes added so far; "" for the empty text.  Owned by TEXT. */
const char *text_string(const struct text *text);

/* Hand over the bytes, to be freed by the caller, and empty TEXT.  NULL if
 * memory ran out; never NULL otherwise. */
char *text_take(struct text *text);

/* Forget what was added, keep the memory; that it ran out is not forgotten. */
void text_clear(struct text *text);

bool text_failed(const struct text *text);

void text_release(struct text *text);

#endif
