/* SPDX-License-Identifier: GPL-3.0-or-later */

/* notice_libgcrypt: warnings about what two engines of one run have in common
 * or not, which people compare without knowing. */
#include "base/text.h"
#include "report/notice_finder.h"

#include <string.h>

static const struct library *libgcrypt_of(const struct run_engine *engine)
{
    for (size_t i = 0; i < engine->library_count; i++)
        if (engine->libraries[i].name &&
            strncmp(engine->libraries[i].name, "libgcrypt.so", 12) == 0)
            return &engine->libraries[i];
    return NULL;
}

static bool is_without_features(const struct run_engine *engine)
{
    return text_same(engine->hwf, "none");
}

/* By what tells builds apart; paths may be links. */
static bool are_same_library(const struct run_engine *a,
                             const struct run_engine *b)
{
    const struct library *one = libgcrypt_of(a);
    const struct library *two = libgcrypt_of(b);

    if (!one || !two || is_without_features(a) != is_without_features(b))
        return false;
    if (one->build_id && two->build_id)
        return text_same(one->build_id, two->build_id);
    return one->path && text_same(one->path, two->path);
}

/* The other engines that HAVE to do with engine INDEX, the first of them. */
typedef bool is_like(const struct run_engine *a, const struct run_engine *b);

static void add_names(const struct run *run, size_t index, is_like *like,
                      struct text *names)
{
    for (size_t e = index; e < run->engine_count; e++)
        if (e == index || like(&run->engines[index], &run->engines[e])) {
            text_add(names, names->length > 0 ? ", " : "");
            text_add_name(names,
                          run->engines[e].name ? run->engines[e].name : "-");
        }
}

static bool is_first_of_several(const struct run *run, size_t index,
                                is_like *like)
{
    bool has_others = false;

    for (size_t e = 0; e < run->engine_count; e++) {
        if (e == index || !like(&run->engines[index], &run->engines[e]))
            continue;
        if (e < index)
            return false;
        has_others = true;
    }
    return has_others;
}

void notice_find_same_library(struct finder *finder)
{
    const struct run *run = finder->run;

    for (size_t e = 0; e < run->engine_count; e++) {
        struct text words = {0};
        if (!is_first_of_several(run, e, are_same_library))
            continue;
        add_names(run, e, are_same_library, &words);
        text_add(&words, " load the same libgcrypt (");
        text_add_readable(&words, libgcrypt_of(&run->engines[e])->path);
        text_add(&words, "): its ciphers, hashes and public keys are compared "
                         "with themselves");
        finder_add(finder, NULL, e, &words,
                   "LD_LIBRARY_PATH in --engine chooses another");
    }
}

/* Without the colons between them, which come and go. */
static bool differ_in_features(const struct run_engine *a,
                               const struct run_engine *b)
{
    const char *one = a->libgcrypt.hwflist;
    const char *two = b->libgcrypt.hwflist;

    return one && two &&
           strcmp(one + strspn(one, ":"), two + strspn(two, ":")) != 0;
}

void notice_find_features(struct finder *finder)
{
    const struct run *run = finder->run;

    for (size_t e = 1; e < run->engine_count; e++) {
        struct text words = {0};
        if (!differ_in_features(&run->engines[0], &run->engines[e]))
            continue;
        text_add_name(&words,
                      run->engines[e].name ? run->engines[e].name : "-");
        text_add(&words, is_without_features(&run->engines[e])
                             ? " does without hardware features, as asked"
                             : " uses other hardware features than ");
        if (!is_without_features(&run->engines[e]))
            text_add_name(&words,
                          run->engines[0].name ? run->engines[0].name : "-");
        finder_add(finder, NULL, e, &words,
                   "pgpbench report -f json has them all");
    }
}
