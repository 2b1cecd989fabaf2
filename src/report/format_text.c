/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_text: build the page, then write it once.  Its parts are in
 * format_text_header.c, _used.c, _group.c, _budget.c, _line.c and _end.c. */
#include "report/format_text.h"

#include "report/page.h"

gpg_error_t format_text_write(const struct run *run, const struct view *view,
                              FILE *stream)
{
    struct page page = {.run = run, .view = view};

    format_text_add_header(&page);
    format_text_add_groups(&page);
    format_text_add_lines(&page);
    format_text_add_end(&page);
    if (text_failed(&page.text))
        page.err = gpg_error(GPG_ERR_ENOMEM);
    if (!page.err)
        page.err = format_put(&page.text, stream);
    text_release(&page.text);
    return page.err;
}
