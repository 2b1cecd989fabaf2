/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_text_header: which machine, which gpg, which key, which settings:
 * what must be known to read the figures.  It shows no figure. */
#include "report/format_text.h"

#include "base/units.h"
#include "report/page.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Columns that hardware features may take before the rest is counted. */
#define FEATURE_COLUMNS 50

/* One of references/, which no program of ours has measured. */
static bool is_published(const struct run *run)
{
    return !run->program && run->started;
}

static void add_title(struct page *page)
{
    struct text words = {0};

    text_add(&words,
             is_published(page->run) ? "a published table" : "pgpbench ");
    text_add_readable(&words, page->run->program ? page->run->program : "");
    page_add_part(&words, "started ", page->run->started);
    page_add_words(page, "", PAGE_BOLD, &words);
    page_add_blank(page);
}

/* ", BEFORE %.*f UNIT", or "… to …" where it moved by more than a tenth. */
static void add_pair(struct text *words, const double pair[2], int digits,
                     const char *unit)
{
    if (!isfinite(pair[0]) || pair[0] < 0)
        return;
    text_addf(words, ", %.*f", digits, pair[0]);
    if (isfinite(pair[1]) && fabs(pair[1] - pair[0]) > 0.1 * pair[0])
        text_addf(words, " to %.*f", digits, pair[1]);
    text_add(words, unit);
}

static void add_machine(struct page *page)
{
    const struct machine *machine = &page->run->machine;
    struct text words = {0};

    page_add_part(&words, "", machine->cpu ? machine->cpu : "CPU not known");
    if (machine->cpus > 0)
        text_addf(&words, ", %" PRId64 " %s", machine->cpus,
                  machine->cpus == 1 ? "CPU" : "CPUs");
    add_pair(&words, machine->mhz, 0, " MHz");
    if (machine->memory_bytes > 0) {
        text_add(&words, ", ");
        units_add_size(&words, machine->memory_bytes);
    }
    page_add_labelled(page, "machine", &words);
}

static void add_system(struct page *page)
{
    const struct machine *machine = &page->run->machine;
    const char *const names[] = {machine->system, machine->release,
                                 machine->arch};
    struct text words = {0};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!names[i])
            continue;
        text_add(&words, words.length > 0 ? " " : "");
        text_add_readable(&words, names[i]);
    }
    page_add_part(&words, "governor ", machine->governor);
    if (isfinite(machine->load[0]))
        text_addf(&words, "%sload %.2f", words.length > 0 ? ", " : "",
                  machine->load[0]);
    add_pair(&words, machine->celsius, 0, " degrees C");
    if (machine->clock_resolution_ns > 0) {
        text_add(&words, words.length > 0 ? ", clock " : "clock ");
        units_add_time(&words, (double)machine->clock_resolution_ns, NULL, 0);
    }
    if (machine->cpu_tick_ns > 0) {
        text_add(&words, words.length > 0 ? ", CPU tick " : "CPU tick ");
        units_add_time(&words, (double)machine->cpu_tick_ns, NULL, 0);
    }
    page_add_labelled(page, "system", &words);
}

/* How much of FEATURE is its vendor's name: "intel-" of "intel-aesni". */
static size_t vendor_length(const char *feature)
{
    static const char *const vendors[] = {"intel-", "arm-", "ppc-", "s390x-",
                                          "padlock-"};

    for (size_t i = 0; i < sizeof vendors / sizeof *vendors; i++)
        if (strncmp(feature, vendors[i], strlen(vendors[i])) == 0)
            return strlen(vendors[i]);
    return 0;
}

/* As many features of HWFLIST as have room; the others are counted. */
static void add_features(struct page *page, const char *hwflist,
                         struct text *words)
{
    static const char between[] = ":, ";
    struct text shown = {0};
    size_t left_out = 0;

