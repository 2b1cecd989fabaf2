/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_text_end: below the tables: the floor, the CPU time of all, what
 * failed, and notices. */
#include "report/format_text.h"

#include "base/units.h"
#include "report/notice.h"
#include "report/page.h"

/* "2.07 ms (+-1.0%, n=24)". */
static void add_floor_time(struct page *page, const struct summary *real,
                           struct text *words)
{
    const double spread_pct = summary_spread_pct(real);
    const struct time_unit *unit = page_unit(page, real->median);

    page_add_time(words, real->median, summary_half_width(real), unit);
    text_addf(words, " %s (", unit->name);
    if (spread_pct >= 0) {
        page_add_spread(words, spread_pct);
        text_add(words, ", ");
    }
    text_addf(words, "n=%zu)", real->count);
}

static void add_floor(struct page *page, const struct series *series)
{
    const struct run *run = page->run;
    const struct summary real = page_summary(page, series, METRIC_REAL);
    struct text words = {0};

    if (real.count == 0)
        return;
    if (run->engine_count > 1)
        text_add_readable(&words, run->engines[series->cell.engine].name);
    else
        text_add(&words, "gpg");
    text_add(&words, " --version takes ");
    add_floor_time(page, &real, &words);
    text_add(&words, ": nothing can be faster");
    page_add_labelled(page, "floor", &words);
}

/* A sum that is known only if it has parts, and all of them. */
struct total {
    int64_t ns;
    bool is_known;
};

static struct total total_of(const struct run *run, enum metric metric)
{
    struct total total = {0, false};

    for (size_t i = 0; i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        for (size_t s = 0; s < series->sample_count; s++) {
            if (!sample_has(&series->samples[s], metric))
                return (struct total){0, false};
            total.is_known = true;
            total.ns += series->samples[s].value[metric];
        }
    }
    return total;
}

static void add_total(struct text *words, const char *before,
                      struct total total)
{
    const double ns = (double)total.ns;

    text_add(words, before);
    if (total.is_known)
        units_add_time(words, ns, NULL, units_time_digits(ns, -1, NULL));
    else
        text_add(words, "-");
}

static void add_totals(struct page *page)
{
    const struct run *run = page->run;
    const struct total gpg = total_of(run, METRIC_CPU);
    const struct total client = total_of(run, METRIC_CLIENT_CPU);
    const struct total setup = {run->setup_cpu_ns, run->setup_cpu_ns >= 0};
    const struct total all = {gpg.ns + client.ns + setup.ns,
                              gpg.is_known && client.is_known &&
                                  setup.is_known};
    struct text words = {0};

    if (!gpg.is_known && !client.is_known && !setup.is_known)
        return;
    add_total(&words, "", all);
    add_total(&words, ": gpg and agent ", gpg);
    add_total(&words, ", client ", client);
    add_total(&words, ", set-up and checks ", setup);
    page_add_labelled(page, "cpu total", &words);
}

/* Whether there is one thing to say of both. */
static bool fail_alike(const struct series *one, const struct series *other)
{
    const struct fault *a = &one->failure;
    const struct fault *b = &other->failure;

    return a->what == b->what && text_same(a->words, b->words) &&
           text_same(a->error, b->error) && text_same(a->thing, b->thing) &&
           text_same(a->advice, b->advice);
}

static bool is_said(const struct run *run, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (fail_alike(&run->series[i], &run->series[index]))
            return true;
    return false;
}

/* "gpg/rsa1024/sign/COPYING/x1 and 3 more cells". */
static void add_failed_cells(const struct run *run, size_t index,
                             struct text *text)
{
    size_t more = 0;

    for (size_t i = index + 1; i < run->series_count; i++)
        more += fail_alike(&run->series[i], &run->series[index]);
    cell_name(run, &run->series[index].cell, text);
    if (more > 0)
        text_addf(text, " and %zu more %s", more, more == 1 ? "cell" : "cells");
}

/* The failure of series INDEX, once for all that fail alike. */
static void add_failure(struct page *page, size_t index)
{
    const struct series *series = &page->run->series[index];
    struct text plain = {0};
    struct text words = {0};

    add_failed_cells(page->run, index, &plain);
    text_add(&plain, ": ");
    fault_describe(&series->failure, &plain);
    text_add_readable(&words, text_string(&plain));
    page_release_text(page, &plain);
    if (fault_is_lack(series->failure.what))
        page_add_words(page, "absent: ", PAGE_PLAIN, &words);
    else
        page_add_words(page, "failed: ", PAGE_RED, &words);
}

static void add_notices(struct page *page)
{
    struct notice_list list = {0};
    const gpg_error_t err = notice_collect(page->run, &list);

    if (err)
        page->err = err;
    page_add_notices(page, &list);
    notice_list_release(&list);
}

void format_text_add_end(struct page *page)
{
    const struct run *run = page->run;

    for (size_t i = 0; i < run->series_count; i++)
        if (run->series[i].cell.operation == OPERATION_START)
            add_floor(page, &run->series[i]);
    add_totals(page);
    for (size_t i = 0; i < run->series_count; i++)
        if (fault_is_set(&run->series[i].failure) && !is_said(run, i))
            add_failure(page, i);
    add_notices(page);
}
