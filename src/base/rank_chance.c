/* SPDX-License-Identifier: GPL-3.0-or-later */

/* rank_chance: counts ways, by the shift algorithm of Streitberg & Röhmel,
 * Exact distributions for permutation and rank tests, Statistical Software
 * Newsletter 12 (1986): each rank shifts the distribution of those before
 * it. */
#include "base/rank_chance.h"

#include <math.h>
#include <stdlib.h>

static size_t sum_of(const uint32_t *ranks, size_t count)
{
    size_t sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += ranks[i];
    return sum;
}

bool rank_chance_of_signs(const uint32_t *ranks, size_t count,
                          struct rank_chance *r_chance)
{
    const size_t most = sum_of(ranks, count);
    double *chance = calloc(most + 1, sizeof *chance);

    *r_chance = (struct rank_chance){chance, most + 1};
    if (!chance)
        return false;
    chance[0] = 1;
    for (size_t i = 0; i < count; i++)
        for (size_t s = most + 1; s-- > 0;)
            chance[s] =
                (chance[s] + (s >= ranks[i] ? chance[s - ranks[i]] : 0)) / 2;
    return true;
}

/* Row K, of choices of K among the first SEEN of the ascending ranks, whose
 * sums are at least those of the first K and at most those of the last K.  As a
 * part of all ways to choose so many: doubles do not overflow. */
static void add_rank(double *row, const double *fewer, const uint32_t *ranks,
                     size_t seen, size_t k)
{
    const uint32_t rank = ranks[seen - 1];
    const double with = (double)k / (double)seen;
    const size_t least = sum_of(ranks, k);

    for (size_t s = sum_of(ranks + seen - k, k) + 1; s-- > least;)
        row[s] = row[s] * (1 - with) + (s >= rank ? fewer[s - rank] * with : 0);
}

bool rank_chance_of_choices(const uint32_t *ranks, size_t count, size_t picked,
                            struct rank_chance *r_chance)
{
    const size_t width = sum_of(ranks, count) + 1;
    double *rows = calloc((picked + 1) * width, sizeof *rows);
    double *chance = calloc(width, sizeof *chance);

    *r_chance = (struct rank_chance){chance, width};
    if (!rows || !chance) {
        free(rows);
        return false;
    }
    rows[0] = 1;
    for (size_t seen = 1; seen <= count; seen++) {
        const size_t left = count - seen;
        const size_t least = picked > left ? picked - left : 1;
        /* What can still become PICKED; the larger first, for they are made
         * of the smaller as these were. */
        for (size_t k = picked < seen ? picked : seen; k >= least && k > 0; k--)
            add_rank(&rows[k * width], &rows[(k - 1) * width], ranks, seen, k);
    }
    for (size_t s = 0; s < width; s++)
        chance[s] = rows[picked * width + s];
    free(rows);
    return true;
}

double rank_chance_two_sided(const struct rank_chance *chance, size_t sum)
{
    double lower = 0;
    double upper = 0;

    for (size_t s = 0; s < chance->count; s++) {
        lower += s <= sum ? chance->chance[s] : 0;
        upper += s >= sum ? chance->chance[s] : 0;
    }
    return fmin(1, 2 * fmin(lower, upper));
}

uint64_t rank_chance_quantile(const struct rank_chance *chance, size_t least,
                              double tail)
{
    double below = 0;
    uint64_t k = 0;

    for (size_t s = least; s < chance->count; s++) {
        below += chance->chance[s];
        /* A chance that is TAIL but for rounding is. */
        if (below > tail * (1 + 1e-12))
            break;
        k++;
    }
    return k;
}

void rank_chance_release(struct rank_chance *chance)
{
    free(chance->chance);
    *chance = (struct rank_chance){NULL, 0};
}
