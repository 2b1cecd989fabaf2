/* SPDX-License-Identifier: GPL-3.0-or-later */

/* stages: where the real time of one call went.
 *
 * real = entropy + flash + all stages - overlap, exactly:
 *
 *   startup   from the start of the clock to gpg's main
 *   setup     from main to the first payload byte or word to the agent (the
 *             end, if there is neither), less the accounts in it
 *   compress, hash, cipher, pubkey, random   gpg's and the agent's accounts
 *   ipc       what gpg waited on pipes and sockets, less what the agent and
 *             pgpbench did meanwhile that has an account of its own
 *   finish    from gpg's end to the stop of the clock
 *   other     what of real is not explained
 *   overlap   what was counted twice, since processes ran side by side
 *
 * Our own file calls before main and after gpg's end are flash, and so not
 * startup and finish. */
#ifndef PGPBENCH_BENCH_STAGES_H
#define PGPBENCH_BENCH_STAGES_H

#include "bench/reading.h"
#include "bench/tally.h"
#include "model/series.h"

#include <stdbool.h>
#include <stdint.h>

struct stages {
    int64_t start_ns; /* of the span, CLOCK_MONOTONIC */
    int64_t stop_ns;
    bool needs_agent; /* it does a part of the work */
    const struct reading *reading;
    const struct tally *tally;
};

/* Fill in SAMPLE, which has real_ns, what the probe tells.  Nothing if gpg was
 * not watched, or the agent that did a part of the work; no stage that could
 * not be seen. */
void stages_fill(const struct stages *stages, struct sample *sample);

#endif
