/* SPDX-License-Identifier: GPL-3.0-or-later */

/* rank_chance: how likely sums of ranks are if nothing but chance is at work.
 * For rank_test. */
#ifndef PGPBENCH_BASE_RANK_CHANCE_H
#define PGPBENCH_BASE_RANK_CHANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The chances of the sums 0, 1, … of some of RANKS, up to that of all. */
struct rank_chance {
    double *chance; /* owned */
    size_t count;
};

/* Of the sum of those of COUNT ranks that a coin picks.  False: no memory. */
bool rank_chance_of_signs(const uint32_t *ranks, size_t count,
                          struct rank_chance *r_chance);

/* Of the sum of PICKED of COUNT ascending ranks, all choices alike.  False: no
 * memory. */
bool rank_chance_of_choices(const uint32_t *ranks, size_t count, size_t picked,
                            struct rank_chance *r_chance);

/* Twice the chance of a sum as far out as SUM or farther on its side, at most
 * 1. */
double rank_chance_two_sided(const struct rank_chance *chance, size_t sum);

/* The largest K for which sums below LEAST + K have a chance of at most TAIL;
 * LEAST is the smallest sum there is. */
uint64_t rank_chance_quantile(const struct rank_chance *chance, size_t least,
                              double tail);

void rank_chance_release(struct rank_chance *chance);

#endif
