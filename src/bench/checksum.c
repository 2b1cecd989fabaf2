/* SPDX-License-Identifier: GPL-3.0-or-later */

/* checksum: adds bytes up. */
#include "bench/checksum.h"

#include <string.h>

#define WORD sizeof(uint64_t)

static void add_word(struct checksum *sum, const unsigned char *bytes)
{
    uint64_t word = 0;
    memcpy(&word, bytes, WORD);
    sum->first += word;
    sum->second += sum->first;
}

void checksum_add(struct checksum *sum, const void *bytes, size_t length)
{
    const unsigned char *next = bytes;
    size_t held = (size_t)(sum->length % WORD);
    sum->length += length;
    while (held > 0 && length > 0) {
        sum->rest[held++] = *next++;
        length--;
        if (held == WORD) {
            add_word(sum, sum->rest);
            held = 0;
        }
    }
    for (; length >= WORD; length -= WORD, next += WORD)
        add_word(sum, next);
    if (length > 0)
        memcpy(sum->rest + held, next, length);
}

bool checksum_equal(const struct checksum *a, const struct checksum *b)
{
    return a->length == b->length && a->first == b->first &&
           a->second == b->second &&
           memcmp(a->rest, b->rest, (size_t)(a->length % WORD)) == 0;
}
