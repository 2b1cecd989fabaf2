/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of base/rank_test.  Figures are those of R 4.2.2, wilcox.test(…,
 * conf.int = TRUE), unless another source is named; where R takes the normal
 * approximation it finds its estimate by a root search, and they agree to its
 * tolerance only. */
#include "base/rank_test.h"

#include "base/rank_order.h"

#include "close.h"

#include <math.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.12g is not %.12g", value, expected);
}

static struct rank_result pairs(const double *differences, size_t count)
{
    struct rank_result result;

    assert_int_equal(rank_test_pairs(differences, count, 0.95, &result), 0);
    return result;
}

static struct rank_result groups(const double *base, size_t base_count,
                                 const double *other, size_t other_count)
{
    const struct rank_group one = {base, base_count};
    const struct rank_group two = {other, other_count};
    struct rank_result result;

    assert_int_equal(rank_test_groups(&one, &two, 0.95, &result), 0);
    return result;
}

static void assert_result(const struct rank_result *result, double p,
                          double shift, struct interval interval)
{
    assert_near(result->p, p, 1e-9);
    assert_near(result->shift, shift, 1e-9);
    assert_true(result->has_interval);
    assert_near(result->interval.low, interval.low, 1e-9);
    assert_near(result->interval.high, interval.high, 1e-9);
}

/* Hollander & Wolfe, table 3.1: depression scores of nine patients. */
static void pairs_are_as_in_hollander_and_wolfe(void **state)
{
    static const double first[] = {1.83, 0.50, 1.62, 2.48, 1.68,
                                   1.88, 1.55, 3.06, 1.30};
    static const double second[] = {0.878, 0.647, 0.598, 2.05, 1.06,
                                    1.29,  1.06,  3.14,  1.29};
    double differences[COUNT(first)];
    (void)state;

    for (size_t i = 0; i < COUNT(first); i++)
        differences[i] = first[i] - second[i];
    const struct rank_result result = pairs(differences, COUNT(first));
    assert_result(&result, 0.0390625, 0.46, (struct interval){0.01, 0.786});
}

/* Hollander & Wolfe, table 4.1: permeability of membranes. */
static void groups_are_as_in_hollander_and_wolfe(void **state)
{
    static const double at_term[] = {0.80, 0.83, 1.89, 1.04, 1.45,
                                     1.38, 1.91, 1.64, 0.73, 1.46};
    static const double earlier[] = {1.15, 0.88, 0.90, 0.74, 1.21};
    (void)state;

    const struct rank_result result =
        groups(earlier, COUNT(earlier), at_term, COUNT(at_term));
    assert_result(&result, 0.254412254412, 0.305,
                  (struct interval){-0.15, 0.76});
    /* The other way round is the same with its signs turned. */
    const struct rank_result turned =
        groups(at_term, COUNT(at_term), earlier, COUNT(earlier));
    assert_result(&turned, 0.254412254412, -0.305,
                  (struct interval){-0.76, 0.15});
}

static void six_pairs_are_the_least_for_an_interval(void **state)
{
    static const double six[] = {0.3, 1.1, 2.7, 0.9, 4.2, 1.6};
    (void)state;

    const struct rank_result result = pairs(six, 6);
    assert_result(&result, 0.03125, 1.6, (struct interval){0.3, 4.2});
    for (size_t count = 1; count < 6; count++) {
        const struct rank_result fewer = pairs(six, count);
        assert_false(fewer.has_interval);
        assert_near(fewer.p, exp2(1 - (double)count), 1e-12);
    }
}

/* x[i] = (i STEP) mod MODULUS + OFFSET + i FRACTION, i from 1. */
static void fill(double *values, size_t count, unsigned step, unsigned modulus,
                 double offset, double fraction)
{
    for (size_t i = 0; i < count; i++)
        values[i] = (double)((i + 1) * step % modulus) + offset +
                    (double)(i + 1) * fraction;
}

