/* SPDX-License-Identifier: GPL-3.0-or-later */

/* name: names that stand once: the second "COPYING" is "COPYING#2". */
#ifndef PGPBENCH_MODEL_NAME_H
#define PGPBENCH_MODEL_NAME_H

#include <stdbool.h>

/* BASE, as a run file can hold it (see text_add_utf8), or BASE#2, BASE#3,
 * …, the first that IS_TAKEN does not say is taken.  To be freed; NULL: no
 * memory. */
char *name_unique(const char *base,
                  bool (*is_taken)(const void *state, const char *name),
                  const void *state);

#endif
