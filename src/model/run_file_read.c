/* SPDX-License-Identifier: GPL-3.0-or-later */

/* run_file, reading: a file is another's word, so each value is checked
 * before it is taken.  What the numbers mean is not judged here. */
#include "model/run_file.h"

#include "base/text.h"
#include "model/columns.h"
#include "model/fault.h"
#include "model/place.h"
#include "model/run.h"
#include "model/run_fields.h"

#include <string.h>

/* Far more than any measuring gives; an endless stream ends here. */
#define MOST_BYTES ((size_t)256 << 20)

static gpg_error_t no_memory(void)
{
    return gpg_error(GPG_ERR_ENOMEM);
}

/* A stream as jansson asks for it, and why it ended. */
struct source {
    FILE *stream;
    size_t left;
    char start[3]; /* the first bytes, 0 where there are fewer */
    bool is_too_long;
    gpg_error_t err;
};

static size_t take_bytes(void *buffer, size_t size, void *data)
{
    struct source *source = data;
    const size_t length = fread(buffer, 1, size, source->stream);

    if (length < size && ferror(source->stream)) {
        source->err = gpg_error_from_syserror();
        return (size_t)-1;
    }
    if (length > source->left) {
        source->is_too_long = true;
        return (size_t)-1;
    }
    if (source->left == MOST_BYTES)
        memcpy(source->start, buffer, length < 3 ? length : 3);
    source->left -= length;
    return length;
}

/* FAULT for a text that is no JSON, as jansson tells it. */
static gpg_error_t refuse_text(const json_error_t *error, const char *name,
                               struct fault *fault)
{
    struct text thing = {0};

    /* jansson says nothing where it was its memory that ran out. */
    if (error->text[0] == '\0' ||
        json_error_code(error) == json_error_out_of_memory)
        return no_memory();
    text_addf(&thing, "%s:%d:%d", name, error->line, error->column);
    const gpg_error_t err = fault_set(
        fault, FAULT_BAD_FILE, gpg_error(GPG_ERR_SYNTAX), text_string(&thing),
        "%s; give a whole run file", error->text);
    text_release(&thing);
    return err;
}

/* What some editors put in front of a text: that of UTF-8, or of UTF-16. */
static bool has_byte_order_mark(const struct source *source)
{
    static const char *const marks[] = {"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"};

    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (memcmp(source->start, marks[i], strlen(marks[i])) == 0)
            return true;
    return false;
}

/* FAULT for a file that jansson would only find strange; 0: it is not that
 * strange. */
static gpg_error_t refuse_bytes(const struct source *source, const char *name,
                                struct fault *fault)
{
    if (source->left == MOST_BYTES)
        return fault_set(fault, FAULT_BAD_FILE, gpg_error(GPG_ERR_NO_DATA),
                         name, "it is empty; give a whole run file");
    if (has_byte_order_mark(source))
        return fault_set(fault, FAULT_BAD_FILE, gpg_error(GPG_ERR_SYNTAX), name,
                         "it begins with a byte order mark, which JSON has "
                         "not; save it as UTF-8 without one");
    return 0;
}

static gpg_error_t load(FILE *stream, const char *name, struct fault *fault,
                        json_t **r_root)
{
    struct source source = {.stream = stream, .left = MOST_BYTES};
    json_error_t error;

    *r_root =
        json_load_callback(take_bytes, &source, JSON_REJECT_DUPLICATES, &error);
    if (source.err)
        return fault_set(fault, FAULT_UNREADABLE, source.err, name,
                         "give a file you may read");
    if (source.is_too_long)
        return fault_set(fault, FAULT_BAD_FILE, gpg_error(GPG_ERR_TOO_LARGE),
                         name, "a run file has at most %zu MiB",
                         MOST_BYTES >> 20);
    if (*r_root)
        return 0;
    const gpg_error_t err = refuse_bytes(&source, name, fault);
    return err ? err : refuse_text(&error, name, fault);
}