static void pairs_are_exact_up_to_fifty_and_near_beyond(void **state)
{
    double values[60];
    (void)state;

    fill(values, 49, 37, 101, -45.5, 0.001);
    const struct rank_result exact = pairs(values, 49);
    assert_result(&exact, 0.208462321333, 5.5355,
                  (struct interval){-2.962, 14.518});
    fill(values, 60, 37, 101, -45.5, 0.001);
    const struct rank_result near = pairs(values, 60);
    assert_near(near.p, 0.141930514027, 1e-9);
    assert_near(near.shift, 5.5355, 1e-3);
    assert_near(near.interval.low, -2.477, 0.02);
    assert_near(near.interval.high, 14.033, 0.02);
    /* With ties and zeros, of which R leaves the latter out too. */
    fill(values, 60, 37, 11, -4, 0);
    assert_near(pairs(values, 60).p, 0.0164337227926, 1e-9);
}

static void groups_are_exact_up_to_fifty_and_near_beyond(void **state)
{
    double base[30];
    double other[40];
    (void)state;

    fill(base, 20, 29, 67, 0, 1.0 / 1000);
    fill(other, 25, 31, 71, 6, 1.0 / 1300);
    const struct rank_result exact = groups(base, 20, other, 25);
    assert_result(&exact, 0.148212621664, 9.50092307692,
                  (struct interval){-3.992, 22.9943076923});
    fill(base, 30, 29, 67, 0, 1.0 / 1000);
    fill(other, 40, 31, 71, 6, 1.0 / 1300);
    const struct rank_result near = groups(base, 30, other, 40);
    assert_near(near.p, 0.130242421298, 1e-9);
    assert_near(near.shift, 7.01186, 1e-3);
    assert_near(near.interval.low, -3.005, 0.02);
    assert_near(near.interval.high, 17.999, 0.02);
    fill(base, 30, 29, 7, 0, 0);
    fill(other, 40, 31, 8, 0, 0);
    assert_near(groups(base, 30, other, 40).p, 0.284120609394, 1e-9);
}

/* By counting: the one value is the smallest of N with chance 1/N, and three
 * are the smallest three with 1/C(N, 3). */
static void a_few_beside_many_are_exact(void **state)
{
    double many[100];
    static const double few[] = {-3, -2, -1};
    (void)state;

    for (size_t i = 0; i < 100; i++)
        many[i] = (double)i;
    const struct rank_result one = groups(few, 1, many, 60);
    assert_near(one.p, 2.0 / 61, 1e-12);
    assert_true(one.has_interval);
    assert_near(one.interval.low, 3, 0); /* of 60 differences the first */
    assert_near(one.interval.high, 62, 0);
    const struct rank_result three = groups(many, 100, few, 3);
    assert_near(three.p, 2.0 / (103.0 * 102 * 101 / 6), 1e-15);
    /* R, exact = TRUE. */
    static const double base[] = {1, 2, 4.05};
    for (size_t i = 0; i < 60; i++)
        many[i] = (double)(i + 1) / 7 + 3;
    const struct rank_result mixed = groups(base, 3, many, 60);
    assert_near(mixed.p, 0.00156128, 1e-8);
    assert_near(mixed.shift, 5, 1e-9);
    assert_near(mixed.interval.low, 2.142857, 1e-6);
    assert_near(mixed.interval.high, 8, 1e-6);
}

/* The mean rank of VALUE among COUNT, doubled. */
static double rank_of(const double *values, size_t count, double value)
{
    double below = 0, same = 0;

    for (size_t i = 0; i < count; i++) {
        below += values[i] < value;
        same += fabs(values[i] - value) <= 0;
    }
    return 2 * below + same + 1;
}

