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

static bool differ(const char *a, const char *b)
{
    return a && b && strcmp(a, b) != 0;
}

/* Of the one run and of the other. */
static void add_difference(struct look *look, const char *what, const char *a,
                           const char *b)
{
    struct text words = {0};

    if (!differ(a, b))
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

static void find_few(struct look *look)
{
    const struct compare_cell *worst = NULL;
    size_t count = 0;
    struct text words = {0};

    for (size_t i = 0; i < look->pair->cell_count; i++) {
        const struct compare_cell *cell = &look->pair->cells[i];
        const struct compare_figure *real = &cell->figures[COMPARE_REAL];
        if (!real->is_tested || can_show(look, &real->contrast))
            continue;
        count++;
        if (!worst || real->contrast.n_base <
                          worst->figures[COMPARE_REAL].contrast.n_base)
            worst = cell;
    }
    if (count == 0)
        return;
    begin(look, &words);
    finder_add_cells(count, &words);
    text_addf(&words,
              " with too few samples to show any difference among %zu "
              "tests (",
              look->compare->test_count);
    struct text name = {0};
    compare_add_cell_name(look->pair, worst, &name);
    text_add_readable(&words, text_string(&name));
    finder_release_text(&look->finder, &name);
    text_addf(&words, ": n=%zu)", worst->figures[COMPARE_REAL].contrast.n_base);
    add(look, NOTICE_FEW_PAIRS, &words, "measure more of them, --runs 20");
}

gpg_error_t compare_notices(const struct compare *compare,
                            struct notice_list *r_list)
{
    static void (*const checks[])(struct look *) = {
        find_machines, find_guards,       find_unknown,     find_incomplete,
        find_few,      find_surroundings, find_hwf_library,
    };
    struct look look = {.finder = {.list = r_list}, .compare = compare};

    for (size_t p = 0; p < compare->pair_count; p++) {
        look.pair = &compare->pairs[p];
        look.finder.run = look.pair->base->run;
        for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++)
            checks[i](&look);
    }
    if (look.finder.err)
        notice_list_release(r_list);
    return look.finder.err;
}
