/* SPDX-License-Identifier: GPL-3.0-or-later */

/* compare_notice: warnings about the two sides of a comparison and what is
 * between them.  Those about one run are notice's. */
#include "report/compare_notice.h"

#include "base/text.h"
#include "model/run.h"
#include "report/compare.h"
#include "report/notice_finder.h"

#include <stdlib.h>
#include <string.h>

/* What the checks work with. */
struct look {
    struct finder finder;
    const struct compare *compare;
    const struct compare_pair *pair;
};

static void add(struct look *look, enum notice_kind kind, struct text *words,
                const char *advice)
{
    look->finder.kind = kind;
    finder_add(&look->finder, NULL, NOTICE_NONE, words, advice);
}

/* "OTHER: " where there are several of them. */
static void begin(const struct look *look, struct text *words)
{
    if (look->compare->pair_count < 2)
        return;
    text_add_name(words, look->pair->other->name);
    text_add(words, ": ");
}

static size_t count_cells(const struct compare_pair *pair, uint32_t guard,
                          bool are_unknown, const struct compare_cell **r_first)
{
    size_t count = 0;

    for (size_t i = 0; i < pair->cell_count; i++) {
        const struct compare_guard_findings *found = &pair->cells[i].guards;
        if (!((are_unknown ? found->unknown : found->different) & guard))
            continue;
        if (count++ == 0)
            *r_first = &pair->cells[i];
    }
    return count;
}

static void find_guard(struct look *look, size_t index)
{
    const struct compare_pair *pair = look->pair;
    const struct compare_cell *cell = NULL;
    const size_t count = count_cells(pair, UINT32_C(1) << index, false, &cell);
    struct text words = {0};

    if (count == 0)
        return;
    const struct compare_guard_side base = {pair->base->run, cell->base};
    const struct compare_guard_side other = {pair->other->run, cell->other};
    begin(look, &words);
    text_addf(&words, "%s differs in ", compare_guard_name(index));
    finder_add_cells(count, &words);
    text_add(&words, " (");
    compare_guard_add_value(&base, index, &words);
    text_add(&words, " against ");
    compare_guard_add_value(&other, index, &words);
    text_add(&words, look->compare->options.anyway
                         ? "), which are tested all the same"
                         : "), which are not comparable");
    add(look, NOTICE_GUARD, &words,
        look->compare->options.anyway ? NULL : "--anyway tests them");
}

static void find_guards(struct look *look)
{
    for (size_t i = 0; i < compare_guard_count(); i++)
        find_guard(look, i);
}

static void find_unknown(struct look *look)
{
    const struct compare_cell *cell = NULL;
    struct text names = {0};
    struct text words = {0};

    for (size_t i = 0; i < compare_guard_count(); i++)
        if (count_cells(look->pair, UINT32_C(1) << i, true, &cell) > 0)
            text_addf(&names, "%s%s", names.length > 0 ? ", " : "",
                      compare_guard_name(i));
    if (names.length > 0) {
        begin(look, &words);
        text_addf(&words, "not known of one side, and taken to be the same: %s",
                  text_string(&names));
        add(look, NOTICE_GUARD_UNKNOWN, &words, NULL);
    }
    finder_release_text(&look->finder, &names);
}

static void find_machines(struct look *look)
{
    const char *base = look->pair->base->run->machine.cpu;
    const char *other = look->pair->other->run->machine.cpu;
    struct text words = {0};

    if (!look->pair->are_machines_different)
        return;
    begin(look, &words);
    text_add(&words, "the machines are not the same (");
    text_add_readable(&words, base ? base : "not known");
    text_add(&words, " against ");
    text_add_readable(&words, other ? other : "not known");
    text_add(&words, look->compare->options.anyway
                         ? "), tested all the same"
                         : "): ratios without a test");
    add(look, NOTICE_MACHINES, &words,
        look->compare->options.anyway ? NULL : "--anyway tests them");
}

/* Of the one run and of the other. */
static void add_difference(struct look *look, const char *what, const char *a,
                           const char *b)
{
    struct text words = {0};

    if (!text_differ(a, b))
        return;
    begin(look, &words);
    text_addf(&words, "%s is not the same: ", what);
    text_add_readable(&words, a);
    text_add(&words, " against ");
    text_add_readable(&words, b);
    add(look, NOTICE_SURROUNDINGS, &words, NULL);
}

static void find_surroundings(struct look *look)
{
    const struct run *a = look->pair->base->run;
    const struct run *b = look->pair->other->run;

    add_difference(look, "the file system of the work directory",
                   a->machine.work_dir_filesystem,
                   b->machine.work_dir_filesystem);
    add_difference(look, "the kernel", a->machine.release, b->machine.release);
    add_difference(look, "the governor", a->machine.governor,
                   b->machine.governor);
    add_difference(look, "the version of pgpbench", a->program, b->program);
}

static const struct run_engine *engine_of(const struct compare_side *side)
{
    return &side->run->engines[side->engine];
}

static void find_hwf_library(struct look *look)
{
    const bool base = engine_of(look->pair->base)->hwf != NULL;
    const bool other = engine_of(look->pair->other)->hwf != NULL;
    struct text words = {0};

    if (base == other)
        return;
    begin(look, &words);
    text_addf(&words,
              "only %s was measured with the library behind hwf loaded, which "
              "costs each start some hundredths of a millisecond",
              base ? "the base" : "the other");
    add(look, NOTICE_SURROUNDINGS, &words, "hwf=all loads it without effect");
}

