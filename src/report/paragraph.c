/* SPDX-License-Identifier: GPL-3.0-or-later */

/* paragraph: fill lines with words.  It knows no headings and no tables. */
#include "report/paragraph.h"

#include "base/text.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

struct filler {
    struct text *text;
    size_t indent;
    size_t column;
    bool has_word; /* on this line */
};

/* As text_columns, of the first LENGTH bytes. */
static size_t columns_of(const char *word, size_t length)
{
    size_t total = 0;
    size_t columns = 0;

    for (size_t i = 0; i < length;) {
        i += text_next(word + i, &columns);
        total += columns;
    }
    return total;
}

static void break_line(struct filler *filler)
{
    text_add_char(filler->text, '\n', 1);
    text_add_char(filler->text, ' ', filler->indent);
    filler->column = filler->indent;
    filler->has_word = false;
}

static void add_anywhere(struct filler *filler, const char *word, size_t length)
{
    size_t columns = 0;

    for (size_t i = 0; i < length;) {
        const size_t next = text_next(word + i, &columns);
        if (filler->column + columns > PARAGRAPH_COLUMNS)
            break_line(filler);
        filler->column += columns;
        text_add_bytes(filler->text, word + i, next);
        i += next;
    }
}

static void add_word(struct filler *filler, const char *word, size_t length)
{
    const size_t columns = columns_of(word, length);
    const size_t gap = filler->has_word ? 1 : 0;

    if (filler->column + gap + columns <= PARAGRAPH_COLUMNS) {
        text_add_char(filler->text, ' ', gap);
        filler->column += gap;
    } else if (filler->has_word) {
        break_line(filler);
    }
    add_anywhere(filler, word, length);
    filler->has_word = true;
}

/* Bytes of the word at WORD, or of a number and its unit. */
static size_t word_length(const char *word)
{
    const size_t length = strcspn(word, " ");
    const bool is_number = length > 0 && isdigit((unsigned char)word[0]) &&
                           isdigit((unsigned char)word[length - 1]);

    if (!is_number || word[length] == '\0')
        return length;
    return length + 1 + strcspn(word + length + 1, " ");
}

void paragraph_add(struct text *text, const char *label, size_t indent,
                   const char *words)
{
    struct filler filler = {.text = text, .indent = indent, .column = indent};

    text_add(text, label);
    text_add_char(text, ' ', indent - text_columns(label));
    for (const char *word = words + strspn(words, " "); *word;) {
        const size_t length = word_length(word);
        add_word(&filler, word, length);
        word += length + strspn(word + length, " ");
    }
    text_add_char(text, '\n', 1);
}
