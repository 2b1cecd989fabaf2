/* SPDX-License-Identifier: GPL-3.0-or-later */

/* noticed_run: makes the record and looks.  It tests nothing itself. */
#include "noticed_run.h"

#include "close.h"

#include <string.h>

void noticed_run_init(struct noticed_run *noticed, enum sample_run which)
{
    *noticed = (struct noticed_run){0};
    sample_run_make(which, &noticed->run);
}

void noticed_run_release(struct noticed_run *noticed)
{
    notice_list_release(&noticed->list);
    run_release(&noticed->run);
}

const struct notice *noticed_run_find(struct noticed_run *noticed,
                                      enum notice_kind kind)
{
    const struct notice *found = NULL;

    notice_list_release(&noticed->list);
    assert_int_equal(notice_collect(&noticed->run, &noticed->list), 0);
    for (size_t i = 0; i < noticed->list.count; i++) {
        if (noticed->list.notices[i].kind != kind)
            continue;
        assert_null(found);
        found = &noticed->list.notices[i];
    }
    return found;
}

void assert_notice_says(const struct notice *notice, const char *words,
                        const char *advice)
{
    assert_non_null(notice);
    if (!strstr(notice->words, words))
        fail_msg("\"%s\" does not say \"%s\"", notice->words, words);
    if (!advice)
        assert_null(notice->advice);
    else if (!notice->advice || !strstr(notice->advice, advice))
        fail_msg("\"%s\" does not advise \"%s\"",
                 notice->advice ? notice->advice : "(nothing)", advice);
}
