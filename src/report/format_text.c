/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_text: build the page, then write it once.  Its parts are in
 * format_text_header.c, _group.c and _end.c. */
#include "report/format_text.h"

#include "report/page.h"

#include <errno.h>

static gpg_error_t write_out(const struct text *text, FILE *stream)
{
    errno = 0;
    if (fwrite(text_string(text), 1, text->length, stream) != text->length ||
        fflush(stream) != 0 || ferror(stream))
        return errno ? gpg_error_from_syserror() : gpg_error(GPG_ERR_EIO);
    return 0;
}

gpg_error_t format_text_write(const struct run *run, const struct view *view,
                              FILE *stream)
{
    struct page page = {.run = run, .view = view};

    format_text_add_header(&page);
    format_text_add_groups(&page);
    format_text_add_end(&page);
    if (text_failed(&page.text))
        page.err = gpg_error(GPG_ERR_ENOMEM);
    if (!page.err)
        page.err = write_out(&page.text, stream);
    text_release(&page.text);
    return page.err;
}