    for (const char *f = hwflist + strspn(hwflist, between); *f;) {
        const size_t length = strcspn(f, between);
        const size_t vendor = vendor_length(f);
        if (left_out > 0 || shown.length + length - vendor > FEATURE_COLUMNS) {
            left_out++;
        } else {
            text_add(&shown, shown.length > 0 ? " " : "");
            text_add_bytes(&shown, f + vendor, length - vendor);
        }
        f += length;
        f += strspn(f, between);
    }
    text_add(words, ", ");
    text_add_readable(words, shown.length > 0 ? text_string(&shown)
                                              : "no hardware features");
    if (left_out > 0)
        text_addf(words, " and %zu more", left_out);
    page_release_text(page, &shown);
}

static void add_engine(struct page *page, const struct run_engine *engine)
{
    const struct gcrypt_config *gcrypt = &engine->libgcrypt;
    struct text words = {0};

    if (page->run->engine_count > 1 && engine->name) {
        text_add_name(&words, engine->name);
        text_add(&words, ": ");
    }
    text_add_readable(&words,
                      engine->version ? engine->version : "version not known");
    page_add_part(&words, "", engine->path);
    page_add_part(&words, "gpg-agent ",
                  engine->agent_version ? engine->agent_version : "none");
    for (size_t i = 0; i < engine->environment_count; i++)
        page_add_part(&words, "with ", engine->environment[i]);
    page_add_labelled(page, "gpg", &words);
    if (!gcrypt->version)
        return;
    text_add_readable(&words, gcrypt->version);
    page_add_part(&words, "hwf=", engine->hwf);
    if (gcrypt->hwflist)
        add_features(page, gcrypt->hwflist, &words);
    page_add_labelled(page, "libgcrypt", &words);
}

static void add_key(struct page *page, const struct run_key *key)
{
    struct text words = {0};

    text_add_name(&words, key->name ? key->name : "-");
    text_add(&words, ": ");
    text_add_readable(&words,
                      key->algorithm ? key->algorithm : "algorithm not known");
    page_add_part(&words, "subkey ", key->subkey);
    page_add_part(&words, "primary ", key->primary);
    page_add_part(&words, "", key->origin);
    page_add_labelled(page, "test key", &words);
}

static void add_settings(struct page *page)
{
    const struct settings *settings = &page->run->settings;
    const char *filesystem = page->run->machine.work_dir_filesystem;
    struct text words = {0};

    /* In memory there is no medium, and no cache before it. */
    const bool is_on_medium =
        settings->data && strcmp(settings->data, "memory") != 0;

    page_add_part(&words, "data ", settings->data);
    if (is_on_medium && filesystem) {
        text_add(&words, " on ");
        text_add_readable(&words, filesystem);
    }
    page_add_part(&words, "cache ", is_on_medium ? settings->cache : NULL);
    page_add_part(&words, "pool ", settings->pool);
    page_add_part(&words, "probe ", settings->probe);
    if (probe_use_find(settings->probe) == PROBE_ALWAYS)
        text_add(&words, " (in all figures)");
    page_add_part(&words, "cipher ", settings->cipher);
    page_add_part(&words, "digest ", settings->digest);
    page_add_part(&words, "compress ", settings->compress);
    page_add_part(&words, "", settings->armor ? "armored" : "binary");
    for (size_t i = 0; i < settings->gpg_option_count; i++)
        page_add_part(&words, "option ", settings->gpg_options[i]);
    if (settings->imported_keys > 0)
        text_addf(&words, ", imported keys %" PRIu32, settings->imported_keys);
    if (!is_published(page->run))
        text_addf(&words, ", seed %" PRIu64, settings->seed);
    page_add_labelled(page, "asked", &words);
}

void format_text_add_header(struct page *page)
{
    const struct run *run = page->run;

    add_title(page);
    add_machine(page);
    add_system(page);
    for (size_t i = 0; i < run->engine_count; i++)
        add_engine(page, &run->engines[i]);
    for (size_t i = 0; i < run->key_count; i++)
        add_key(page, &run->keys[i]);
    add_settings(page);
    format_text_add_used(page);
    page_add_blank(page);
}
