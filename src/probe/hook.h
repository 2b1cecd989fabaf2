/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook: defines functions that stand before those of other libraries.
 *
 *     HOOK(int, fsync, "fsync", (int fd))
 *     {
 *         ...
 *         REAL(fsync)(fd);
 *         ...
 *     }
 *
 * The function is hook_fsync in C and "fsync" to the linker, so that neither
 * the system's headers nor their renaming of large-file functions get into
 * its way. */
#ifndef PGPBENCH_PROBE_HOOK_H
#define PGPBENCH_PROBE_HOOK_H

#include "probe/real.h"

/* Unit tests give the hooks other names, so as not to be watched. */
#ifndef PROBE_PREFIX
#define PROBE_PREFIX ""
#endif

/* One that passes its work on to another hook. */
#define HOOK_ALONE(type, name, linker_name, parameters)            \
    __attribute__((visibility("default")))                         \
    type hook_##name parameters __asm__(PROBE_PREFIX linker_name); \
    type hook_##name parameters

#define HOOK(type, name, linker_name, parameters)               \
    typedef type(*name##_function) parameters;                  \
    static struct real real_##name = {.symbol = (linker_name)}; \
    HOOK_ALONE(type, name, linker_name, parameters)

#define REAL(name) ((name##_function)real_find(&real_##name))

/* Look it up as the probe is loaded: the first call of it may come from a
 * signal handler. */
#define REAL_AT_ONCE(name)                                     \
    __attribute__((constructor)) static void find_##name(void) \
    {                                                          \
        real_find(&real_##name);                               \
    }

#endif
