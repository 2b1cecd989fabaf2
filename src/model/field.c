/* SPDX-License-Identifier: GPL-3.0-or-later */

/* field: writes and reads the members of a structure, one kind of member at
 * a time.  It opens no file. */
#include "model/field.h"

#include "base/text.h"
#include "model/place.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

json_t *field_string(const char *string)
{
    struct text text = {0};
    json_t *value = NULL;

    if (!string)
        return json_null();
    text_add_utf8(&text, string);
    if (!text_failed(&text))
        value = json_string(text_string(&text));
    text_release(&text);
    return value;
}

json_t *field_integer(int64_t number)
{
    return number == -1 ? json_null() : json_integer(number);
}

static gpg_error_t read_string(const json_t *value, const struct place *at,
                               char **r_string)
{
    if (json_is_null(value))
        return 0;
    if (!json_is_string(value))
        return place_refuse(at, "a string or null");
    *r_string = strdup(json_string_value(value));
    return *r_string ? 0 : gpg_error(GPG_ERR_ENOMEM);
}

gpg_error_t field_read_integer(const json_t *value, const struct place *at,
                               int64_t *r_number)
{
    const json_int_t number = json_integer_value(value);

    if (json_is_null(value)) {
        *r_number = -1;
        return 0;
    }
    if (!json_is_integer(value) || number < 0 || number > FIELD_INTEGER_MAX)
        return place_refuse(at, "a whole number from 0 to 2^53 - 1 or null");
    *r_number = number;
    return 0;
}

gpg_error_t field_read_count(const json_t *value, const struct place *at,
                             uint32_t low, uint32_t *r_count)
{
    const json_int_t number = json_integer_value(value);

    if (!json_is_integer(value) || number < low || number > UINT32_MAX)
        return place_refuse(at, "a whole number from %" PRIu32 " to 2^32 - 1",
                            low);
    *r_count = (uint32_t)number;
    return 0;
}

static bool is_in_range(const struct field *field, double number)
{
    return number >= field->low && number <= field->high;
}

static json_t *real_value(const struct field *field, double number)
{
    return is_in_range(field, number) ? json_real(number) : json_null();
}

static gpg_error_t read_real(const struct field *field, const json_t *value,
                             const struct place *at, double *r_number)
{
    if (json_is_null(value))
        return 0;
    if (!json_is_number(value) || !is_in_range(field, json_number_value(value)))
        return place_refuse(at, "a number from %.15g to %.15g or null",
                            field->low, field->high);
    *r_number = json_number_value(value);
    return 0;
}

static json_t *pair_value(const struct field *field, const double *pair)
{
    return json_pack("[o, o]", real_value(field, pair[0]),
                     real_value(field, pair[1]));
}

static gpg_error_t read_pair(const struct field *field, const json_t *value,
                             const struct place *at, double *pair)
{
    if (json_array_size(value) != 2)
        return place_refuse(at, "a list of two");
    for (size_t i = 0; i < 2; i++) {
        const struct place element = place_element(at, i);
        const gpg_error_t err =
            read_real(field, json_array_get(value, i), &element, &pair[i]);
        if (err)
            return err;
    }
    return 0;
}

static gpg_error_t read_bool(const json_t *value, const struct place *at,
                             bool *r_yes)
{
    if (!json_is_boolean(value))
        return place_refuse(at, "true or false");
    *r_yes = json_is_true(value);
    return 0;
}

static gpg_error_t read_known_bool(const json_t *value, const struct place *at,
                                   bool *r_yes, bool *r_known)
{
    if (json_is_null(value))
        return 0;
    *r_known = true;
    return read_bool(value, at, r_yes);
}

static json_t *seed_value(uint64_t seed)
{
    return seed <= INT64_MAX ? json_integer((json_int_t)seed) : json_null();
}

static gpg_error_t read_seed(const json_t *value, const struct place *at,
                             uint64_t *r_seed)
{
    if (json_is_null(value))
        return 0;
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return place_refuse(at, "a whole number from 0 to 2^63 - 1 or null");
    *r_seed = (uint64_t)json_integer_value(value);
    return 0;
}

static json_t *word_value(const char *const *words, unsigned word)
{
    return word == 0 ? json_null() : json_string(words[word]);
}

static gpg_error_t read_word(const json_t *value, const struct place *at,
                             const char *const *words, unsigned *r_word)
{
    const char *string = json_string_value(value);

    if (json_is_null(value))
        return 0;
    for (unsigned word = 1; string && words[word]; word++) {
        if (strcmp(words[word], string) == 0) {
            *r_word = word;
            return 0;
        }
    }
    return place_refuse(at, "a word this pgpbench knows, such as \"%s\",",
                        words[1]);
}

