/* SPDX-License-Identifier: GPL-3.0-or-later */

/* real: the functions that stand behind our hooks.
 *
 * Each is looked up when it is first needed: a hundred look-ups at the start
 * would cost every process 0.1 ms.  What is found is the next one in load
 * order, so a preload of the user's behind ours stays in force. */
#ifndef PGPBENCH_PROBE_REAL_H
#define PGPBENCH_PROBE_REAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct real {
    const char *symbol;
    _Atomic(void *) address; /* NULL: not looked up yet */
};

/* Look REAL up; leaves errno alone.  Does not return if nobody has it: the
 * program has called a function that is not there.  Not for signal handlers,
 * since it takes the dynamic linker's lock. */
void *real_search(struct real *real);

/* Whether anybody has SYMBOL; leaves errno alone. */
bool real_is_there(const char *symbol);

static inline void *real_find(struct real *real)
{
    void *address = atomic_load_explicit(&real->address, memory_order_relaxed);
    return address ? address : real_search(real);
}

#endif
