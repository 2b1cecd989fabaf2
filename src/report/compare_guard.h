/* SPDX-License-Identifier: GPL-3.0-or-later */

/* compare_guard: what must be the same on both sides if the figures of two cells are
 * to be compared.
 *
 * It judges settings, not figures. */
#ifndef PGPBENCH_REPORT_COMPARE_GUARD_H
#define PGPBENCH_REPORT_COMPARE_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct run;
struct series;
struct text;

/* A cell and the run that it is of. */
struct compare_guard_side {
    const struct run *run;
    const struct series *series;
};

/* Sets of guards, as bits. */
struct compare_guard_findings {
    uint32_t different;
    uint32_t unknown; /* on one side */
};

/* Look at all guards. */
struct compare_guard_findings
compare_guard_look(const struct compare_guard_side *base,
                   const struct compare_guard_side *other);

/* How many guards there are; the name of guard INDEX: "cipher". */
size_t compare_guard_count(void);
const char *compare_guard_name(size_t index);

/* Append what guard INDEX is about on SIDE: "AES128", "not known". */
void compare_guard_add_value(const struct compare_guard_side *side,
                             size_t index, struct text *text);

/* Whether the two runs are known to be of different machines. */
bool compare_guard_machines_differ(const struct run *base,
                                   const struct run *other);

#endif
