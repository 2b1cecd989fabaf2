/* SPDX-License-Identifier: GPL-3.0-or-later */

/* limits: what ulimit may keep from gpg and its agent, which do not tell. */
#ifndef PGPBENCH_BENCH_LIMITS_H
#define PGPBENCH_BENCH_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/* Whether as many processes as one call of gpg needs can be started: found
 * by starting them, for set-up and failures only.  False also where something
 * else than ulimit -u allows no more, such as a control group. */
bool limits_allow_processes(void);

/* How large a file may grow (ulimit -f); INT64_MAX: no limit. */
int64_t limits_file_bytes(void);

#endif
