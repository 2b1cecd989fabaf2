/* SPDX-License-Identifier: GPL-3.0-or-later */

/* text: a growable string.  It writes to no stream and knows no locale:
 * what is UTF-8 is decided here. */
#include "base/text.h"

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

/* The well-formed sequences of RFC 3629, section 4: what the first byte may
 * be, how long the sequence is, and what the second byte may be.  Further
 * bytes are 80 to BF.  Overlong forms and surrogates have no row. */
static const struct {
    unsigned char first_low, first_high, length, second_low, second_high;
} sequences[] = {
    {0x00, 0x7f, 1, 0x00, 0x00}, {0xc2, 0xdf, 2, 0x80, 0xbf},
    {0xe0, 0xe0, 3, 0xa0, 0xbf}, {0xe1, 0xec, 3, 0x80, 0xbf},
    {0xed, 0xed, 3, 0x80, 0x9f}, {0xee, 0xef, 3, 0x80, 0xbf},
    {0xf0, 0xf0, 4, 0x90, 0xbf}, {0xf1, 0xf3, 4, 0x80, 0xbf},
    {0xf4, 0xf4, 4, 0x80, 0x8f},
};

static bool continues(const unsigned char *bytes, size_t length)
{
    for (size_t i = 2; i < length; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return false;
    return true;
}

/* How many bytes the character at STRING takes; 0 if it is no UTF-8.  The
 * NUL at the end is no continuation, so nothing past it is read. */
static size_t utf8_length(const char *string)
{
    const unsigned char *bytes = (const unsigned char *)string;

    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        if (bytes[0] < sequences[i].first_low ||
            bytes[0] > sequences[i].first_high)
            continue;
        const size_t length = sequences[i].length;
        if (length == 1)
            return 1;
        const bool second_fits = bytes[1] >= sequences[i].second_low &&
                                 bytes[1] <= sequences[i].second_high;
        return second_fits && continues(bytes, length) ? length : 0;
    }
    return 0;
}

/* The code point of a valid sequence of LENGTH bytes. */
static uint32_t utf8_decode(const char *string, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)string;
    static const unsigned char lead_mask[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = bytes[0] & lead_mask[length];

    for (size_t i = 1; i < length; i++)
        code = code << 6 | (bytes[i] & 0x3f);
    return code;
}

/* Characters that do something to a terminal or to the order of what is
 * shown: C0, DEL and C1, direction marks, line and paragraph separators,
 * embeddings, overrides and isolates (Unicode, UAX #9). */
static const struct {
    uint32_t low, high;
} controls[] = {
    {0x0000, 0x001f}, {0x007f, 0x009f}, {0x061c, 0x061c},
    {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069},
};

static bool is_control(uint32_t code)
{
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        if (code >= controls[i].low && code <= controls[i].high)
            return true;
    return false;
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
        if (length > 0 && !is_control(utf8_decode(string, length))) {
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

size_t text_columns(const char *string)
{
    size_t columns = 0;

    while (*string) {
        const size_t length = utf8_length(string);
        string += length > 0 ? length : 1;
        columns++;
    }
    return columns;
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
