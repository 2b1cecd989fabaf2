/* SPDX-License-Identifier: GPL-3.0-or-later */

/* agent: the gpg-agent of one home: its pid, its CPU time between two
 * moments, its end.
 *
 * gpg starts it; we ask it for its pid over its socket (Assuan) and read its
 * CPU clock, which any process may.  It is undumpable in Debian, so nothing
 * else of /proc/PID but stat and status can be relied on. */
#ifndef PGPBENCH_BENCH_AGENT_H
#define PGPBENCH_BENCH_AGENT_H

#include "bench/children.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

struct agent {
    char *socket_path;
    char *version;
    pid_t pid; /* 0: none is known */
    clockid_t clock;
    bool has_clock;
};

/* How the CPU time of an agent is split. */
struct agent_split {
    int64_t user_ns;
    int64_t sys_ns;
};

/* Ask the agent at SOCKET_PATH who it is, and keep it in CHILDREN.  The
 * answer must come within LIMIT_S.  AGENT was zeroed or holds an earlier
 * answer.  Fails with GPG_ERR_NO_AGENT, GPG_ERR_TIMEOUT, or the system's
 * error. */
gpg_error_t agent_find(struct agent *agent, const char *socket_path,
                       double limit_s, struct children *children);

/* Whether anybody listens at SOCKET_PATH. */
bool agent_listens(const char *socket_path);

/* CPU time of the agent so far, all its threads.  False: cannot be told. */
bool agent_cpu_ns(const struct agent *agent, int64_t *r_cpu_ns);

/* The method that agent_cpu_ns uses: "cpuclock", "procstat", or NULL. */
const char *agent_method(const struct agent *agent);

/* User and sys time of its whole life, in clock ticks of /proc/PID/stat. */
bool agent_read_split(const struct agent *agent, struct agent_split *r_split);

/* Its largest resident set so far, from /proc/PID/status. */
bool agent_peak_rss_bytes(const struct agent *agent, int64_t *r_bytes);

/* End it at once: SIGKILL.  If it was adopted and reaped, *R_SPLIT is its
 * exact life as wait4 tells it and true is returned. */
bool agent_stop(struct agent *agent, struct children *children,
                struct agent_split *r_split);

void agent_release(struct agent *agent);

#endif
