/* SPDX-License-Identifier: GPL-3.0-or-later */

/* guard: what must be the same on both sides if the figures of two cells are
 * to be compared.
 *
 * It judges settings, not figures. */
#ifndef PGPBENCH_REPORT_GUARD_H
#define PGPBENCH_REPORT_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct run;
struct series;
struct text;

/* A cell and the run that it is of. */
struct guard_side {
    const struct run *run;
    const struct series *series;
};

/* Sets of guards, as bits. */
struct guard_findings {
    uint32_t different;
    uint32_t unknown; /* on one side */
};

/* Look at all guards. */
struct guard_findings guard_look(const struct guard_side *base,
                                 const struct guard_side *other);

/* How many guards there are; the name of guard INDEX: "cipher". */
size_t guard_count(void);
const char *guard_name(size_t index);

/* Append what guard INDEX is about on SIDE: "AES128", "not known". */
void guard_add_value(const struct guard_side *side, size_t index,
                     struct text *text);

/* Whether the two runs are known to be of different machines. */
bool guard_machines_differ(const struct run *base, const struct run *other);

#endif
