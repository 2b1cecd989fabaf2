/* SPDX-License-Identifier: GPL-3.0-or-later */

/* reading: what watched processes wrote into the ledger during one call. */
#ifndef PGPBENCH_BENCH_READING_H
#define PGPBENCH_BENCH_READING_H

#include "bench/children.h"
#include "probe/ledger.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Sums of accounts, of one process or several; ns and bytes. */
struct reading_accounts {
    int64_t ns[LEDGER_ACCOUNTS];
    int64_t bytes[LEDGER_ACCOUNTS];
    uint32_t calls[LEDGER_ACCOUNTS];
    int64_t jitter_ns;
    uint32_t jitter_calls;
};

struct reading {
    unsigned processes; /* that were watched to their end, of any kind */
    bool has_gpg;       /* gpg was, from its main */
    const struct ledger_slot *gpg_slot; /* of that process; else NULL */
    bool has_agent;    /* the agent is being watched, and lived on */
    bool has_gcrypt;   /* gpg works through libgcrypt, where it can be seen */
    bool has_compress; /* and through zlib or bzip2 */
    struct reading_accounts gpg; /* and whatever it was wrapped in */
    struct reading_accounts agent;
    struct usage usage; /* of those processes, as they told at their end */
    /* Of the gpg that had the payload, in ns of CLOCK_MONOTONIC. */
    int64_t main_ns;
    int64_t first_word_ns; /* 0: none */
    int64_t ended_ns;
    int64_t before_first_word_ns; /* of its accounts */

    /* How things stood when the call began. */
    uint32_t others[LEDGER_SLOTS]; /* pids of processes that were there */
    struct reading_accounts agent_before;
};

/* The call begins; AGENT is the pid of its agent, 0: none.  Frees the slots of
 * processes that have ended.  Not timed. */
void reading_start(struct reading *reading, struct ledger *ledger, pid_t agent);

/* No payload goes through gpg. */
#define READING_NO_PAYLOAD (-1)

/* The call is over, and gpg has been waited for, or READING awaited.  What is taken for gpg has
 * moved PAYLOAD_BYTES at least, its input: programs that a wrapper starts
 * before a gpg that cannot be watched must not pass for it. */
void reading_finish(struct reading *reading, const struct ledger *ledger,
                    pid_t agent, int64_t payload_bytes);

/* Wait until what was watched in this call has told what it used, LIMIT_NS at
 * most: where orphans do not come to us, nobody else tells when gpg has
 * ended. */
void reading_await(const struct reading *reading, const struct ledger *ledger,
                   pid_t agent, int64_t limit_ns);

/* The filled slot of PID in LEDGER; NULL if it has none. */
const struct ledger_slot *reading_find(const struct ledger *ledger, pid_t pid);

#endif
