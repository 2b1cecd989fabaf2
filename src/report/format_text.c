/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_text: build the page, then write it once.  Its parts are in
 * format_text_header.c, _used.c, _group.c, _budget.c, _line.c and _end.c. */
#include "report/format_text.h"

#include "report/compare.h"
#include "report/format_text_compare.h"
#include "report/page.h"

/* Several engines are there to be compared. */
static void add_comparison(struct page *page)
{
    struct compare compare = {.sides = NULL};
    const gpg_error_t err = compare_engines(&compare, page->run);

    if (err)
        page->err = err;
    if (!err && compare.pair_count > 0) {
        page_add_blank(page);
        format_text_add_pairs(page, &compare);
        format_text_add_compare_end(page, &compare);
    }
    compare_release(&compare);
}

static gpg_error_t write(const struct run *run, const struct view *view,
                         bool is_markdown, FILE *stream)
{
    struct page page = {.run = run, .view = view, .is_markdown = is_markdown};

    format_text_add_header(&page);
    format_text_add_groups(&page);
    format_text_add_lines(&page);
    format_text_add_end(&page);
    add_comparison(&page);
    return page_write(&page, stream);
}

gpg_error_t format_text_write(const struct run *run, const struct view *view,
                              FILE *stream)
{
    return write(run, view, false, stream);
}

gpg_error_t format_markdown_write(const struct run *run,
                                  const struct view *view, FILE *stream)
{
    return write(run, view, true, stream);
}
