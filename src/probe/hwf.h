/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hwf: libpgpbench-hwf.so, which turns libgcrypt's hardware features off in
 * the program that it is preloaded into, without root: what is behind
 * "hwf=none".
 *
 * It is loaded into the other engines of such a run as well, and does nothing
 * there: or they would start sooner, and that would pass for acceleration. */
#ifndef PGPBENCH_PROBE_HWF_H
#define PGPBENCH_PROBE_HWF_H

/* Names the file, as datadir_find_library is asked for it. */
#define HWF_LIBRARY "libpgpbench-hwf.so"

/* The environment variable that says what to do: HWF_NONE, else nothing. */
#define HWF_VARIABLE "PGPBENCH_HWF"
#define HWF_NONE     "none"

#endif
