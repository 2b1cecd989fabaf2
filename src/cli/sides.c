/* SPDX-License-Identifier: GPL-3.0-or-later */

/* sides: reads, selects and names.  What is compared is report's. */
#include "cli/sides.h"

#include "base/text.h"
#include "cli/stored.h"
#include "model/name.h"
#include "model/run.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

gpg_error_t sides_read(struct sides *sides, const struct plan_list *paths,
                       struct fault *fault)
{
    gpg_error_t err = 0;
    *sides = (struct sides){.paths = paths};
    sides->files = calloc(paths->count + 1, sizeof *sides->files);
    if (!sides->files)
        return fault_no_memory(fault);
    for (; !err && sides->count < paths->count; sides->count++)
        err = stored_read_all(paths->item[sides->count],
                              &sides->files[sides->count], fault);
    return err;
}

/* A number of runs; 0: it is a date. */
static size_t count_of(const char *since)
{
    char *end = NULL;
    const unsigned long count = strtoul(since, &end, 10);
    return *end == '\0' && isdigit((unsigned char)since[0]) ? count : 0;
}

/* The first run that is meant. */
static size_t find_first(const struct history *file, const char *since)
{
    const size_t count = count_of(since);
    size_t first = 0;
    if (count > 0)
        return file->count > count ? file->count - count : 0;
    while (first < file->count &&
           (!file->runs[first].started ||
            strcmp(file->runs[first].started, since) < 0))
        first++;
    return first;
}

/* Take the first COUNT runs out of FILE. */
static void drop(struct history *file, size_t count)
{
    for (size_t i = 0; i < count; i++)
        run_release(&file->runs[i]);
    memmove(file->runs, file->runs + count,
            (file->count - count) * sizeof *file->runs);
    file->count -= count;
}

gpg_error_t sides_keep_since(struct sides *sides, const char *since,
                             struct fault *fault)
{
    struct history *file = &sides->files[0];
    const size_t had = file->count;
    drop(file, find_first(file, since));
    return file->count >= 2
               ? 0
               : fault_set(fault, FAULT_USAGE, gpg_error(GPG_ERR_NO_DATA),
                           sides->paths->item[0],
                           "it holds %zu %s, %zu of them since %.40s; drift "
                           "needs two (run --append adds them)",
                           had, had == 1 ? "run" : "runs", file->count, since);
}

/* The base name of file INDEX, as long as that is no other's too. */
static const char *short_name(const struct plan_list *paths, size_t index)
{
    const char *path = paths->item[index];
    for (size_t i = 0; i < paths->count; i++)
        if (i != index &&
            strcmp(text_base_name(paths->item[i]), text_base_name(path)) == 0)
            return path;
    return text_base_name(path);
}

static void add_file_name(const struct sides *sides, size_t index,
                          struct text *name)
{
    static const char *const endings[] = {".jsonl", ".json"};
    const char *file = short_name(sides->paths, index);
    size_t length = strlen(file);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t ending = strlen(endings[i]);
        if (length > ending &&
            strcmp(file + length - ending, endings[i]) == 0) {
            length -= ending;
            break;
        }
    }
    text_add_bytes(name, file, length);
}

/* What ENGINE of RUN, in file INDEX, is called. */
static void add_name(const struct sides *sides, size_t index,
                     const struct run *run, uint32_t engine, struct text *name)
{
    const bool is_one_file = sides->count == 1;
    const bool is_one_run = sides->files[index].count == 1;
    const char *engine_name = run->engines[engine].name;
    if (!is_one_file)
        add_file_name(sides, index, name);
    if (!is_one_run)
        text_addf(name, "%s%s", is_one_file ? "" : "@",
                  run->started ? run->started : "-");
    if (name->length > 0 && run->engine_count == 1)
        return;
    text_addf(name, "%s%s", name->length > 0 ? ":" : "",
              engine_name ? engine_name : "-");
}

static bool is_taken(const void *state, const char *name)
{
    const struct compare *compare = state;
    for (size_t i = 0; i < compare->side_count; i++)
        if (strcmp(compare->sides[i].name, name) == 0)
            return true;
    return false;
}

static gpg_error_t add_side(const struct sides *sides, size_t index,
                            const struct run *run, uint32_t engine,
                            struct compare *compare)
{
    struct text name = {.bytes = NULL};
    add_name(sides, index, run, engine, &name);
    char *unique = text_failed(&name)
                       ? NULL
                       : name_unique(text_string(&name), is_taken, compare);
    const gpg_error_t err = unique ? compare_add(compare, run, engine, unique)
                                   : gpg_error(GPG_ERR_ENOMEM);
    free(unique);
    text_release(&name);
    return err;
}

gpg_error_t sides_add(const struct sides *sides, struct compare *compare,
                      struct fault *fault)
{
    gpg_error_t err = 0;
    for (size_t i = 0; i < sides->count; i++)
        for (size_t r = 0; r < sides->files[i].count; r++) {
            const struct run *run = &sides->files[i].runs[r];
            for (uint32_t e = 0; !err && e < run->engine_count; e++)
                err = add_side(sides, i, run, e, compare);
        }
    return err ? fault_no_memory(fault) : 0;
}

void sides_release(struct sides *sides)
{
    for (size_t i = 0; i < sides->count; i++)
        history_release(&sides->files[i]);
    free(sides->files);
    *sides = (struct sides){.paths = NULL};
}
