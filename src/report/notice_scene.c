/* SPDX-License-Identifier: GPL-3.0-or-later */

/* notice_scene: warnings about the run and the machine it was made on. */
#include "report/notice_finder.h"

#include "model/room.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Above this part of the CPUs the load before the start is remarkable. */
#define BUSY_SHARE 0.5

/* What our own work may add to it: one call at a time is a load of 1, and
 * gpg, its agent and GPGME overlap for a part of it. */
#define OWN_LOAD 1.5

/* So much may the frequency move between start and end. */
#define FREQUENCY_SHARE 0.1

/* So many degrees may the temperature move: more tells of a CPU that was cold
 * at the start, or of one that must soon slow down. */
#define DEGREES 10

static double weigh_empty(struct finder *finder, const struct series *series)
{
    (void)finder;
    return series->sample_count == 0 ? 0 : -1;
}

void notice_find_incomplete(struct finder *finder)
{
    const struct fold fold = finder_fold(finder, weigh_empty);
    const bool complete = finder->run->complete;
    struct text words = {0};

    if (complete && fold.cells == 0)
        return;
    if (!complete)
        text_add(&words, "the run was stopped before its end");
    if (!complete && fold.cells > 0)
        text_add(&words, "; ");
    if (fold.cells > 0) {
        finder_add_cells(fold.cells, &words);
        text_add(&words, " without a sample (");
        finder_add_cell(finder, fold.worst, &words);
        text_add(&words, ")");
    }
    finder_add(finder, fold.cells > 0 ? &fold : NULL, NOTICE_NONE, &words,
               complete ? NULL : "let it end for the whole");
}

/* What a key does not have is no failure. */
static bool has_failed(const struct series *series)
{
    return fault_is_set(&series->failure) &&
           !fault_is_lack(series->failure.what);
}

void notice_find_failed(struct finder *finder)
{
    const struct run *run = finder->run;
    struct fold fold = {0};
    struct text words = {0};

    for (size_t i = 0; i < run->series_count; i++)
        if (has_failed(&run->series[i]) && fold.cells++ == 0)
            fold.worst = i;
    if (fold.cells == 0)
        return;
    text_addf(&words, "%zu of ", fold.cells);
    finder_add_cells(run->series_count, &words);
    text_add(&words, " failed and can show no figures");
    finder_add(finder, &fold, NOTICE_NONE, &words, NULL);
}

/* Whether the load at MOMENT is above what is no matter and OWN. */
static bool is_busy(const struct machine *machine, int moment, double own)
{
    return machine->cpus >= 1 && isfinite(machine->load[moment]) &&
           machine->load[moment] > BUSY_SHARE * (double)machine->cpus + own;
}

static void add_load(struct finder *finder, const char *before, int moment)
{
    const struct machine *machine = &finder->run->machine;
    struct text words = {0};

    text_addf(&words, "%s: load %.1f on %" PRId64 " %s", before,
              machine->load[moment], machine->cpus,
              machine->cpus == 1 ? "CPU" : "CPUs");
    finder_add(finder, NULL, NOTICE_NONE, &words,
               "stop other work and measure again");
}

void notice_find_load(struct finder *finder)
{
    if (is_busy(&finder->run->machine, 0, 0))
        add_load(finder, "the machine was busy before the start", 0);
}

/* Where it was busy before, that is said already. */
void notice_find_load_during(struct finder *finder)
{
    const struct machine *machine = &finder->run->machine;

    if (is_busy(machine, 1, OWN_LOAD) && !is_busy(machine, 0, 0))
        add_load(finder,
                 "the machine became busy with other work during the run", 1);
}

void notice_find_frequency(struct finder *finder)
{
    const double *mhz = finder->run->machine.mhz;
    struct text words = {0};

    if (!(mhz[0] > 0) || !(mhz[1] > 0) || !isfinite(mhz[0]) ||
        !isfinite(mhz[1]) || fabs(mhz[1] - mhz[0]) <= FREQUENCY_SHARE * mhz[0])
        return;
    text_addf(&words, "the CPU went from %.0f to %.0f MHz during the run",
              mhz[0], mhz[1]);
    finder_add(finder, NULL, NOTICE_NONE, &words,
               "fix its frequency, or let it cool, before a comparison");
}

void notice_find_temperature(struct finder *finder)
{
    const double *celsius = finder->run->machine.celsius;
    struct text words = {0};

    if (!isfinite(celsius[0]) || !isfinite(celsius[1]) ||
        fabs(celsius[1] - celsius[0]) <= DEGREES)
        return;
    text_addf(&words, "the CPU went from %.0f to %.0f degrees C during the run",
              celsius[0], celsius[1]);
    finder_add(
        finder, NULL, NOTICE_NONE, &words,
        "let it come to its working heat, or cool it, and measure again");
}

void notice_find_room(struct finder *finder)
{
    const struct run *run = finder->run;
    const struct room room = room_of(run);
    const struct fold fold = {.cells = room.cells, .worst = room.worst};
    struct text words = {0};

    if (room.cells == 0)
        return;
    room_describe(run, &room, &words);
    finder_add(finder, &fold, NOTICE_NONE, &words, ROOM_ADVICE);
}

static double weigh_warm(struct finder *finder, const struct series *series)
{
    (void)finder;
    return series->cache == CACHE_WARM ? 0 : -1;
}

void notice_find_cache_warm(struct finder *finder)
{
    const struct run *run = finder->run;
    const char *filesystem = run->machine.work_dir_filesystem;
    struct text words = {0};

    if (!run->settings.cache || strcmp(run->settings.cache, "cold") != 0)
        return;
    const struct fold fold = finder_fold(finder, weigh_warm);
    if (fold.cells == 0)
        return;
    text_add(&words, "the cache stayed warm in ");
    finder_add_cells(fold.cells, &words);
    text_add(&words, ": ");
    text_add_readable(&words, filesystem ? filesystem : "the file system");
    text_add(&words, " does not let go of its pages");
    finder_add(finder, &fold, NOTICE_NONE, &words,
               "give --work-dir on a disk, or ask for --cache warm");
}
