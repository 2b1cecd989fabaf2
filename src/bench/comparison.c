/* SPDX-License-Identifier: GPL-3.0-or-later */

/* comparison: compares while the bytes come, and keeps none of them. */
#include "bench/comparison.h"

#include "bench/payload.h"

#include <stdlib.h>
#include <string.h>

#define COMPARED_BYTES ((size_t)65536)

static ssize_t compare(void *state, const void *bytes, size_t size)
{
    struct comparison *comparison = state;
    const size_t length = size < COMPARED_BYTES ? size : COMPARED_BYTES;
    const ssize_t got =
        source_read_full(&comparison->source, comparison->buffer, length);
    checksum_add(&comparison->sum, bytes, length);
    if (got < 0)
        comparison->err = gpg_error_from_syserror();
    else if ((size_t)got != length ||
             memcmp(comparison->buffer, bytes, length) != 0)
        comparison->differs = true;
    return (ssize_t)length;
}

static struct gpgme_data_cbs comparison_callbacks = {NULL, compare, NULL, NULL};

gpg_error_t comparison_init(struct comparison *comparison, const char *path,
                            uint32_t copies)
{
    memset(comparison, 0, sizeof *comparison);
    gpg_error_t err = source_open(&comparison->source, path, copies);
    if (err)
        return err;
    comparison->buffer = malloc(COMPARED_BYTES);
    if (!comparison->buffer)
        return gpg_error(GPG_ERR_ENOMEM);
    err = gpgme_data_new_from_cbs(&comparison->data, &comparison_callbacks,
                                  comparison);
    if (!err)
        err = gpgme_data_set_flag(comparison->data, "io-buffer-size",
                                  PAYLOAD_PUMP_BYTES);
    return err;
}

bool comparison_is_equal(struct comparison *comparison, gpg_error_t *r_err)
{
    char rest = 0;
    if (!comparison->err && !comparison->differs) {
        const ssize_t got = source_read(&comparison->source, &rest, 1);
        if (got < 0)
            comparison->err = gpg_error_from_syserror();
        else if (got > 0)
            comparison->differs = true;
    }
    *r_err = comparison->err;
    return !comparison->err && !comparison->differs;
}

void comparison_release(struct comparison *comparison)
{
    source_close(&comparison->source);
    gpgme_data_release(comparison->data);
    free(comparison->buffer);
    memset(comparison, 0, sizeof *comparison);
    comparison->source.fd = -1;
}

bool comparison_of_files(const char *a, uint32_t copies, const char *b,
                         gpg_error_t *r_err)
{
    struct comparison comparison;
    struct source other = {.fd = -1};
    char *buffer = malloc(COMPARED_BYTES);
    bool is_equal = false;
    ssize_t got = 0;
    *r_err = comparison_init(&comparison, a, copies);
    if (!*r_err)
        *r_err = buffer ? source_open(&other, b, 1) : gpg_error(GPG_ERR_ENOMEM);
    while (!*r_err &&
           (got = source_read_full(&other, buffer, COMPARED_BYTES)) > 0)
        compare(&comparison, buffer, (size_t)got);
    if (!*r_err && got < 0)
        *r_err = gpg_error_from_syserror();
    if (!*r_err)
        is_equal = comparison_is_equal(&comparison, r_err);
    source_close(&other);
    comparison_release(&comparison);
    free(buffer);
    return is_equal;
}
