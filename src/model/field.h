/* SPDX-License-Identifier: GPL-3.0-or-later */

/* field: how the members of a structure stand in a JSON object.
 *
 * A table of fields, ended by one without a key, serves for writing and for
 * reading.  Which tables there are is run_fields' matter. */
#ifndef PGPBENCH_MODEL_FIELD_H
#define PGPBENCH_MODEL_FIELD_H

#include <gpg-error.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct place;

/* Whole numbers of JSON up to this one survive every reader: RFC 8259,
 * section 6. */
#define FIELD_INTEGER_MAX 9007199254740991

enum field_kind {
    FIELD_STRING,     /* char *, owned; NULL is null */
    FIELD_INTEGER,    /* int64_t from 0; -1 is null */
    FIELD_COUNT,      /* uint32_t */
    FIELD_SEED,       /* uint64_t; null above INT64_MAX, which JSON lacks */
    FIELD_REAL,       /* double from LOW to HIGH; NAN is null */
    FIELD_PAIR,       /* double[2], each likewise */
    FIELD_BOOL,       /* bool */
    FIELD_KNOWN_BOOL, /* bool; null if the bool at SECOND is false */
    FIELD_WORD,       /* an enum: WORDS says what it is from 1 on; 0 is null */
    FIELD_STRINGS,    /* char **, owned; their number, size_t, at SECOND */
    FIELD_OBJECT,     /* a structure with FIELDS */
    FIELD_LIST        /* array of such, of SIZE each; number at SECOND */
};

struct field {
    const char *key; /* NULL ends the table */
    enum field_kind kind;
    size_t offset;            /* in the structure */
    size_t second;            /* another offset, as the kind says */
    bool left_out;            /* where absent, instead of null */
    const char *const *words; /* ended by NULL; the first is not used */
    const struct field *fields;
    double low;  /* FIELD_REAL, FIELD_PAIR: the range of what can be, both */
    double high; /* ends of it included; what lies outside is not written */
    size_t size;
    void *(*add)(void *owner); /* FIELD_LIST: append one, absent everywhere;
                                  NULL when memory has run out */
};

/* Add the members of OWNER to OBJECT, in the order of FIELDS.  Bytes that
 * are not valid UTF-8 become U+FFFD.  Fails with GPG_ERR_ENOMEM. */
gpg_error_t fields_write(const struct field *fields, const void *owner,
                         json_t *object);

/* Read OBJECT into OWNER, which is absent everywhere; what the object does
 * not have stays so.  AT is where OBJECT stands.  Fails with
 * GPG_ERR_INV_VALUE, the fault filled, where a value is not of its kind, and
 * with GPG_ERR_ENOMEM. */
gpg_error_t fields_read(const struct field *fields, const json_t *object,
                        const struct place *at, void *owner);

/* STRING for JSON, null for NULL; bytes as above.  NULL when memory has run
 * out. */
json_t *field_string(const char *string);

/* NUMBER, or null for -1.  NULL when memory has run out. */
json_t *field_integer(int64_t number);

/* Read an integer as FIELD_INTEGER does, null being -1. */
gpg_error_t field_read_integer(const json_t *value, const struct place *at,
                               int64_t *r_number);

/* Read a whole number from LOW to UINT32_MAX. */
gpg_error_t field_read_count(const json_t *value, const struct place *at,
                             uint32_t low, uint32_t *r_count);

#endif
