/* SPDX-License-Identifier: GPL-3.0-or-later */

/* compare_guard: the table of guards.  Each is a value that a side has, as words;
 * two sides agree if their words do. */
#include "report/compare_guard.h"

#include "base/text.h"
#include "base/units.h"
#include "model/run.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Append the value; nothing where it is not known. */
typedef void guard_say(const struct compare_guard_side *side,
                       struct text *text);

static bool has_input(const struct compare_guard_side *side)
{
    return side->series->cell.fixture != CELL_NONE;
}

static void add_known(struct text *text, const char *word)
{
    text_add(text, word ? word : "");
}

/* The digest says it; the size at least says when it is another. */
static void say_input(const struct compare_guard_side *side, struct text *text)
{
    if (has_input(side))
        add_known(text, side->run->fixtures[side->series->cell.fixture].sha256);
    else
        text_add(text, "none");
}

static void say_size(const struct compare_guard_side *side, struct text *text)
{
    if (side->series->input_bytes >= 0)
        text_addf(text, "%" PRId64 " bytes", side->series->input_bytes);
    else if (!has_input(side))
        text_add(text, "none");
}

static void say_key(const struct compare_guard_side *side, struct text *text)
{
    const uint32_t index = side->series->cell.key;

    if (index == CELL_NONE) {
        text_add(text, "none");
        return;
    }
    const struct run_key *key = &side->run->keys[index];
    add_known(text, key->algorithm);
    if (key->algorithm && key->subkey)
        text_addf(text, "/%s", key->subkey);
}

/* Keys that are made are never the same one. */
static void say_fingerprint(const struct compare_guard_side *side,
                            struct text *text)
{
    const uint32_t index = side->series->cell.key;
    const struct run_key *key =
        index != CELL_NONE ? &side->run->keys[index] : NULL;

    if (key && key->origin && strcmp(key->origin, "imported") == 0)
        add_known(text, key->fingerprint);
    else if (!key)
        text_add(text, "none");
}

/* What gpg did, else what it was told if that leaves no choice. */
static void say_used(const char *used, const char *asked, struct text *text)
{
    if (used)
        text_add(text, used);
    else if (asked && strcmp(asked, "default") != 0)
        text_add(text, asked);
}

static bool encrypts(const struct compare_guard_side *side)
{
    const enum operation operation = side->series->cell.operation;

    return operation == OPERATION_ENCRYPT || operation == OPERATION_DECRYPT;
}

static bool signs(const struct compare_guard_side *side)
{
    const enum operation operation = side->series->cell.operation;

    return operation == OPERATION_SIGN || operation == OPERATION_VERIFY;
}

static void say_cipher(const struct compare_guard_side *side, struct text *text)
{
    if (encrypts(side))
        say_used(side->series->used.cipher, side->run->settings.cipher, text);
    else
        text_add(text, "none");
}

static void say_digest(const struct compare_guard_side *side, struct text *text)
{
    if (signs(side))
        say_used(side->series->used.digest, side->run->settings.digest, text);
    else
        text_add(text, "none");
}

static void say_compress(const struct compare_guard_side *side,
                         struct text *text)
{
    if (has_input(side))
        say_used(side->series->used.compress, side->run->settings.compress,
                 text);
    else
        text_add(text, "none");
}

static void say_armor(const struct compare_guard_side *side, struct text *text)
{
    const struct used *used = &side->series->used;
    const bool armor =
        used->has_armor ? used->armor : side->run->settings.armor;

    text_add(text, !has_input(side) ? "none" : armor ? "armored" : "binary");
}

static void say_options(const struct compare_guard_side *side,
                        struct text *text)
{
    const struct settings *settings = &side->run->settings;

    for (size_t i = 0; i < settings->gpg_option_count; i++)
        text_addf(text, "%s%s", i > 0 ? ", " : "", settings->gpg_options[i]);
    if (settings->gpg_option_count == 0)
        text_add(text, "none");
}

static void say_imported(const struct compare_guard_side *side,
                         struct text *text)
{
    text_addf(text, "%" PRIu32, side->run->settings.imported_keys);
}

static void say_data(const struct compare_guard_side *side, struct text *text)
{
    add_known(text, side->run->settings.data);
}

