/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_text_compare_head: which sides are compared, and at the end what to
 * be warned of and how to read it.  It shows no figure. */
#include "report/format_text_compare.h"

#include "base/units.h"
#include "model/run.h"
#include "report/compare.h"
#include "report/compare_notice.h"
#include "report/page.h"

#include <inttypes.h>

static void add_machine(struct text *words, const struct machine *machine)
{
    page_add_part(words, "", machine->cpu);
    if (machine->cpu && machine->cpus > 0)
        text_addf(words, " (%" PRId64 ")", machine->cpus);
    page_add_part(words, "", machine->system);
    if (machine->system && machine->release) {
        text_add(words, " ");
        text_add_readable(words, machine->release);
    }
}

static void add_side(struct page *page, const struct compare_side *side,
                     const char *label)
{
    const struct run_engine *engine = &side->run->engines[side->engine];
    struct text words = {0};

    text_add_name(&words, side->name);
    text_add(&words, ": gpg ");
    text_add_readable(&words,
                      engine->version ? engine->version : "version not known");
    page_add_part(&words, "", engine->path);
    page_add_part(&words, "libgcrypt ", engine->libgcrypt.version);
    page_add_part(&words, "hwf=", engine->hwf);
    for (size_t i = 0; i < engine->environment_count; i++)
        page_add_part(&words, "with ", engine->environment[i]);
    add_machine(&words, &side->run->machine);
    page_add_part(&words, "started ", side->run->started);
    page_add_labelled(page, label, &words);
}

void format_text_add_sides(struct page *page, const struct compare *compare)
{
    const size_t count = compare->side_count;

    /* Of many runs in time those between are like their neighbours. */
    for (size_t i = 0; i < count; i++)
        if (!compare->options.by_engine)
            add_side(page, &compare->sides[i], i == 0 ? "base" : "other");
        else if (i == 0 || i + 1 == count)
            add_side(page, &compare->sides[i], i == 0 ? "first" : "newest");
    page_add_blank(page);
}

/* Those that COLLECT finds. */
static void add_notices(struct page *page, const struct compare *compare,
                        gpg_error_t (*collect)(const struct compare *compare,
                                               struct notice_list *r_list))
{
    struct notice_list list = {0};
    const gpg_error_t err = collect(compare, &list);

    if (err)
        page->err = err;
    page_add_notices(page, &list);
    notice_list_release(&list);
}

void format_text_add_run_notices(struct page *page,
                                 const struct compare *compare)
{
    add_notices(page, compare, compare_run_notices);
}

static bool has_pairs(const struct compare *compare, bool are_paired)
{
    for (size_t i = 0; i < compare->pair_count; i++)
        if (compare->pairs[i].is_one_run == are_paired)
            return true;
    return false;
}

static void add_reading(struct page *page, const struct compare *compare)
{
    struct text words = {0};

    text_add(&words, "ratio is other / base: ");
    if (has_pairs(compare, true))
        text_add(&words, "within each round, and of these the middle "
                         "(Hodges-Lehmann; Wilcoxon's signed rank test)");
    if (has_pairs(compare, true) && has_pairs(compare, false))
        text_add(&words, "; between runs ");
    if (has_pairs(compare, false))
        text_add(&words, "the middle of the ratios of any two samples "
                         "(Hodges-Lehmann; Mann and Whitney's U test)");
    if (compare->options.by_engine)
        text_add(&words,
                 ". change is of the newest run, least and most of any, "
                 "against the first; a run is the trend from one to "
                 "the next (median of all slopes, without a test)");
    text_addf(&words,
              ". It need not be the quotient of the medians. slower and "
              "faster: more than %g %% away from 1, and beyond chance among "
              "all %zu tests (Holm, 5 %%); ~ nothing is shown, ? not "
              "comparable",
              compare->options.noise_pct, compare->test_count);
    page_add_labelled(page, "reading", &words);
}

void format_text_add_compare_end(struct page *page,
                                 const struct compare *compare)
{
    add_notices(page, compare, compare_notices);
    add_reading(page, compare);
}
