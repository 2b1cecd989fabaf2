/* SPDX-License-Identifier: GPL-3.0-or-later */

/* json: what the formats that write JSON share.  A value that could not be made
 * is noticed once, at the end. */
#ifndef PGPBENCH_REPORT_JSON_H
#define PGPBENCH_REPORT_JSON_H

#include <gpg-error.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

struct json_writer {
    bool failed; /* a value or a member could not be made */
};

/* Set KEY of OBJECT, or append to ARRAY; VALUE (NULL: it could not be made) is
 * taken. */
void json_set(struct json_writer *writer, json_t *object, const char *key,
              json_t *value);
void json_append(struct json_writer *writer, json_t *array, json_t *value);

/* VALUE, or null where it is not known. */
json_t *json_number(bool is_known, double value);

/* Write JSON to STREAM with a newline, flush it and release it, unless ERR is
 * set or WRITER has failed.  Returns ERR, the system error of the write, or
 * GPG_ERR_ENOMEM. */
gpg_error_t json_put(const struct json_writer *writer, json_t *json,
                     gpg_error_t err, FILE *stream);

#endif
