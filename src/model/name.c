/* SPDX-License-Identifier: GPL-3.0-or-later */

/* name: makes names unique. */
#include "model/name.h"

#include "base/text.h"

char *name_unique(const char *base,
                  bool (*is_taken)(const void *state, const char *name),
                  const void *state)
{
    struct text name = {.bytes = NULL};
    text_add_utf8(&name, base);
    for (unsigned number = 2;
         !text_failed(&name) && is_taken(state, text_string(&name)); number++) {
        text_clear(&name);
        text_add_utf8(&name, base);
        text_addf(&name, "#%u", number);
    }
    return text_take(&name);
}
