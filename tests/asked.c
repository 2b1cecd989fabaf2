/* SPDX-License-Identifier: GPL-3.0-or-later */

/* asked: asks and judges the answer.  It tests nothing itself. */
#include "asked.h"

#include "close.h"

#include <string.h>

void asked_init(struct asked *asked, const char *const *words)
{
    int count = 0;

    *asked = (struct asked){.err = 0};
    for (; words[count]; count++) {
        assert_true(count < ASKED_WORDS_MAX - 1);
        asked->argv[count] = (char *)words[count];
    }
    asked->err =
        options_init(&asked->options, count, asked->argv, &asked->fault);
    if ((asked->err != 0) != fault_is_set(&asked->fault))
        fail_msg("error %u and fault %d", asked->err, asked->fault.what);
}

void asked_release(struct asked *asked)
{
    options_release(&asked->options);
    fault_release(&asked->fault);
}

void assert_asked_accepted(const struct asked *asked)
{
    if (asked->err)
        fail_msg("refused: %s; %s", asked->fault.thing, asked->fault.advice);
}

void assert_asked_refused(const struct asked *asked, const char *option,
                          const char *advice)
{
    assert_int_not_equal(asked->err, 0);
    assert_int_equal(asked->fault.what, FAULT_USAGE);
    assert_string_equal(asked->fault.thing, option);
    assert_non_null(asked->fault.advice);
    if (!strstr(asked->fault.advice, advice))
        fail_msg("no \"%s\" in: %s", advice, asked->fault.advice);
}
