/* SPDX-License-Identifier: GPL-3.0-or-later */

/* peers: finds who belongs together. */
#include "bench/peers.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool are_peers(const struct cell *a, const struct cell *b)
{
    struct cell other = *b;
    other.engine = a->engine;
    return cell_equal(a, &other);
}

static bool has_earlier_peer(const struct run *run, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (are_peers(&run->series[i].cell, &run->series[index].cell))
            return true;
    return false;
}

/* All peers of the series INDEX, the first of them, from place AT on. */
static size_t add_group(struct peers *peers, const struct run *run,
                        size_t index, size_t at)
{
    for (size_t i = index; i < run->series_count; i++)
        if (are_peers(&run->series[i].cell, &run->series[index].cell))
            peers->members[at++] = (uint32_t)i;
    peers->start[++peers->group_count] = at;
    return at;
}

gpg_error_t peers_init(struct peers *peers, const struct run *run)
{
    size_t at = 0;
    memset(peers, 0, sizeof *peers);
    peers->members = calloc(run->series_count + 1, sizeof *peers->members);
    peers->start = calloc(run->series_count + 1, sizeof *peers->start);
    if (!peers->members || !peers->start)
        return gpg_error(GPG_ERR_ENOMEM);
    for (size_t i = 0; i < run->series_count; i++)
        if (!has_earlier_peer(run, i))
            at = add_group(peers, run, i, at);
    return 0;
}

const uint32_t *peers_of(const struct peers *peers, size_t group,
                         size_t *r_count)
{
    *r_count = peers->start[group + 1] - peers->start[group];
    return peers->members + peers->start[group];
}

void peers_release(struct peers *peers)
{
    free(peers->members);
    free(peers->start);
    memset(peers, 0, sizeof *peers);
}