static void find_incomplete(struct look *look)
{
    struct text words = {0};

    if (look->pair->base->run->complete && look->pair->other->run->complete)
        return;
    begin(look, &words);
    text_add(&words, "a run was stopped before its end");
    add(look, NOTICE_INCOMPLETE, &words, NULL);
}

/* Whether CONTRAST could pass all tests at all. */
static bool can_show(const struct look *look, const struct contrast *contrast)
{
    return contrast_least_p(contrast) * (double)look->compare->test_count <
           COMPARE_LEVEL;
}

/* How many samples of each side could. */
static size_t needed(const struct look *look, bool are_paired)
{
    struct contrast contrast = {.is_paired = are_paired};

    do
        contrast.n_other = ++contrast.n_base;
    while (!can_show(look, &contrast));
    return contrast.n_base;
}

/* Cells of PAIR with too few; *R_WORST is the one with the fewest so far. */
static size_t count_few(const struct look *look,
                        const struct compare_pair *pair,
                        const struct compare_cell **r_worst,
                        const struct compare_pair **r_pair)
{
    size_t count = 0;

    for (size_t i = 0; i < pair->cell_count; i++) {
        const struct compare_cell *cell = &pair->cells[i];
        const struct compare_figure *real = &cell->figures[COMPARE_REAL];
        if (!real->is_tested || can_show(look, &real->contrast))
            continue;
        count++;
        if (*r_worst &&
            real->contrast.n_base + real->contrast.n_other >=
                (*r_worst)->figures[COMPARE_REAL].contrast.n_base +
                    (*r_worst)->figures[COMPARE_REAL].contrast.n_other)
            continue;
        *r_worst = cell;
        *r_pair = pair;
    }
    return count;
}

/* Of all pairs together, for they are tested together. */
static void find_few(struct look *look)
{
    const struct compare_cell *worst = NULL;
    const struct compare_pair *pair = NULL;
    size_t count = 0;
    struct text words = {0};
    struct text name = {0};
    struct text advice = {0};

    for (size_t p = 0; p < look->compare->pair_count; p++)
        count += count_few(look, &look->compare->pairs[p], &worst, &pair);
    if (!worst)
        return;
    const struct contrast *real = &worst->figures[COMPARE_REAL].contrast;
    finder_add_cells(count, &words);
    text_addf(&words,
              " with too few samples to show any difference among %zu tests (",
              look->compare->test_count);
    compare_add_cell_name(pair, worst, &name);
    text_add_readable(&words, text_string(&name));
    text_addf(&words, ": n=%zu", real->n_base);
    text_addf(&words, real->is_paired ? ")" : " and %zu)", real->n_other);
    text_addf(&advice, "--runs %zu of each could",
              needed(look, real->is_paired));
    add(look, NOTICE_FEW_PAIRS, &words, text_string(&advice));
    finder_release_text(&look->finder, &name);
    finder_release_text(&look->finder, &advice);
}

gpg_error_t compare_notices(const struct compare *compare,
                            struct notice_list *r_list)
{
    static void (*const checks[])(struct look *) = {
        find_machines,   find_guards,       find_unknown,
        find_incomplete, find_surroundings, find_hwf_library,
    };
    struct look look = {.finder = {.list = r_list}, .compare = compare};

    for (size_t p = 0; p < compare->pair_count; p++) {
        look.pair = &compare->pairs[p];
        look.finder.run = look.pair->base->run;
        for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++)
            checks[i](&look);
    }
    if (compare->pair_count > 0)
        find_few(&look);
    if (look.finder.err)
        notice_list_release(r_list);
    return look.finder.err;
}

/* Those of a run that a comparison of it is in danger from. */
static bool is_of_interest(enum notice_kind kind)
{
    static const enum notice_kind kinds[] = {
        NOTICE_LOAD,        NOTICE_LOAD_DURING,  NOTICE_FREQUENCY,
        NOTICE_TEMPERATURE, NOTICE_AGENT_DEATHS, NOTICE_SAME_LIBRARY,
        NOTICE_FEATURES,
    };

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i] == kind)
            return true;
    return false;
}

/* Of the run of SIDE, by whose name it is called where there are several. */
static void take_run_notices(struct finder *finder,
                             const struct compare_side *side,
                             const struct notice_list *list, bool is_alone)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct notice *notice = &list->notices[i];
        struct text words = {0};
        if (!is_of_interest(notice->kind))
            continue;
        if (!is_alone) {
            text_add_name(&words, side->name);
            text_add(&words, ": ");
        }
        text_add(&words, notice->words);
        finder->kind = notice->kind;
        finder_add(finder, NULL, NOTICE_NONE, &words, notice->advice);
    }
}

gpg_error_t compare_run_notices(const struct compare *compare,
                                struct notice_list *r_list)
{
    struct finder finder = {.list = r_list};
    const size_t count = compare->side_count;
    const bool is_alone =
        compare->sides[0].run == compare->sides[count - 1].run;

    for (size_t i = 0; !finder.err && i < count; i++) {
        const struct compare_side *side = &compare->sides[i];
        struct notice_list list = {0};
        if (i > 0 && compare->sides[i - 1].run == side->run)
            continue; /* engines of one run come one after the other */
        finder.run = side->run;
        finder.err = notice_collect(side->run, &list);
        take_run_notices(&finder, side, &list, is_alone);
        notice_list_release(&list);
    }
    if (finder.err)
        notice_list_release(r_list);
    return finder.err;
}
