/* SPDX-License-Identifier: GPL-3.0-or-later */

/* rank_test: the two tests.  Ranks and their chances are worked out
 * elsewhere. */
#include "base/rank_test.h"

#include "base/rank_chance.h"
#include "base/rank_order.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A group so small beside one so large is tested exactly, too: there the normal
 * approximation says too little. */
#define FEW_PICKED 5
#define MANY_LEFT  200

static double normal_tail(double z)
{
    return erfc(z / sqrt(2)) / 2;
}

/* The Z above which TAIL, at most 1/2, of a normal distribution lies. */
static double normal_quantile(double tail)
{
    double low = 0;
    double high = 40;

    for (int i = 0; i < 100; i++) {
        const double middle = (low + high) / 2;
        if (normal_tail(middle) > tail)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* P of a statistic that is OFF its mean, with a correction for continuity. */
static double normal_p(double off, double deviation)
{
    if (!(deviation > 0))
        return 1;
    return fmin(1, 2 * normal_tail(fmax(0, fabs(off) - 0.5) / deviation));
}

/* How many sums from either end are cut off by the normal approximation. */
static uint64_t normal_cut(double mean, double deviation, double tail)
{
    const double cut = floor(mean - normal_quantile(tail) * deviation);

    return cut < 1 ? 0 : (uint64_t)cut;
}

/* Shift and interval: CUT values from either end of SUMS. */
static void estimate(const struct rank_sums *sums, uint64_t cut, double scale,
                     struct rank_result *result)
{
    const uint64_t count = rank_sums_count(sums);

    result->shift = rank_sums_median(sums) * scale;
    result->has_interval = cut > 0;
    if (cut == 0)
        return;
    result->interval.low = rank_sums_select(sums, cut) * scale;
    result->interval.high = rank_sums_select(sums, count + 1 - cut) * scale;
}

/* What both tests work with. */
struct bench {
    double *sorted;  /* magnitudes, or all values of both groups */
    uint32_t *ranks; /* theirs, doubled */
    double *other;   /* sorted values that are tested */
    double *base;
};

static void bench_release(struct bench *bench)
{
    free(bench->sorted);
    free(bench->ranks);
    free(bench->other);
    free(bench->base);
}

static double *sorted_copy(const double *values, size_t count)
{
    double *copy = malloc((count + 1) * sizeof *copy);

    if (!copy)
        return NULL;
    memcpy(copy, values, count * sizeof *copy);
    rank_sort(copy, count);
    return copy;
}

/* The doubled ranks of those of VALUES that are in the sorted list of N. */
static uint64_t rank_sum(const struct bench *bench, size_t n,
                         const double *values, size_t count)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        size_t low = 0;
        size_t high = n;
        while (low < high) {
            const size_t middle = (low + high) / 2;
            if (bench->sorted[middle] < values[i])
                low = middle + 1;
            else
                high = middle;
        }
        sum += bench->ranks[low];
    }
    return sum;
}

/* The ranks 1 … COUNT, for what is asked of untied ones. */
static void fill_untied(uint32_t *ranks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ranks[i] = (uint32_t)i + 1;
}

/* Magnitudes of those that are not 0, sorted.  Returns how many. */
static size_t take_magnitudes(const double *differences, size_t count,
                              double *magnitudes)
{
    size_t n = 0;

    for (size_t i = 0; i < count; i++)
        if (fabs(differences[i]) > 0)
            magnitudes[n++] = fabs(differences[i]);
    rank_sort(magnitudes, n);
    return n;
}

