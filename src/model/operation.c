/* SPDX-License-Identifier: GPL-3.0-or-later */

/* operation: names and traits of what can be timed.  It performs nothing. */
#include "model/operation.h"

#include <assert.h>
#include <string.h>

static const struct operation_row rows[OPERATION_COUNT] = {
    [OPERATION_START] = {"start", "Start", false, false, false,
                         "gpg --version, the floor of any operation"},
    [OPERATION_GENERATE] = {"generate", "Generate", true, false, false,
                            "make a key, a fresh one each time"},
    [OPERATION_SIGN] = {"sign", "Sign", true, true, true,
                        "an inline signature, as gpg --sign makes it"},
    [OPERATION_VERIFY] = {"verify", "Verify", true, true, false,
                          "check such a signature, no output"},
    [OPERATION_ENCRYPT] = {"encrypt", "Encrypt", true, true, true,
                           "encrypt to the key"},
    [OPERATION_DECRYPT] = {"decrypt", "Decrypt", true, true, true,
                           "decrypt such a message"},
};

const struct operation_row *operation_row(enum operation operation)
{
    assert(operation < OPERATION_COUNT);
    return &rows[operation];
}

enum operation operation_find(const char *name)
{
    for (int o = 0; o < OPERATION_COUNT; o++)
        if (strcmp(rows[o].name, name) == 0)
            return (enum operation)o;
    return OPERATION_COUNT;
}
