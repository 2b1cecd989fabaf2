/* SPDX-License-Identifier: GPL-3.0-or-later */

/* comparison: compares while the bytes come, and keeps none of them. */
#include "bench/comparison.h"

#include "bench/payload.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COMPARED_BYTES ((size_t)65536)

/* Read exactly LENGTH bytes unless the file ends before. */
static ssize_t read_full(int fd, char *buffer, size_t length)
{
    size_t done = 0;
    while (done < length) {
        const ssize_t got = read(fd, buffer + done, length - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

static ssize_t compare(void *state, const void *bytes, size_t size)
{
    struct comparison *comparison = state;
    const size_t length = size < COMPARED_BYTES ? size : COMPARED_BYTES;
    const ssize_t got = read_full(comparison->fd, comparison->buffer, length);
    if (got < 0)
        comparison->err = gpg_error_from_syserror();
    else if ((size_t)got != length ||
             memcmp(comparison->buffer, bytes, length) != 0)
        comparison->differs = true;
    return (ssize_t)length;
}

static struct gpgme_data_cbs comparison_callbacks = {NULL, compare, NULL, NULL};

gpg_error_t comparison_init(struct comparison *comparison, const char *path)
{
    memset(comparison, 0, sizeof *comparison);
    comparison->buffer = malloc(COMPARED_BYTES);
    comparison->fd = open(path, O_RDONLY | O_CLOEXEC);
    if (!comparison->buffer || comparison->fd < 0)
        return gpg_error_from_syserror();
    gpg_error_t err = gpgme_data_new_from_cbs(
        &comparison->data, &comparison_callbacks, comparison);
    if (!err)
        err = gpgme_data_set_flag(comparison->data, "io-buffer-size",
                                  PAYLOAD_PUMP_BYTES);
    return err;
}

bool comparison_is_equal(struct comparison *comparison, gpg_error_t *r_err)
{
    char rest = 0;
    if (!comparison->err && !comparison->differs) {
        const ssize_t got = read_full(comparison->fd, &rest, 1);
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
    if (comparison->buffer && comparison->fd >= 0)
        close(comparison->fd);
    gpgme_data_release(comparison->data);
    free(comparison->buffer);
    memset(comparison, 0, sizeof *comparison);
}

bool comparison_of_files(const char *a, const char *b, gpg_error_t *r_err)
{
    struct comparison comparison;
    char *buffer = malloc(COMPARED_BYTES);
    bool is_equal = false;
    const int fd = open(b, O_RDONLY | O_CLOEXEC);
    *r_err = comparison_init(&comparison, a);
    if (!buffer || fd < 0)
        *r_err = gpg_error_from_syserror();
    ssize_t got = 0;
    while (!*r_err && (got = read_full(fd, buffer, COMPARED_BYTES)) > 0)
        compare(&comparison, buffer, (size_t)got);
    if (!*r_err && got < 0)
        *r_err = gpg_error_from_syserror();
    if (!*r_err)
        is_equal = comparison_is_equal(&comparison, r_err);
    if (fd >= 0)
        close(fd);
    comparison_release(&comparison);
    free(buffer);
    return is_equal;
}