static gpg_error_t signed_p(struct bench *bench, const double *differences,
                            size_t count, double *r_p)
{
    const size_t n = take_magnitudes(differences, count, bench->sorted);
    const double ties = rank_doubled(bench->sorted, n, bench->ranks);
    size_t positive = 0;

    *r_p = 1;
    if (n == 0)
        return 0;
    for (size_t i = 0; i < count; i++)
        if (differences[i] > 0)
            bench->base[positive++] = differences[i];
    const uint64_t sum = rank_sum(bench, n, bench->base, positive);
    if (n > RANK_TEST_EXACT) {
        const double m = (double)n;
        const double variance = m * (m + 1) * (2 * m + 1) / 24 - ties / 48;
        *r_p = normal_p((double)sum / 2 - m * (m + 1) / 4, sqrt(variance));
        return 0;
    }
    struct rank_chance chance;
    const bool is_done = rank_chance_of_signs(bench->ranks, n, &chance);
    if (is_done)
        *r_p = rank_chance_two_sided(&chance, (size_t)sum);
    rank_chance_release(&chance);
    return is_done ? 0 : gpg_error(GPG_ERR_ENOMEM);
}

/* How many Walsh averages the interval leaves out at either end. */
static gpg_error_t signed_cut(uint32_t *ranks, size_t count, double tail,
                              uint64_t *r_cut)
{
    if (count > RANK_TEST_EXACT) {
        const double n = (double)count;
        *r_cut = normal_cut(n * (n + 1) / 4,
                            sqrt(n * (n + 1) * (2 * n + 1) / 24), tail);
        return 0;
    }
    struct rank_chance chance;
    fill_untied(ranks, count);
    const bool is_done = rank_chance_of_signs(ranks, count, &chance);
    if (is_done)
        *r_cut = rank_chance_quantile(&chance, 0, tail);
    rank_chance_release(&chance);
    return is_done ? 0 : gpg_error(GPG_ERR_ENOMEM);
}

gpg_error_t rank_test_pairs(const double *differences, size_t count,
                            double level, struct rank_result *r_result)
{
    struct bench bench = {
        .sorted = calloc(count + 1, sizeof *bench.sorted),
        .ranks = calloc(count + 1, sizeof *bench.ranks),
        .other = sorted_copy(differences, count),
        .base = calloc(count + 1, sizeof *bench.base),
    };
    uint64_t cut = 0;
    gpg_error_t err = 0;

    *r_result = (struct rank_result){.p = 1};
    if (!bench.sorted || !bench.ranks || !bench.other || !bench.base)
        err = gpg_error(GPG_ERR_ENOMEM);
    if (!err)
        err = signed_p(&bench, differences, count, &r_result->p);
    if (!err)
        err = signed_cut(bench.ranks, count, (1 - level) / 2, &cut);
    if (!err) {
        const struct rank_sums sums = {bench.other, bench.other, count, count};
        estimate(&sums, cut, 0.5, r_result);
    }
    bench_release(&bench);
    return err;
}

/* How many values each group has, and the smaller of them, whose ranks are
 * summed: the sum of the others follows from it. */
struct sizes {
    size_t base;
    size_t other;
    size_t picked;
};

/* Whether all choices can be gone through in little time and memory. */
static bool is_small(const struct sizes *sizes)
{
    const size_t n = sizes->base + sizes->other;

    return n <= RANK_TEST_EXACT ||
           (sizes->picked <= FEW_PICKED && n <= MANY_LEFT);
}

/* What the test of groups finds: p, and how many differences the interval
 * leaves out at either end. */
struct finding {
    double p;
    uint64_t cut;
};

/* Many values; SUM is of doubled ranks. */
static struct finding summed_near(const struct sizes *sizes, double sum,
                                  double ties, double tail)
{
    const double n = (double)(sizes->base + sizes->other);
    const double of_all = (double)sizes->base * (double)sizes->other;
    const double variance = of_all / 12 * (n + 1 - ties / (n * (n - 1)));
    const double mean = (double)sizes->picked * (n + 1) / 2;

    return (struct finding){
        normal_p(sum / 2 - mean, sqrt(variance)),
        normal_cut(of_all / 2, sqrt(of_all * (n + 1) / 12), tail)};
}

static uint64_t cut_of(const struct rank_chance *untied, size_t picked,
                       double tail)
{
    return rank_chance_quantile(untied, picked * (picked + 1) / 2, tail);
}

/* Few values, whose ranks are not doubled.  Without ties one distribution
 * serves for both. */
static gpg_error_t summed_exact(uint32_t *ranks, const struct sizes *sizes,
                                uint64_t sum, double tail,
                                struct finding *r_finding)
{
    const size_t n = sizes->base + sizes->other;
    struct rank_chance chance;

