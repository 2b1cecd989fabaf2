/* SPDX-License-Identifier: GPL-3.0-or-later */

/* notice_figures: warnings about figures that mean less than they seem to. */
#include "report/notice_finder.h"

#include "base/units.h"
#include "report/sizes.h"

#include <inttypes.h>

/* CPU clocks and the wall clock are read at slightly different moments. */
#define CPU_TOLERANCE 1.02

static double weigh_cpu(struct finder *finder, const struct series *series)
{
    const struct summary real = finder_summary(finder, series, METRIC_REAL);
    const struct summary cpu = finder_summary(finder, series, METRIC_CPU);
    const double most = real.median * (double)finder->run->machine.cpus;

    if (real.count == 0 || cpu.count == 0 || !(most > 0) ||
        cpu.median <= CPU_TOLERANCE * most)
        return -1;
    return cpu.median / most;
}

void notice_find_cpu_above_real(struct finder *finder)
{
    const struct fold fold = finder_fold(finder, weigh_cpu);
    struct text words = {0};

    if (fold.cells == 0)
        return;
    finder_add_cells(fold.cells, &words);
    text_add(&words, " with more CPU time than real time x CPUs (");
    finder_add_cell(finder, fold.worst, &words);
    text_addf(&words, ": %.2f times)", fold.weight);
    finder_add(finder, &fold, NOTICE_NONE, &words,
               "do not trust cpu, user and sys there");
}

/* Copies and output of SERIES against those of its smallest size. */
static struct growth growth_of(struct finder *finder,
                               const struct series *series)
{
    const struct sizes sizes = sizes_of(finder->run, &series->cell);
    struct growth growth = {.output = -1};
    const gpg_error_t err = sizes_growth(sizes.small, series, &growth);

    if (err)
        finder->err = err;
    return growth;
}

#define SMALL_BYTES 4096

static double weigh_copies(struct finder *finder, const struct series *series)
{
    const struct growth growth = growth_of(finder, series);

    /* Of a small file a message is mostly frame, which says nothing. */
    if (series->input_bytes < SMALL_BYTES || !(growth.output > 0) ||
        !sizes_lag(&growth))
        return -1;
    return growth.copies / growth.output;
}

void notice_find_copies(struct finder *finder)
{
    const struct fold fold = finder_fold(finder, weigh_copies);
    struct text words = {0};

    if (fold.cells == 0)
        return;
    const struct series *worst = &finder->run->series[fold.worst];
    const struct growth growth = growth_of(finder, worst);
    finder_add_cell(finder, fold.worst, &words);
    text_addf(&words, " writes only %.1f times the bytes of x%" PRIu32,
              growth.output,
              sizes_of(finder->run, &worst->cell).small->cell.copies);
    if (fold.cells > 1)
        text_addf(&words, " (%zu cells do)", fold.cells);
    text_addf(&words, ": not %.0f times the work", growth.copies);
    finder_add(finder, &fold, NOTICE_NONE, &words,
               "take another file, or --compress none");
}

/* 1 where the split is below the tick, 0 where it is an estimate only. */
static double weigh_split(struct finder *finder, const struct series *series)
{
    const struct summary user = finder_summary(finder, series, METRIC_USER);
    const struct summary sys = finder_summary(finder, series, METRIC_SYS);
    const int64_t tick_ns = finder->run->machine.cpu_tick_ns;

    if (user.count == 0 || sys.count == 0)
        return -1;
    return summary_below_ticks(user.median, tick_ns) ||
           summary_below_ticks(sys.median, tick_ns);
}

void notice_find_split(struct finder *finder)
{
    const struct fold fold = finder_fold(finder, weigh_split);
    const int64_t tick_ns = finder->run->machine.cpu_tick_ns;
    struct text words = {0};

    if (fold.cells == 0)
        return;
    text_add(&words, "user and sys are estimates: the kernel divides CPU time "
                     "by its clock tick");
    if (tick_ns > 0) {
        text_add(&words, " of ");
        units_add_time(&words, (double)tick_ns, NULL, 0);
    }
    if (fold.weight > 0)
        text_addf(&words, " (~: below %d ticks)", SUMMARY_SPLIT_TICKS);
    finder_add(finder, &fold, NOTICE_NONE, &words, "rely on their sum");
}