static json_t *strings_value(char *const *strings, size_t count)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        if (json_array_append_new(list, field_string(strings[i])) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static gpg_error_t read_strings(const json_t *value, const struct place *at,
                                char ***r_strings, size_t *r_count)
{
    const size_t count = json_array_size(value);
    gpg_error_t err = 0;

    if (!json_is_array(value))
        return place_refuse(at, "a list of strings");
    char **strings = calloc(count + 1, sizeof *strings);
    if (!strings)
        return gpg_error(GPG_ERR_ENOMEM);
    *r_strings = strings;
    *r_count = count;
    for (size_t i = 0; !err && i < count; i++) {
        const struct place element = place_element(at, i);
        const json_t *string = json_array_get(value, i);
        err = json_is_string(string)
                  ? read_string(string, &element, &strings[i])
                  : place_refuse(&element, "a string");
    }
    return err;
}

static json_t *object_value(const struct field *fields, const void *owner)
{
    json_t *object = json_object();

    if (object && fields_write(fields, owner, object) == 0)
        return object;
    json_decref(object);
    return NULL;
}

/* The first element of the array that MEMBER points to, whatever its type. */
static const char *first_element(const void *member)
{
    const char *first;

    memcpy(&first, member, sizeof first);
    return first;
}

static json_t *list_value(const struct field *field, const void *member,
                          size_t count)
{
    const char *element = first_element(member);
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++, element += field->size) {
        json_t *object = object_value(field->fields, element);
        if (json_array_append_new(list, object) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static gpg_error_t read_list(const struct field *field, const json_t *value,
                             const struct place *at, void *owner)
{
    gpg_error_t err = 0;

    if (!json_is_array(value))
        return place_refuse(at, "a list");
    for (size_t i = 0; !err && i < json_array_size(value); i++) {
        const struct place element = place_element(at, i);
        void *member = field->add(owner);
        err = member ? fields_read(field->fields, json_array_get(value, i),
                                   &element, member)
                     : gpg_error(GPG_ERR_ENOMEM);
    }
    return err;
}

/* The value of one member of OWNER, a new reference; NULL when memory has
 * run out. */
static json_t *member_value(const struct field *field, const void *owner)
{
    const void *member = (const char *)owner + field->offset;
    const void *second = (const char *)owner + field->second;

    switch (field->kind) {
    case FIELD_STRING:
        return field_string(*(char *const *)member);
    case FIELD_INTEGER:
        return field_integer(*(const int64_t *)member);
    case FIELD_COUNT:
        return json_integer(*(const uint32_t *)member);
    case FIELD_SEED:
        return seed_value(*(const uint64_t *)member);
    case FIELD_REAL:
        return real_value(field, *(const double *)member);
    case FIELD_PAIR:
        return pair_value(field, member);
    case FIELD_BOOL:
        return json_boolean(*(const bool *)member);
    case FIELD_KNOWN_BOOL:
        return *(const bool *)second ? json_boolean(*(const bool *)member)
                                     : json_null();
    case FIELD_WORD:
        return word_value(field->words, *(const unsigned *)member);
    case FIELD_STRINGS:
        return strings_value(*(char **const *)member, *(const size_t *)second);
    case FIELD_OBJECT:
        return object_value(field->fields, member);
    case FIELD_LIST:
        return list_value(field, member, *(const size_t *)second);
    }
    return NULL;
}

static gpg_error_t read_member(const struct field *field, const json_t *value,
                               const struct place *at, void *owner)
{
    void *member = (char *)owner + field->offset;
    void *second = (char *)owner + field->second;

    switch (field->kind) {
    case FIELD_STRING:
        return read_string(value, at, member);
    case FIELD_INTEGER:
        return field_read_integer(value, at, member);
    case FIELD_COUNT:
        return field_read_count(value, at, 0, member);
    case FIELD_SEED:
        return read_seed(value, at, member);
    case FIELD_REAL:
        return read_real(field, value, at, member);
    case FIELD_PAIR:
        return read_pair(field, value, at, member);
    case FIELD_BOOL:
        return read_bool(value, at, member);
    case FIELD_KNOWN_BOOL:
        return read_known_bool(value, at, member, second);
    case FIELD_WORD:
        return read_word(value, at, field->words, member);
    case FIELD_STRINGS:
        return read_strings(value, at, member, second);
    case FIELD_OBJECT:
        return fields_read(field->fields, value, at, member);
    case FIELD_LIST:
        return read_list(field, value, at, owner);
    }
    return gpg_error(GPG_ERR_INTERNAL);
}

gpg_error_t fields_write(const struct field *fields, const void *owner,
                         json_t *object)
{
    for (const struct field *field = fields; field->key; field++) {
        json_t *value = member_value(field, owner);
        if (field->left_out && json_is_null(value))
            continue; /* null is no reference that must be given back */
        if (json_object_set_new(object, field->key, value) != 0)
            return gpg_error(GPG_ERR_ENOMEM);
    }
    return 0;
}

gpg_error_t fields_read(const struct field *fields, const json_t *object,
                        const struct place *at, void *owner)
{
    gpg_error_t err = 0;

    if (!json_is_object(object))
        return place_refuse(at, "an object");
    for (const struct field *field = fields; !err && field->key; field++) {
        const struct place member = place_member(at, field->key);
        const json_t *value = json_object_get(object, field->key);
        if (value)
            err = read_member(field, value, &member, owner);
    }
    return err;
}