static gpg_error_t check_version(const json_t *root, const struct place *file)
{
    const char *schema = json_string_value(json_object_get(root, "schema"));
    const json_t *version = json_object_get(root, "version");

    if (!schema || strcmp(schema, "pgpbench-run") != 0)
        return fault_set(file->fault, FAULT_BAD_FILE,
                         gpg_error(GPG_ERR_INV_VALUE), file->key,
                         "its schema is not \"pgpbench-run\": give a file "
                         "that pgpbench wrote with --export-json");
    if (!json_is_integer(version)) {
        const struct place at = place_member(file, "version");
        return place_refuse(&at, "a whole number");
    }
    if (json_integer_value(version) != RUN_FILE_VERSION)
        return fault_set(file->fault, FAULT_BAD_FILE,
                         gpg_error(GPG_ERR_NOT_SUPPORTED), file->key,
                         "it is a run file of version %lld and this pgpbench "
                         "reads version %d: use the pgpbench that wrote it",
                         (long long)json_integer_value(version),
                         RUN_FILE_VERSION);
    return 0;
}

/* Where the parts are that a cell names: name to index, for each list. */
struct indices {
    json_t *engines;
    json_t *keys;
    json_t *fixtures;
};

static void indices_release(struct indices *indices)
{
    json_decref(indices->engines);
    json_decref(indices->keys);
    json_decref(indices->fixtures);
}

/* Index the list KEY of ROOT, whose elements are known to be objects. */
static gpg_error_t index_names(const json_t *root, const struct place *file,
                               const char *key, json_t **r_index)
{
    const json_t *list = json_object_get(root, key);
    const struct place list_at = place_member(file, key);

    *r_index = json_object();
    for (size_t i = 0; i < json_array_size(list); i++) {
        const struct place element_at = place_element(&list_at, i);
        const struct place name_at = place_member(&element_at, "name");
        const char *name =
            json_string_value(json_object_get(json_array_get(list, i), "name"));
        if (!name)
            return place_refuse(&name_at, "a string");
        if (json_object_get(*r_index, name))
            return place_refuse(&name_at, "a name that no other has");
        if (json_object_set_new(*r_index, name, json_integer((json_int_t)i)))
            return no_memory();
    }
    return *r_index ? 0 : no_memory();
}

static gpg_error_t index_all(const json_t *root, const struct place *file,
                             struct indices *indices)
{
    gpg_error_t err = index_names(root, file, "engines", &indices->engines);

    if (!err)
        err = index_names(root, file, "keys", &indices->keys);
    if (!err)
        err = index_names(root, file, "fixtures", &indices->fixtures);
    return err;
}

/* A part that a cell names. */
struct part {
    const char *key;     /* of the cell's member */
    const json_t *index; /* of the list it is in */
    bool is_needed;      /* null is refused */
};

/* The index that CELL's member for PART names; CELL_NONE for null. */
static gpg_error_t read_part(const json_t *cell, const struct place *cell_at,
                             const struct part *part, uint32_t *r_index)
{
    const json_t *value = json_object_get(cell, part->key);
    const char *name = json_string_value(value);
    const struct place at = place_member(cell_at, part->key);

    *r_index = CELL_NONE;
    if (!part->is_needed && (!value || json_is_null(value)))
        return 0;
    if (!name)
        return place_refuse(&at,
                            part->is_needed ? "a string" : "a string or null");
    const json_t *index = json_object_get(part->index, name);
    if (!index)
        return place_refuse(&at, "the name of one of the file's %ss, not '%s'",
                            part->key, name);
    *r_index = (uint32_t)json_integer_value(index);
    return 0;
}

static gpg_error_t read_operation(const json_t *cell,
                                  const struct place *cell_at,
                                  enum operation *r_operation)
{
    const char *name = json_string_value(json_object_get(cell, "operation"));
    const struct place at = place_member(cell_at, "operation");

    if (!name)
        return place_refuse(&at, "a string");
    *r_operation = operation_find(name);
    if (*r_operation == OPERATION_COUNT)
        return place_refuse(
            &at, "an operation that this pgpbench knows, not '%s',", name);
    return 0;
}

static gpg_error_t read_cell(const json_t *object, const struct place *at,
                             const struct indices *indices, struct cell *r_cell)
{
    const struct place copies_at = place_member(at, "copies");
    const struct place variant_at = place_member(at, "variant");
    const json_t *variant = json_object_get(object, "variant");

    if (!json_is_object(object))
        return place_refuse(at, "an object");
    if (variant && !json_is_null(variant))
        return place_refuse(&variant_at, "null");
    gpg_error_t err = read_operation(object, at, &r_cell->operation);
    if (err)
        return err;
    const struct operation_row *row = operation_row(r_cell->operation);
    const struct part engine = {"engine", indices->engines, true};
    const struct part key = {"key", indices->keys, row->has_key};
    const struct part fixture = {"fixture", indices->fixtures,
                                 row->has_fixture};
    err = read_part(object, at, &engine, &r_cell->engine);
    if (!err)
        err = read_part(object, at, &key, &r_cell->key);
    if (!err)
        err = read_part(object, at, &fixture, &r_cell->fixture);
    if (!err)
        err = field_read_count(json_object_get(object, "copies"), &copies_at, 1,
                               &r_cell->copies);
    return err;
}

