/* SPDX-License-Identifier: GPL-3.0-or-later */

/* cmd: how every verb says what failed.  The verbs have files of their own. */
#include "cli/cmd.h"

#include "base/say.h"
#include "base/text.h"
#include "model/fault.h"

void cmd_say_fault(struct say *say, const struct fault *fault)
{
    struct text text = {.bytes = NULL};
    fault_describe(fault, &text);
    say_error(say, "%s", text_string(&text));
    text_release(&text);
}