/* Two-sided p of all 2^COUNT ways to give signs, none of the values 0. */
static double p_by_all_signs(const double *differences, size_t count)
{
    double magnitudes[12], ranks[12];
    double sum = 0, lower = 0, upper = 0;

    for (size_t i = 0; i < count; i++)
        magnitudes[i] = fabs(differences[i]);
    for (size_t i = 0; i < count; i++) {
        ranks[i] = rank_of(magnitudes, count, magnitudes[i]);
        sum += differences[i] > 0 ? ranks[i] : 0;
    }
    for (unsigned signs = 0; signs < 1u << count; signs++) {
        double way = 0;
        for (size_t i = 0; i < count; i++)
            way += signs >> i & 1 ? ranks[i] : 0;
        lower += way <= sum;
        upper += way >= sum;
    }
    return fmin(1, 2 * fmin(lower, upper) / exp2((double)count));
}

static void ties_among_few_pairs_are_exact(void **state)
{
    static const double tied[][8] = {
        {1, 1, 1, 1, 1, 1, 1, 1},    {1, -1, 1, 1, 2, 2, 2, 3},
        {2, 2, -2, -2, 5, 5, -5, 7}, {-1, -1, -3, -3, -3, 4, -4, -9},
        {1, 2, 3, 4, 5, 6, 7, -8},
    };
    (void)state;

    for (size_t i = 0; i < COUNT(tied); i++)
        for (size_t count = 1; count <= 8; count++)
            assert_near(pairs(tied[i], count).p, p_by_all_signs(tied[i], count),
                        1e-12);
}

/* Of all ways to pick OTHER_COUNT of the values. */
static double p_by_all_choices(const double *values, size_t base_count,
                               size_t other_count)
{
    const size_t count = base_count + other_count;
    double ranks[12];
    double sum = 0, lower = 0, upper = 0, ways = 0;

    for (size_t i = 0; i < count; i++) {
        ranks[i] = rank_of(values, count, values[i]);
        sum += i >= base_count ? ranks[i] : 0;
    }
    for (unsigned choice = 0; choice < 1u << count; choice++) {
        double way = 0;
        size_t picked = 0;
        for (size_t i = 0; i < count; i++)
            if (choice >> i & 1) {
                way += ranks[i];
                picked++;
            }
        if (picked != other_count)
            continue;
        ways++;
        lower += way <= sum;
        upper += way >= sum;
    }
    return fmin(1, 2 * fmin(lower, upper) / ways);
}

static void ties_between_small_groups_are_exact(void **state)
{
    static const double tied[][9] = {
        {1, 1, 1, 1, 1, 1, 1, 1, 1},
        {1, 2, 2, 3, 2, 3, 3, 4, 4},
        {5, 1, 5, 1, 5, 5, 5, 5, 9},
        {1, 2, 3, 4, 5, 6, 7, 8, 9},
    };
    (void)state;

    for (size_t i = 0; i < COUNT(tied); i++)
        for (size_t base = 1; base < 9; base++)
            assert_near(groups(tied[i], base, tied[i] + base, 9 - base).p,
                        p_by_all_choices(tied[i], base, 9 - base), 1e-12);
}

/* Wilcoxon's table, two-sided 0.05: the largest sum of the rarer sign that
 * is significant for n = 6 … 20, in every textbook (Siegel, 1956, table G). */
static void the_critical_sums_are_those_of_the_table(void **state)
{
    static const unsigned critical[] = {0,  2,  3,  5,  8,  10, 13, 17,
                                        21, 25, 29, 34, 40, 46, 52};
    (void)state;

    for (size_t i = 0; i < COUNT(critical); i++) {
        const size_t n = i + 6;
        double values[20];
        for (unsigned sum = critical[i]; sum <= critical[i] + 1; sum++) {
            /* Negative are the largest ranks that make SUM. */
            unsigned left = sum;
            for (size_t rank = n; rank > 0; rank--) {
                const int is_negative = left >= rank;
                left -= is_negative ? (unsigned)rank : 0;
                values[rank - 1] = is_negative ? -(double)rank : (double)rank;
            }
            assert_int_equal(left, 0);
            assert_int_equal(pairs(values, n).p <= 0.05, sum == critical[i]);
        }
    }
}

