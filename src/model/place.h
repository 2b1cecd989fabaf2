/* SPDX-License-Identifier: GPL-3.0-or-later */

/* place: where a value stands in a JSON file, for messages.
 *
 * Places are made on the stack on the way down and point upwards; they turn
 * into words, "cells[3].plain.real_ns[7]", only when a value is refused. */
#ifndef PGPBENCH_MODEL_PLACE_H
#define PGPBENCH_MODEL_PLACE_H

#include <gpg-error.h>
#include <stddef.h>

struct fault;

struct place {
    const struct place *above; /* NULL: the file itself */
    const char *key;           /* of a member; NULL: element INDEX of a list;
                                  of the file: its name */
    size_t index;
    struct fault *fault; /* filled on refusal */
};

/* The place of the member KEY, of element INDEX.  ABOVE must outlive it. */
struct place place_member(const struct place *above, const char *key);
struct place place_element(const struct place *above, size_t index);

/* Fill the fault: at PLACE belongs what FORMAT says, "a string".
 * Returns GPG_ERR_INV_VALUE. */
gpg_error_t place_refuse(const struct place *place, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