/* What really was, where that is known. */
static void say_cache(const struct compare_guard_side *side, struct text *text)
{
    static const char *const words[] = {
        [CACHE_NONE] = NULL, [CACHE_COLD] = "cold", [CACHE_WARM] = "warm"};
    const char *data = side->run->settings.data;

    if (!has_input(side) || (data && strcmp(data, "memory") == 0))
        text_add(text, "none");
    else if (words[side->series->cache])
        text_add(text, words[side->series->cache]);
    else
        add_known(text, side->run->settings.cache);
}

static void say_pool(const struct compare_guard_side *side, struct text *text)
{
    add_known(text, side->run->settings.pool);
}

static const struct run_engine *engine_of(const struct compare_guard_side *side)
{
    return &side->run->engines[side->series->cell.engine];
}

static void say_gpg_accounting(const struct compare_guard_side *side,
                               struct text *text)
{
    add_known(text, engine_of(side)->accounting.gpg);
}

/* A gpg without agent is no other way to account for one. */
static void say_agent_accounting(const struct compare_guard_side *side,
                                 struct text *text)
{
    add_known(text, engine_of(side)->accounting.agent);
}

static void say_probe(const struct compare_guard_side *side, struct text *text)
{
    if (side->series->sample_count > 0)
        text_add(text, series_count(side->series, false) == 0
                           ? "in all samples"
                           : "not in plain samples");
}

static const struct guard_row {
    const char *name;
    guard_say *say;
    bool is_unknown_same; /* not to know it says nothing */
} rows[] = {
    {"input", say_input, false},
    {"input size", say_size, true},
    {"key", say_key, false},
    {"key fingerprint", say_fingerprint, true},
    {"cipher", say_cipher, false},
    {"digest", say_digest, false},
    {"compression", say_compress, false},
    {"armor", say_armor, false},
    {"gpg options", say_options, false},
    {"imported keys", say_imported, false},
    {"data", say_data, false},
    {"cache", say_cache, false},
    {"pool", say_pool, false},
    {"accounting of gpg", say_gpg_accounting, false},
    {"accounting of gpg-agent", say_agent_accounting, true},
    {"probe", say_probe, true},
};

/* More without a blank is a hash or fingerprint, whose beginning tells
 * enough. */
#define VALUE_COLUMNS 30

#define GUARD_COUNT (sizeof rows / sizeof rows[0])

size_t compare_guard_count(void)
{
    return GUARD_COUNT;
}

const char *compare_guard_name(size_t index)
{
    return rows[index].name;
}

struct compare_guard_findings
compare_guard_look(const struct compare_guard_side *base,
                   const struct compare_guard_side *other)
{
    struct compare_guard_findings findings = {0, 0};

    for (size_t i = 0; i < GUARD_COUNT; i++) {
        struct text a = {0};
        struct text b = {0};
        rows[i].say(base, &a);
        rows[i].say(other, &b);
        if (a.length > 0 && b.length > 0) {
            if (strcmp(text_string(&a), text_string(&b)) != 0)
                findings.different |= UINT32_C(1) << i;
        } else if (a.length != b.length && !rows[i].is_unknown_same) {
            findings.unknown |= UINT32_C(1) << i;
        }
        text_release(&a);
        text_release(&b);
    }
    return findings;
}

void compare_guard_add_value(const struct compare_guard_side *side,
                             size_t index, struct text *text)
{
    struct text value = {0};

    rows[index].say(side, &value);
    if (value.length == 0)
        text_add(text, "not known");
    else if (value.length > VALUE_COLUMNS && !strchr(text_string(&value), ' '))
        text_addf(text, "%.12s...", text_string(&value)); /* a hash */
    else
        text_add_readable(text, text_string(&value));
    text_release(&value);
}

/* Less than a tenth is firmware and kernel that keep some for themselves. */
static bool memories_differ(int64_t a, int64_t b)
{
    return a > 0 && b > 0 &&
           fabs((double)a - (double)b) > 0.1 * (double)(a > b ? a : b);
}

bool compare_guard_machines_differ(const struct run *base,
                                   const struct run *other)
{
    const struct machine *a = &base->machine;
    const struct machine *b = &other->machine;

    return text_differ(a->cpu, b->cpu) || text_differ(a->arch, b->arch) ||
           (a->cpus > 0 && b->cpus > 0 && a->cpus != b->cpus) ||
           memories_differ(a->memory_bytes, b->memory_bytes);
}
