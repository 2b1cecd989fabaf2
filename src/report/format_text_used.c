/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format_text_used: what gpg really did, read back from its messages, and
 * where cells differ, what they differ by. */
#include "report/format_text.h"

#include "report/page.h"

static const char *cipher_of(const struct used *used)
{
    return used->cipher;
}

static const char *digest_of(const struct used *used)
{
    return used->digest;
}

static const char *compress_of(const struct used *used)
{
    return used->compress;
}

static const char *armor_of(const struct used *used)
{
    if (!used->has_armor)
        return NULL;
    return used->armor ? "armored" : "binary";
}

/* NULL: does not apply, or is not known. */
typedef const char *value_of(const struct used *used);

static const struct {
    const char *before;
    value_of *value;
} attributes[] = {
    {"cipher ", cipher_of},
    {"digest ", digest_of},
    {"compress ", compress_of},
    {"", armor_of},
};

static const char *operation_of(const struct run *run, const struct cell *cell)
{
    (void)run;
    return operation_row(cell->operation)->name;
}

static const char *engine_of(const struct run *run, const struct cell *cell)
{
    return run->engines[cell->engine].name;
}

/* The name of a part of CELL. */
typedef const char *part_of(const struct run *run, const struct cell *cell);

static part_of *const parts[] = {operation_of, cell_key_name, engine_of};

/* Whether cells alike in PART never differ in VALUE. */
static bool tells(const struct run *run, value_of *value, part_of *part)
{
    for (size_t i = 0; i < run->series_count; i++)
        for (size_t j = 0; j < i; j++) {
            const struct series *a = &run->series[i];
            const struct series *b = &run->series[j];
            if (value(&a->used) && value(&b->used) &&
                text_same(part(run, &a->cell), part(run, &b->cell)) &&
                !text_same(value(&a->used), value(&b->used)))
                return false;
        }
    return true;
}

/* The values of an attribute while they are listed. */
struct listing {
    const struct run *run;
    value_of *value;
    part_of *part; /* NULL: not to be named */
};

/* Whether a series before INDEX has its value, and its part if NAMES_PART. */
static bool is_listed(const struct listing *listing, size_t index,
                      bool names_part)
{
    const struct run *run = listing->run;
    const struct series *series = &run->series[index];

    for (size_t i = 0; i < index; i++) {
        const struct series *other = &run->series[i];
        if (text_same(listing->value(&other->used),
                      listing->value(&series->used)) &&
            (!names_part || text_same(listing->part(run, &other->cell),
                                      listing->part(run, &series->cell))))
            return true;
    }
    return false;
}

/* " (sign, verify)": all parts that have the value of series INDEX. */
static void add_parts(const struct listing *listing, size_t index,
                      struct text *words)
{
    const struct run *run = listing->run;
    const char *value = listing->value(&run->series[index].used);
    const char *before = " (";

    for (size_t i = index; i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        const char *name = listing->part(run, &series->cell);
        if (!text_same(listing->value(&series->used), value) ||
            is_listed(listing, i, true))
            continue;
        text_add(words, before);
        text_add_readable(words, name ? name : "-");
        before = ", ";
    }
    text_add(words, ")");
}

/* "ZIP (sign, verify) or ZLIB (encrypt, decrypt)". */
static void add_values(const struct listing *listing, struct text *words)
{
    for (size_t i = 0; i < listing->run->series_count; i++) {
        const char *value = listing->value(&listing->run->series[i].used);
        if (!value || is_listed(listing, i, false))
            continue;
        text_add(words, words->length > 0 ? " or " : "");
        text_add_readable(words, value);
        if (listing->part)
            add_parts(listing, i, words);
    }
}

/* The part by which the values differ; NULL where they do not, or where none
 * alone does it. */
static part_of *find_part(const struct run *run, value_of *value)
{
    const char *first = NULL;
    bool differ = false;

    for (size_t i = 0; i < run->series_count; i++) {
        const char *one = value(&run->series[i].used);
        differ = differ || (one && first && !text_same(one, first));
        first = first ? first : one;
    }
    for (size_t p = 0; differ && p < sizeof parts / sizeof *parts; p++)
        if (tells(run, value, parts[p]))
            return parts[p];
    return NULL;
}

void format_text_add_used(struct page *page)
{
    struct text words = {0};

    for (size_t a = 0; a < sizeof attributes / sizeof *attributes; a++) {
        const struct listing listing = {
            page->run, attributes[a].value,
            find_part(page->run, attributes[a].value)};
        struct text values = {0};
        add_values(&listing, &values);
        if (values.length > 0) {
            text_add(&words, words.length > 0 ? ", " : "");
            text_add(&words, attributes[a].before);
            text_add(&words, text_string(&values));
        }
        page_release_text(page, &values);
    }
    page_add_labelled(page, "gpg used", &words);
}
