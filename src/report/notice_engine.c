/* SPDX-License-Identifier: GPL-3.0-or-later */

/* notice_engine: warnings about an engine and how it was watched. */
#include "report/notice_finder.h"

/* How CPU time is got, weak methods only, and what that means. */
static const struct {
    const char *method; /* NULL: not at all */
    const char *words;
} gpg_methods[] =
    {
        {NULL, "CPU time of gpg cannot be measured here and is shown as -"},
        {"ledger",
         "CPU time of gpg is told by the probe inside it, without its "
         "end and in probed samples only: cpu, user and sys are theirs"},
},
  agent_methods[] = {
      {NULL, "CPU time of gpg-agent cannot be measured here and is shown as -"},
      {"procstat", "CPU time of gpg-agent comes in steps of 10 ms only"},
};

void notice_find_home_dir(struct finder *finder)
{
    for (size_t e = 0; e < finder->run->engine_count; e++) {
        const char *notice = finder->run->engines[e].home_dir_notice;
        struct text words = {0};

        if (!notice)
            continue;
        finder_add_engine(finder, e, &words);
        text_add_readable(&words, notice);
        finder_add(finder, NULL, e, &words,
                   "--home-dir DIR chooses another place");
    }
}

void notice_find_agent_deaths(struct finder *finder)
{
    for (size_t e = 0; e < finder->run->engine_count; e++) {
        const uint32_t deaths = finder->run->engines[e].agent_deaths;
        struct text words = {0};

        if (deaths == 0)
            continue;
        finder_add_engine(finder, e, &words);
        text_addf(&words,
                  "gpg-agent ended %s while samples were taken: its "
                  "CPU time in them is not known",
                  deaths == 1 ? "once" : "more than once");
        finder_add(finder, NULL, e, &words,
                   "find out who ends it, and measure again");
    }
}

void notice_find_versions(struct finder *finder)
{
    for (size_t e = 0; e < finder->run->engine_count; e++) {
        const struct run_engine *engine = &finder->run->engines[e];
        struct text words = {0};

        if (!engine->version || !engine->agent_version ||
            text_same(engine->version, engine->agent_version))
            continue;
        finder_add_engine(finder, e, &words);
        text_add(&words, "gpg is ");
        text_add_readable(&words, engine->version);
        text_add(&words, " but its gpg-agent is ");
        text_add_readable(&words, engine->agent_version);
        finder_add(finder, NULL, e, &words,
                   "install both from one build for figures of that build");
    }
}

static void add_part(struct text *words, const char *part)
{
    if (words->length > 0)
        text_add(words, "; ");
    text_add(words, part);
}

static void describe_accounting(const struct run_engine *engine,
                                struct text *words)
{
    const struct accounting *by = &engine->accounting;
    const bool has_agent = engine->agent_version != NULL;

    for (size_t i = 0; i < sizeof gpg_methods / sizeof *gpg_methods; i++)
        if (text_same(by->gpg, gpg_methods[i].method))
            add_part(words, gpg_methods[i].words);
    for (size_t i = 0; i < sizeof agent_methods / sizeof *agent_methods; i++)
        if (has_agent && text_same(by->agent, agent_methods[i].method))
            add_part(words, agent_methods[i].words);
    if (has_agent && by->gpg && by->agent && !by->agent_split)
        add_part(words, "how gpg-agent divides its CPU time is not known: "
                        "user and sys are shown as -");
}

void notice_find_accounting(struct finder *finder)
{
    for (size_t e = 0; e < finder->run->engine_count; e++) {
        struct text parts = {0};
        struct text words = {0};

        describe_accounting(&finder->run->engines[e], &parts);
        if (parts.length > 0) {
            finder_add_engine(finder, e, &words);
            text_add(&words, text_string(&parts));
            finder_add(finder, NULL, e, &words, "pgpbench check tells why");
        }
        finder_release_text(finder, &parts);
    }
}
