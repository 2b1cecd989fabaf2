/* SPDX-License-Identifier: GPL-3.0-or-later */

/* text: a growable string.  It writes to no stream and knows no locale:
 * what is UTF-8 is utf8's to say. */
#include "base/text.h"

#include "base/utf8.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 64

/* Make room for LENGTH more bytes and a NUL. */
static bool reserve(struct text *text, size_t length)
{
    if (text->failed)
        return false;
    if (text->bytes && length < text->capacity - text->length)
        return true;

    size_t capacity = text->capacity ? text->capacity : FIRST_CAPACITY;
    while (capacity <= SIZE_MAX / 2 && capacity - text->length <= length)
        capacity *= 2;
    char *bytes = NULL;
    if (capacity - text->length > length)
        bytes = realloc(text->bytes, capacity);
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void text_add_bytes(struct text *text, const char *bytes, size_t length)
{
    if (!reserve(text, length))
        return;
    if (length > 0)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_add(struct text *text, const char *string)
{
    text_add_bytes(text, string, strlen(string));
}

void text_add_char(struct text *text, char c, size_t times)
{
    if (!reserve(text, times))
        return;
    memset(text->bytes + text->length, c, times);
    text->length += times;
    text->bytes[text->length] = '\0';
}

void text_addv(struct text *text, const char *format, va_list arguments)
{
    va_list again;

    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0) {
        text->failed = true;
        return;
    }
    if (!reserve(text, (size_t)length))
        return;
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format,
              arguments);
    text->length += (size_t)length;
}

void text_addf(struct text *text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    text_addv(text, format, arguments);
    va_end(arguments);
}

static void add_escaped(struct text *text, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        text_addf(text, "\\x%02x", (unsigned)(unsigned char)bytes[i]);
}

void text_add_printable(struct text *text, const char *string)
{
    while (*string) {
        size_t length = utf8_length(string);
        if (length > 0 && !utf8_is_control(string)) {
            text_add_bytes(text, string, length);
        } else {
            length = length > 0 ? length : 1;
            add_escaped(text, string, length);
        }
        string += length;
    }
}

void text_add_utf8(struct text *text, const char *string)
{
    while (*string) {
        const size_t length = utf8_length(string);
        if (length > 0)
            text_add_bytes(text, string, length);
        else
            text_add(text, "\xef\xbf\xbd");
        string += length > 0 ? length : 1;
    }
}

void text_add_readable(struct text *text, const char *string)
{
    struct text valid = {0};

    text_add_utf8(&valid, string);
    text_add_printable(text, text_string(&valid));
    text->failed = text->failed || text_failed(&valid);
    text_release(&valid);
}

/* Whether the backslash at STRING would read as one of our \xHH. */
static bool looks_escaped(const char *string)
{
    static const char digits[] = "0123456789abcdefABCDEF";

    return string[0] == '\\' && string[1] == 'x' && string[2] &&
           strchr(digits, string[2]) && string[3] && strchr(digits, string[3]);
}

void text_add_coded(struct text *text, const char *string)
{
    struct text doubled = {0};

    for (; *string; string++) {
        text_add_char(&doubled, *string, 1);
        if (looks_escaped(string))
            text_add(&doubled, "x5c");
    }
    text_add_readable(text, text_string(&doubled));
    text->failed = text->failed || text_failed(&doubled);
    text_release(&doubled);
}

const char *text_quote(const char *string)
{
    bool is_blank = true; /* the last character; none is as good as blank */
    bool begins_blank = true;

    for (const char *at = string; *at;) {
        const size_t length = utf8_length(at);
        is_blank = length > 0 && utf8_is_blank(at);
        begins_blank = at == string ? is_blank : begins_blank;
        at += length > 0 ? length : 1;
    }
    return is_blank || begins_blank ? "'" : "";
}

void text_add_name(struct text *text, const char *string)
{
    text_add(text, text_quote(string));
    text_add_readable(text, string);
    text_add(text, text_quote(string));
}

size_t text_next(const char *string, size_t *r_columns)
{
    const size_t length = utf8_length(string);

    *r_columns = length > 0 ? utf8_columns(string) : 1;
    return length > 0 ? length : 1;
}

size_t text_columns(const char *string)
{
    size_t total = 0;
    size_t columns = 0;

    while (*string) {
        string += text_next(string, &columns);
        total += columns;
    }
    return total;
}

const char *text_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

bool text_same(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

bool text_differ(const char *a, const char *b)
{
    return a && b && strcmp(a, b) != 0;
}

const char *text_string(const struct text *text)
{
    return text->bytes ? text->bytes : "";
}

char *text_take(struct text *text)
{
    char *bytes = NULL;

    if (reserve(text, 0)) {
        bytes = text->bytes;
        bytes[text->length] = '\0';
        text->bytes = NULL;
    }
    text_release(text);
    return bytes;
}

void text_clear(struct text *text)
{
    text->length = 0;
    if (text->bytes)
        text->bytes[0] = '\0';
}

bool text_failed(const struct text *text)
{
    return text->failed;
}

void text_release(struct text *text)
{
    if (!text)
        return;
    free(text->bytes);
    *text = (struct text){0};
}
