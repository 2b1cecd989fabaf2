/* SPDX-License-Identifier: GPL-3.0-or-later */

/* verb: finds one in the table. */
#include "cli/verb.h"

#include <string.h>

const struct verb *verb_find(const char *word)
{
    for (size_t i = 0; i < verb_count; i++)
        if (strcmp(word, verbs[i].name) == 0)
            return &verbs[i];
    return NULL;
}
