/* SPDX-License-Identifier: GPL-3.0-or-later */

/* history: takes lines apart.  What is in one is run_file's. */
#include "model/history.h"

#include "base/text.h"
#include "model/fault.h"
#include "model/run.h"
#include "model/run_file.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* More than run_file takes of one run, and no endless stream. */
#define MOST_BYTES ((size_t)1 << 30)

/* All of STREAM into TEXT. */
static gpg_error_t slurp(FILE *stream, const char *name, struct text *text,
                         struct fault *fault)
{
    char bytes[65536];
    size_t length;

    while ((length = fread(bytes, 1, sizeof bytes, stream)) > 0) {
        text_add_bytes(text, bytes, length);
        if (text->length > MOST_BYTES)
            return fault_set(fault, FAULT_BAD_FILE,
                             gpg_error(GPG_ERR_TOO_LARGE), name,
                             "it has more than %zu MiB", MOST_BYTES >> 20);
    }
    if (ferror(stream))
        return fault_set(fault, FAULT_UNREADABLE, gpg_error_from_syserror(),
                         name, "give a file you may read");
    return text_failed(text) ? fault_no_memory(fault) : 0;
}

static bool is_blank(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!isspace((unsigned char)bytes[i]))
            return false;
    return true;
}

/* Whether the braces and brackets of the first line are closed in it, outside
 * of strings: then there may be others like it. */
static bool is_whole_line(const char *bytes, size_t length)
{
    bool is_in_string = false;
    long depth = 0;

    for (size_t i = 0; i < length; i++) {
        const char c = bytes[i];
        if (is_in_string && c == '\\')
            i++;
        else if (c == '"')
            is_in_string = !is_in_string;
        else if (!is_in_string && (c == '{' || c == '['))
            depth++;
        else if (!is_in_string && (c == '}' || c == ']'))
            depth--;
    }
    return depth == 0 && !is_in_string && !is_blank(bytes, length);
}

static gpg_error_t add(struct history *history, char *bytes, size_t length,
                       const char *name, struct fault *fault)
{
    struct run *grown =
        reallocarray(history->runs, history->count + 1, sizeof *history->runs);
    if (grown)
        history->runs = grown;
    /* fmemopen takes no empty one. */
    FILE *stream = grown && length > 0 ? fmemopen(bytes, length, "r") : NULL;
    if (!grown || (length > 0 && !stream))
        return fault_no_memory(fault);
    if (!stream)
        return fault_set(fault, FAULT_BAD_FILE, gpg_error(GPG_ERR_NO_DATA),
                         name, "it is empty; give a whole run file");
    memset(&grown[history->count], 0, sizeof *grown);
    const gpg_error_t err =
        run_file_read(stream, name, &grown[history->count], fault);
    fclose(stream);
    if (!err)
        history->count++;
    return err;
}

static gpg_error_t add_lines(struct history *history, struct text *text,
                             const char *name, struct fault *fault)
{
    char *at = text->bytes;
    char *end = text->bytes + text->length;
    gpg_error_t err = 0;

    for (size_t number = 1; !err && at < end; number++) {
        char *newline = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((newline ? newline : end) - at);
        struct text place = {0};
        text_addf(&place, "%s, line %zu", name, number);
        if (!is_blank(at, length))
            err = add(history, at, length, text_string(&place), fault);
        text_release(&place);
        at += length + (newline ? 1 : 0);
    }
    return err;
}

gpg_error_t history_read(FILE *stream, const char *name,
                         struct history *history, struct fault *fault)
{
    struct text text = {0};
    gpg_error_t err = slurp(stream, name, &text, fault);

    if (!err) {
        const char *newline =
            text.length > 0 ? memchr(text.bytes, '\n', text.length) : NULL;
        const size_t first =
            newline ? (size_t)(newline - text.bytes) : text.length;
        const bool has_more =
            newline && !is_blank(newline, text.length - first);
        err = has_more && is_whole_line(text.bytes, first)
                  ? add_lines(history, &text, name, fault)
                  : add(history, text.bytes, text.length, name, fault);
    }
    text_release(&text);
    return err;
}

char *history_line(const struct run *run, size_t *r_length)
{
    char *bytes = NULL;
    size_t length = 0;
    size_t kept = 0;
    FILE *stream = open_memstream(&bytes, &length);

    if (!stream)
        return NULL;
    const gpg_error_t err = run_file_write(run, stream);
    if (fclose(stream) != 0 || err) {
        free(bytes);
        return NULL;
    }
    /* No string of JSON holds a raw newline: all are between values. */
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != '\n')
            bytes[kept++] = bytes[i];
    bytes[kept++] = '\n';
    *r_length = kept;
    return bytes;
}

void history_release(struct history *history)
{
    for (size_t i = 0; i < history->count; i++)
        run_release(&history->runs[i]);
    free(history->runs);
    *history = (struct history){NULL, 0};
}