    const bool is_done =
        rank_chance_of_choices(ranks, n, sizes->picked, &chance);
    if (is_done) {
        r_finding->p = rank_chance_two_sided(&chance, (size_t)sum);
        r_finding->cut = cut_of(&chance, sizes->picked, tail);
    }
    rank_chance_release(&chance);
    return is_done ? 0 : gpg_error(GPG_ERR_ENOMEM);
}

/* With ties the interval is still that of the distribution without them. */
static gpg_error_t summed_tied(uint32_t *ranks, const struct sizes *sizes,
                               uint64_t sum, double tail,
                               struct finding *r_finding)
{
    struct finding tied;
    gpg_error_t err = summed_exact(ranks, sizes, sum, tail, &tied);

    fill_untied(ranks, sizes->base + sizes->other);
    if (!err)
        err = summed_exact(ranks, sizes, sum, tail, r_finding);
    r_finding->p = tied.p;
    return err;
}

static gpg_error_t summed(struct bench *bench, const struct sizes *sizes,
                          double tail, struct finding *r_finding)
{
    const size_t n = sizes->base + sizes->other;
    const double ties = rank_doubled(bench->sorted, n, bench->ranks);
    const bool picks_other = sizes->picked == sizes->other;
    const uint64_t sum = rank_sum(
        bench, n, picks_other ? bench->other : bench->base, sizes->picked);

    *r_finding = (struct finding){1, 0};
    if (!is_small(sizes)) {
        *r_finding = summed_near(sizes, (double)sum, ties, tail);
        return 0;
    }
    if (ties > 0)
        return summed_tied(bench->ranks, sizes, sum, tail, r_finding);
    fill_untied(bench->ranks, n);
    return summed_exact(bench->ranks, sizes, sum / 2, tail, r_finding);
}

/* All differences OTHER less BASE are the sums of OTHER and of BASE with its
 * signs turned. */
static void estimate_groups(struct bench *bench, const struct sizes *sizes,
                            uint64_t cut, struct rank_result *result)
{
    const struct rank_sums sums = {bench->other, bench->base, sizes->other,
                                   sizes->base};

    for (size_t i = 0; i < sizes->base; i++)
        bench->base[i] = -bench->base[i];
    rank_sort(bench->base, sizes->base);
    estimate(&sums, cut, 1, result);
}

gpg_error_t rank_test_groups(const struct rank_group *base,
                             const struct rank_group *other, double level,
                             struct rank_result *r_result)
{
    const size_t n = base->count + other->count;
    struct bench bench = {
        .sorted = calloc(n + 1, sizeof *bench.sorted),
        .ranks = calloc(n + 1, sizeof *bench.ranks),
        .other = sorted_copy(other->values, other->count),
        .base = sorted_copy(base->values, base->count),
    };
    const struct sizes sizes = {base->count, other->count,
                                base->count < other->count ? base->count
                                                           : other->count};
    struct finding finding = {1, 0};
    gpg_error_t err = 0;

    *r_result = (struct rank_result){.p = 1};
    if (!bench.sorted || !bench.ranks || !bench.other || !bench.base) {
        err = gpg_error(GPG_ERR_ENOMEM);
        goto leave;
    }
    memcpy(bench.sorted, base->values, base->count * sizeof *bench.sorted);
    memcpy(bench.sorted + base->count, other->values,
           other->count * sizeof *bench.sorted);
    rank_sort(bench.sorted, n);
    err = summed(&bench, &sizes, (1 - level) / 2, &finding);
    r_result->p = finding.p;
    if (!err)
        estimate_groups(&bench, &sizes, finding.cut, r_result);

leave:
    bench_release(&bench);
    return err;
}

double rank_test_pairs_least_p(size_t count)
{
    return fmin(1, exp2(1 - (double)count));
}

double rank_test_groups_least_p(size_t base_count, size_t other_count)
{
    double p = 2;

    for (size_t i = 1; i <= other_count; i++)
        p *= (double)i / (double)(base_count + i);
    return fmin(1, p);
}
