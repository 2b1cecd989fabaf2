/* SPDX-License-Identifier: GPL-3.0-or-later */

/* name: makes names unique. */
#include "model/name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *name_unique(const char *base,
                  bool (*is_taken)(const void *state, const char *name),
                  const void *state)
{
    char *name = strdup(base);
    for (unsigned number = 2; name && is_taken(state, name); number++) {
        free(name);
        if (asprintf(&name, "%s#%u", base, number) < 0)
            name = NULL;
    }
    return name;
}