static void where_nothing_differs_nothing_is_shown(void **state)
{
    static const double zeros[] = {0, -0.0, 0, 0, 0, 0, 0};
    static const double same[] = {3, 3, 3, 3, 3, 3, 3};
    (void)state;

    const struct rank_result none = pairs(zeros, COUNT(zeros));
    assert_result(&none, 1, 0, (struct interval){0, 0});
    const struct rank_result equal =
        groups(same, COUNT(same), same, COUNT(same));
    assert_result(&equal, 1, 0, (struct interval){0, 0});
    assert_near(groups(same, 1, same, 1).p, 1, 0);
    assert_false(groups(same, 3, same, 3).has_interval);
    assert_true(groups(same, 4, same, 4).has_interval);
}

static void the_least_p_is_that_of_one_direction(void **state)
{
    static const double up[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    (void)state;

    for (size_t count = 1; count <= COUNT(up); count++)
        assert_near(rank_test_pairs_least_p(count), pairs(up, count).p, 1e-12);
    for (size_t base = 1; base < COUNT(up); base++) {
        const size_t other = COUNT(up) - base;
        assert_near(rank_test_groups_least_p(base, other),
                    groups(up, base, up + base, other).p, 1e-12);
    }
}

/* 50 million pairs, which are not kept. */
static void many_values_take_no_memory_of_their_pairs(void **state)
{
    const size_t count = 10000;
    double *values = malloc(count * sizeof *values);
    (void)state;

    assert_non_null(values);
    for (size_t i = 0; i < count; i++)
        values[i] = (double)(i * 7919 % count) - 4000;
    const struct rank_result result = pairs(values, count);
    assert_near(result.shift, 999.5, 1e-9); /* symmetric about it */
    assert_true(result.p < 1e-10);
    const struct rank_result self = groups(values, count, values, count);
    assert_near(self.shift, 0, 1e-9);
    assert_near(self.p, 1, 1e-3);
    free(values);
}

/* Every one of a handful, against a sorted list of all. */
static void each_sum_is_found_by_its_place(void **state)
{
    static const double a[] = {-3, -0.0, 0, 0.5, 2, 2, 1e300};
    double all[COUNT(a) * (COUNT(a) + 1) / 2];
    const struct rank_sums sums = {a, a, COUNT(a), COUNT(a)};
    size_t count = 0;
    (void)state;

    for (size_t i = 0; i < COUNT(a); i++)
        for (size_t j = i; j < COUNT(a); j++)
            all[count++] = a[i] + a[j];
    rank_sort(all, count);
    assert_int_equal(rank_sums_count(&sums), count);
    for (size_t k = 1; k <= count; k++)
        assert_near(rank_sums_select(&sums, k), all[k - 1], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_as_in_hollander_and_wolfe),
        cmocka_unit_test(groups_are_as_in_hollander_and_wolfe),
        cmocka_unit_test(six_pairs_are_the_least_for_an_interval),
        cmocka_unit_test(pairs_are_exact_up_to_fifty_and_near_beyond),
        cmocka_unit_test(groups_are_exact_up_to_fifty_and_near_beyond),
        cmocka_unit_test(a_few_beside_many_are_exact),
        cmocka_unit_test(ties_among_few_pairs_are_exact),
        cmocka_unit_test(ties_between_small_groups_are_exact),
        cmocka_unit_test(the_critical_sums_are_those_of_the_table),
        cmocka_unit_test(where_nothing_differs_nothing_is_shown),
        cmocka_unit_test(the_least_p_is_that_of_one_direction),
        cmocka_unit_test(many_values_take_no_memory_of_their_pairs),
        cmocka_unit_test(each_sum_is_found_by_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
