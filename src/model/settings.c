/* SPDX-License-Identifier: GPL-3.0-or-later */

/* settings: what was asked for.  Whether it makes sense is for cli/ to say
 * and whether it can be had for bench/. */
#include "model/settings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const probe_words[PROBE_USE_COUNT] = {
    [PROBE_SEPARATE] = "separate",
    [PROBE_ALWAYS] = "always",
    [PROBE_NEVER] = "never",
};

const char *probe_use_word(enum probe_use use)
{
    assert(use < PROBE_USE_COUNT);
    return probe_words[use];
}

enum probe_use probe_use_find(const char *word)
{
    int use = 0;

    while (use < PROBE_USE_COUNT && !(word && !strcmp(probe_words[use], word)))
        use++;
    return (enum probe_use)use;
}

/* One string of the settings, and what it is by default. */
struct choice {
    size_t offset;
    const char *preset;
};

static const struct choice choices[] = {
    {offsetof(struct settings, data), "file"},
    {offsetof(struct settings, cache), "cold"},
    {offsetof(struct settings, pool), "warm"},
    {offsetof(struct settings, probe), "separate"},
    {offsetof(struct settings, cipher), "AES128"},
    {offsetof(struct settings, digest), "default"},
    {offsetof(struct settings, compress), "default"},
};

#define CHOICE_COUNT (sizeof choices / sizeof *choices)

static char **choice_of(struct settings *settings, size_t i)
{
    return (char **)((char *)settings + choices[i].offset);
}

static const char *chosen(const struct settings *settings, size_t i)
{
    return *(char *const *)((const char *)settings + choices[i].offset);
}

gpg_error_t settings_init(struct settings *settings)
{
    *settings = (struct settings){
        .warmup = 1,
        .timeout_s = 300,
        .min_runs = 6,
        .max_runs = 60,
        .precision_pct = 3,
        .max_time_s = 15,
    };
    for (size_t i = 0; i < CHOICE_COUNT; i++) {
        *choice_of(settings, i) = strdup(choices[i].preset);
        if (!*choice_of(settings, i)) {
            settings_release(settings);
            return gpg_error(GPG_ERR_ENOMEM);
        }
    }
    return 0;
}

gpg_error_t settings_add_gpg_option(struct settings *settings, const char *line)
{
    char *copy = strdup(line);
    char **options = reallocarray(
        settings->gpg_options, settings->gpg_option_count + 1, sizeof *options);

    if (options)
        settings->gpg_options = options;
    if (!copy || !options) {
        free(copy);
        return gpg_error(GPG_ERR_ENOMEM);
    }
    options[settings->gpg_option_count++] = copy;
    return 0;
}

/* Give the strings of TARGET, which is a plain copy of SOURCE, their own
 * memory.  TARGET can be released whatever happens. */
static gpg_error_t own_strings(struct settings *target,
                               const struct settings *source)
{
    gpg_error_t err = 0;

    target->gpg_options = NULL;
    target->gpg_option_count = 0;
    for (size_t i = 0; i < CHOICE_COUNT; i++) {
        const char *string = chosen(source, i);
        *choice_of(target, i) = string ? strdup(string) : NULL;
        if (string && !*choice_of(target, i))
            err = gpg_error(GPG_ERR_ENOMEM);
    }
    for (size_t i = 0; !err && i < source->gpg_option_count; i++)
        err = settings_add_gpg_option(target, source->gpg_options[i]);
    return err;
}

gpg_error_t settings_copy(struct settings *target,
                          const struct settings *source)
{
    *target = *source;
    const gpg_error_t err = own_strings(target, source);
    if (err)
        settings_release(target);
    return err;
}

void settings_release(struct settings *settings)
{
    if (!settings)
        return;
    for (size_t i = 0; i < CHOICE_COUNT; i++)
        free(*choice_of(settings, i));
    for (size_t i = 0; i < settings->gpg_option_count; i++)
        free(settings->gpg_options[i]);
    free(settings->gpg_options);
    *settings = (struct settings){0};
}
