/* SPDX-License-Identifier: GPL-3.0-or-later */

/* json: jansson with one test of memory. */
#include "report/json.h"

#include "report/format.h"

#include <errno.h>

void json_set(struct json_writer *writer, json_t *object, const char *key,
              json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        writer->failed = true;
}

void json_append(struct json_writer *writer, json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0)
        writer->failed = true;
}

json_t *json_number(bool is_known, double value)
{
    return is_known ? json_real(value) : json_null();
}

gpg_error_t json_put(const struct json_writer *writer, json_t *json,
                     gpg_error_t err, FILE *stream)
{
    if (!err && writer->failed)
        err = gpg_error(GPG_ERR_ENOMEM);
    errno = 0;
    if (!err && (json_dumpf(json, stream,
                            JSON_INDENT(1) | JSON_REAL_PRECISION(15)) != 0 ||
                 fputc('\n', stream) == EOF))
        err = errno ? gpg_error_from_syserror() : gpg_error(GPG_ERR_EIO);
    json_decref(json);
    return err ? err : format_flush(stream);
}
