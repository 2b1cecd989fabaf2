/* SPDX-License-Identifier: GPL-3.0-or-later */

/* utf8: tables of characters.  Strings of them are text's. */
#include "base/utf8.h"

#include <stdint.h>

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

/* The NUL at the end is no continuation, so nothing past it is read. */
size_t utf8_length(const char *string)
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

/* The code point of a valid character. */
static uint32_t decode(const char *string)
{
    const size_t length = utf8_length(string);
    const unsigned char *bytes = (const unsigned char *)string;
    static const unsigned char lead_mask[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    if (length >= sizeof lead_mask)
        return 0; /* there are no longer ones */
    uint32_t code = bytes[0] & lead_mask[length];

    for (size_t i = 1; i < length; i++)
        code = code << 6 | (bytes[i] & 0x3f);
    return code;
}

struct range {
    uint32_t low, high;
};

/* C0, DEL and C1, direction marks, line and paragraph separators, embeddings,
 * overrides and isolates (Unicode, UAX #9). */
static const struct range controls[] = {
    {0x0000, 0x001f}, {0x007f, 0x009f}, {0x061c, 0x061c},
    {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069},
};

/* General category Zs, and what has no width (Unicode 15, UnicodeData). */
static const struct range blanks[] = {
    {0x0020, 0x0020}, {0x00a0, 0x00a0}, {0x00ad, 0x00ad}, {0x1680, 0x1680},
    {0x2000, 0x200d}, {0x202f, 0x202f}, {0x205f, 0x2060}, {0x2800, 0x2800},
    {0x3000, 0x3000}, {0x3164, 0x3164}, {0xfeff, 0xfeff},
};

/* East_Asian_Width W and F (Unicode 15, UAX #11), small gaps closed. */
static const struct range wide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},
    {0x23e9, 0x23ec},   {0x23f0, 0x23f0},   {0x23f3, 0x23f3},
    {0x25fd, 0x25fe},   {0x2614, 0x2615},   {0x2648, 0x2653},
    {0x267f, 0x267f},   {0x2693, 0x2693},   {0x26a1, 0x26a1},
    {0x26aa, 0x26ab},   {0x26bd, 0x26be},   {0x26c4, 0x26c5},
    {0x26ce, 0x26ce},   {0x26d4, 0x26d4},   {0x26ea, 0x26ea},
    {0x26f2, 0x26f3},   {0x26f5, 0x26f5},   {0x26fa, 0x26fa},
    {0x26fd, 0x26fd},   {0x2705, 0x2705},   {0x270a, 0x270b},
    {0x2728, 0x2728},   {0x274c, 0x274c},   {0x274e, 0x274e},
    {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},
    {0x27b0, 0x27b0},   {0x27bf, 0x27bf},   {0x2b1b, 0x2b1c},
    {0x2b50, 0x2b50},   {0x2b55, 0x2b55},   {0x2e80, 0x303e},
    {0x3041, 0x3247},   {0x3250, 0x4dbf},   {0x4e00, 0xa4cf},
    {0xa960, 0xa97f},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},
    {0xfe10, 0xfe19},   {0xfe30, 0xfe6f},   {0xff01, 0xff60},
    {0xffe0, 0xffe6},   {0x16fe0, 0x18cff}, {0x1aff0, 0x1b2ff},
    {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f18e},
    {0x1f191, 0x1f19a}, {0x1f200, 0x1f320}, {0x1f32d, 0x1f64f},
    {0x1f680, 0x1f6ff}, {0x1f7e0, 0x1f7f0}, {0x1f90c, 0x1f9ff},
    {0x1fa70, 0x1faff}, {0x20000, 0x3fffd},
};

static bool is_in(const struct range *ranges, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].low && code <= ranges[i].high)
            return true;
    return false;
}

bool utf8_is_control(const char *string)
{
    return is_in(controls, sizeof controls / sizeof *controls, decode(string));
}

bool utf8_is_blank(const char *string)
{
    return is_in(blanks, sizeof blanks / sizeof *blanks, decode(string));
}

size_t utf8_columns(const char *string)
{
    return is_in(wide, sizeof wide / sizeof *wide, decode(string)) ? 2 : 1;
}
