/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format: the table of formats.  A new one is a row and a file. */
#include "report/format.h"

#include "base/text.h"
#include "report/format_csv.h"
#include "report/format_csv_compare.h"
#include "report/format_fleet.h"
#include "report/format_gobench.h"
#include "report/format_hyperfine.h"
#include "report/format_json.h"
#include "report/format_json_compare.h"
#include "report/format_line.h"
#include "report/format_text.h"
#include "report/format_text_compare.h"

#include <errno.h>
#include <string.h>

static const struct format_row rows[] = {
    {"text", format_text_write, format_text_compare_write,
     format_fleet_write_text, "a table for a person, in 80 columns"},
    {"json", format_json_write, format_json_compare_write,
     format_fleet_write_json,
     "the run file, with every sample; a comparison as data"},
    {"csv", format_csv_write, format_csv_compare_write, format_fleet_write_csv,
     "medians in plain numbers, a row for each cell"},
    {"markdown", format_markdown_write, format_markdown_compare_write,
     format_fleet_write_markdown,
     "the same tables in GitHub Flavored Markdown"},
    {"line", format_line_write, NULL, NULL, "machine and medians in one line"},
    {"gobench", format_gobench_write, NULL, NULL,
     "each sample as Go's benchmarks print it, for benchstat"},
    {"hyperfine", format_hyperfine_write, NULL, NULL,
     "each cell as hyperfine exports a command"},
};

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
    return index < sizeof rows / sizeof *rows ? &rows[index] : NULL;
}

const struct format_row *format_find(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
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
