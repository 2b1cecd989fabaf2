/* SPDX-License-Identifier: GPL-3.0-or-later */

/* run_file, writing: the record as JSON, a part or a cell a line, so that no
 * more than one cell is held twice in memory.  It opens no file. */
#include "model/run_file.h"

#include "base/text.h"
#include "model/columns.h"
#include "model/run.h"
#include "model/run_fields.h"

#include <stdlib.h>
#include <string.h>

/* 15 digits are those that any double gives back as it got them, so that a
 * file that was read is written with the same bytes. */
#define DUMP_FLAGS (JSON_ENCODE_ANY | JSON_REAL_PRECISION(15))

static gpg_error_t no_memory(void)
{
    return gpg_error(GPG_ERR_ENOMEM);
}

/* Names are what cells refer to.  Bytes that are no UTF-8 all became the same
 * character, so that names may have become alike: the later ones get "#2". */
static gpg_error_t make_names_unique(const json_t *list)
{
    json_t *taken = json_object();
    gpg_error_t err = 0;

    for (size_t i = 0; !err && i < json_array_size(list); i++) {
        json_t *element = json_array_get(list, i);
        const char *name = json_string_value(json_object_get(element, "name"));
        struct text unique = {0};
        text_add(&unique, name ? name : "-");
        for (size_t n = 2; json_object_get(taken, text_string(&unique)); n++) {
            text_clear(&unique);
            text_addf(&unique, "%s#%zu", name ? name : "-", n);
        }
        if (text_failed(&unique) ||
            json_object_set_new(taken, text_string(&unique), json_true()) ||
            json_object_set_new(element, "name",
                                json_string(text_string(&unique))))
            err = no_memory();
        text_release(&unique);
    }
    json_decref(taken);
    return err;
}

static char **add_engine_name(struct run *names)
{
    struct run_engine *engine = run_add_engine(names);
    return engine ? &engine->name : NULL;
}

static char **add_key_name(struct run *names)
{
    struct run_key *key = run_add_key(names);
    return key ? &key->name : NULL;
}

static char **add_fixture_name(struct run *names)
{
    struct run_fixture *fixture = run_add_fixture(names);
    return fixture ? &fixture->name : NULL;
}

static const struct {
    const char *key;
    char **(*add_name)(struct run *names);
} named_lists[] = {
    {"engines", add_engine_name},
    {"keys", add_key_name},
    {"fixtures", add_fixture_name},
};

static gpg_error_t copy_names(const json_t *list,
                              char **(*add_name)(struct run *names),
                              struct run *names)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *element = json_array_get(list, i);
        char **name = add_name(names);
        if (!name)
            return no_memory();
        *name = strdup(json_string_value(json_object_get(element, "name")));
        if (!*name)
            return no_memory();
    }
    return 0;
}

/* All of RUN but its cells; and in NAMES, a run with nothing but names, how
 * engines, keys and fixtures are called in the file. */
static gpg_error_t head_of(const struct run *run, json_t **r_head,
                           struct run *names)
{
    json_t *head = json_pack("{s:s, s:i}", "schema", "pgpbench-run", "version",
                             RUN_FILE_VERSION);
    gpg_error_t err = head ? fields_write(run_fields, run, head) : no_memory();

    for (size_t i = 0; !err && i < sizeof named_lists / sizeof *named_lists;
         i++) {
        const json_t *list = json_object_get(head, named_lists[i].key);
        err = make_names_unique(list);
        if (!err)
            err = copy_names(list, named_lists[i].add_name, names);
    }
    *r_head = head;
    return err;
}

/* "what" cannot be null in a file: a fault that lost its words to a lack of
 * memory gets them back. */
static json_t *failure_value(const struct fault *fault)
{
    if (!fault_is_set(fault))
        return json_null();
    json_t *object = json_object();
    if (fields_write(fault_fields, fault, object) == 0 &&
        (fault->words ||
         json_object_set_new(object, "what",
                             field_string(fault_words(fault->what))) == 0))
        return object;
    json_decref(object);
    return NULL;
}

static json_t *cell_value(const struct run *names, const struct series *series)
{
    const struct cell *cell = &series->cell;
    struct text name = {0};

    cell_name(names, cell, &name);
    /* clang-format off */
    json_t *value = json_pack("{s:s, s:s, s:s?, s:s, s:s?, s:I, s:n}",
        "name", text_string(&name),
        "engine", names->engines[cell->engine].name,
        "key", cell_key_name(names, cell),
        "operation", operation_row(cell->operation)->name,
        "fixture", cell_fixture_name(names, cell),
        "copies", (json_int_t)cell->copies,
        "variant");
    /* clang-format on */
    const bool has_name = !text_failed(&name);
    text_release(&name);
    if (has_name && value && fields_write(series_fields, series, value) == 0 &&
        json_object_set_new(value, "failure",
                            failure_value(&series->failure)) == 0 &&
        json_object_set_new(value, "plain", columns_write(series, false)) ==
            0 &&
        json_object_set_new(value, "probed", columns_write(series, true)) == 0)
        return value;
    json_decref(value);
    return NULL;
}

/* Why a write to STREAM failed. */
static gpg_error_t write_error(FILE *stream)
{
    return ferror(stream) ? gpg_error_from_syserror() : no_memory();
}

static gpg_error_t put_string(FILE *stream, const char *string)
{
    return fputs(string, stream) < 0 ? write_error(stream) : 0;
}

/* Write BEFORE, then VALUE, which is NULL when memory has run out. */
static gpg_error_t put_value(FILE *stream, const char *before,
                             const json_t *value)
{
    if (!value)
        return no_memory();
    const gpg_error_t err = put_string(stream, before);
    if (err)
        return err;
    return json_dumpf(value, stream, DUMP_FLAGS) < 0 ? write_error(stream) : 0;
}

static gpg_error_t put_head(FILE *stream, json_t *head)
{
    const char *between = "{";
    const char *key;
    json_t *value;
    gpg_error_t err = 0;

    json_object_foreach(head, key, value)
    {
        err = put_string(stream, between);
        if (!err)
            err = put_string(stream, "\"");
        if (!err)
            err = put_string(stream, key);
        if (!err)
            err = put_value(stream, "\": ", value);
        if (err)
            return err;
        between = ",\n ";
    }
    return err;
}

static gpg_error_t put_cells(FILE *stream, const struct run *names,
                             const struct run *run)
{
    gpg_error_t err = put_string(stream, ",\n \"cells\": [");

    for (size_t i = 0; !err && i < run->series_count; i++) {
        json_t *cell = cell_value(names, &run->series[i]);
        err = put_value(stream, i == 0 ? "\n  " : ",\n  ", cell);
        json_decref(cell);
    }
    return err ? err : put_string(stream, "]}\n");
}

gpg_error_t run_file_write(const struct run *run, FILE *stream)
{
    struct run names = {0};
    json_t *head = NULL;
    gpg_error_t err = head_of(run, &head, &names);

    if (!err)
        err = put_head(stream, head);
    if (!err)
        err = put_cells(stream, &names, run);
    if (!err && fflush(stream) != 0)
        err = write_error(stream);
    json_decref(head);
    run_release(&names);
    return err;
}
