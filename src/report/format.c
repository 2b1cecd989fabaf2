/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format: finds a format and writes by it. */
#include "report/format_rows.h"

#include "base/text.h"

#include <errno.h>
#include <string.h>

gpg_error_t format_write(const struct format_row *format,
                         const struct subject *subject, const struct view *view,
                         FILE *stream)
{
    if (subject->fleet)
        return format->write_fleet(subject->fleet, view, stream);
    if (subject->compare)
        return format->write_compare(subject->compare, view, stream);
    return format->write(subject->run, view, stream);
}

const struct format_row *format_at(size_t index)
{
    return index < format_row_count ? &format_rows[index] : NULL;
}

const struct format_row *format_find(const char *name)
{
    for (size_t i = 0; i < format_row_count; i++)
        if (strcmp(format_rows[i].name, name) == 0)
            return &format_rows[i];
    return NULL;
}

gpg_error_t format_flush(FILE *stream)
{
    errno = 0;
    if (fflush(stream) != 0 || ferror(stream))
        return errno ? gpg_error_from_syserror() : gpg_error(GPG_ERR_EIO);
    return 0;
}

gpg_error_t format_end(struct text *text, gpg_error_t err, FILE *stream)
{
    if (!err && text_failed(text))
        err = gpg_error(GPG_ERR_ENOMEM);
    errno = 0;
    if (!err &&
        fwrite(text_string(text), 1, text->length, stream) != text->length)
        err = errno ? gpg_error_from_syserror() : gpg_error(GPG_ERR_EIO);
    text_release(text);
    return err ? err : format_flush(stream);
}