static gpg_error_t read_failure(const json_t *value, const struct place *at,
                                struct fault *r_failure)
{
    const struct place what_at = place_member(at, "what");

    if (!value || json_is_null(value))
        return 0;
    const gpg_error_t err = fields_read(fault_fields, value, at, r_failure);
    if (err)
        return err;
    if (!r_failure->words)
        return place_refuse(&what_at, "a string");
    r_failure->what = fault_find(r_failure->words);
    if (r_failure->what == FAULT_COUNT) /* of a later pgpbench */
        r_failure->what = FAULT_GPG_FAILED;
    return 0;
}

static gpg_error_t read_samples(const json_t *object, const struct place *at,
                                const char *key, bool probed,
                                struct series *series)
{
    const json_t *samples = json_object_get(object, key);
    const struct place samples_at = place_member(at, key);

    return samples ? columns_read(samples, &samples_at, probed, series) : 0;
}

static gpg_error_t read_series(const json_t *object, const struct place *at,
                               struct series *series)
{
    const struct place failure_at = place_member(at, "failure");
    gpg_error_t err = fields_read(series_fields, object, at, series);

    if (!err)
        err = read_failure(json_object_get(object, "failure"), &failure_at,
                           &series->failure);
    if (!err)
        err = read_samples(object, at, "plain", false, series);
    if (!err)
        err = read_samples(object, at, "probed", true, series);
    return err;
}

/* Refuse CELL if one of its name is in TAKEN, else put it there. */
static gpg_error_t take_name(const struct run *run, const struct cell *cell,
                             const struct place *at, json_t *taken)
{
    struct text name = {0};
    gpg_error_t err = 0;

    cell_name(run, cell, &name);
    if (json_object_get(taken, text_string(&name)))
        err = place_refuse(at, "a cell that is not there yet, not '%s' again,",
                           text_string(&name));
    else if (text_failed(&name) ||
             json_object_set_new(taken, text_string(&name), json_true()))
        err = no_memory();
    text_release(&name);
    return err;
}

static gpg_error_t read_cells(const json_t *list, const struct place *file,
                              const struct indices *indices, struct run *run)
{
    const struct place list_at = place_member(file, "cells");
    json_t *taken = json_object();
    gpg_error_t err =
        json_is_array(list) ? 0 : place_refuse(&list_at, "a list");

    for (size_t i = 0; !err && i < json_array_size(list); i++) {
        const json_t *object = json_array_get(list, i);
        const struct place at = place_element(&list_at, i);
        struct cell cell = {0};
        err = read_cell(object, &at, indices, &cell);
        if (!err)
            err = take_name(run, &cell, &at, taken);
        if (err)
            break;
        struct series *series = run_add_series(run, &cell);
        err = series ? read_series(object, &at, series) : no_memory();
    }
    json_decref(taken);
    return err;
}

/* Everything of ROOT into RUN. */
static gpg_error_t read_root(const json_t *root, const struct place *file,
                             struct run *run)
{
    struct indices indices = {0};
    gpg_error_t err = check_version(root, file);

    if (!err)
        err = fields_read(run_fields, root, file, run);
    if (!err)
        err = index_all(root, file, &indices);
    if (!err)
        err = read_cells(json_object_get(root, "cells"), file, &indices, run);
    indices_release(&indices);
    return err;
}

gpg_error_t run_file_read(FILE *stream, const char *name, struct run *run,
                          struct fault *fault)
{
    const struct place file = {.key = name, .fault = fault};
    json_t *root = NULL;

    run_init(run);
    gpg_error_t err = load(stream, name, fault, &root);
    if (!err)
        err = read_root(root, &file, run);
    if (err) {
        run_release(run);
        fault_set(fault, fault_of_error(err), err, name, NULL);
    }
    json_decref(root);
    return err;
}
