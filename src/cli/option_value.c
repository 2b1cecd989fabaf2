/* SPDX-License-Identifier: GPL-3.0-or-later */

/* option_value: setters by kind of value.  They know no option. */
#include "cli/option_value.h"

#include "base/units.h"
#include "model/plan.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_MAX  1000000
#define COPIES_MAX 64

/* A number in a macro, as a string. */
#define WORDS(number)    WORDS_OF(number)
#define WORDS_OF(number) #number

/* Where ROW's value stands in TARGET. */
static void *at(void *target, const struct option_row *row)
{
    return (char *)target + row->offset;
}

static gpg_error_t set_from(uint32_t *place, const char *value, uint32_t low)
{
    uint64_t number = 0;
    gpg_error_t err = units_parse_count(value, low, COUNT_MAX, &number);
    if (!err)
        *place = (uint32_t)number;
    return err;
}

gpg_error_t option_set_number(void *target, const struct option_row *row,
                              const char *value)
{
    return set_from(at(target, row), value, 0);
}

gpg_error_t option_set_count(void *target, const struct option_row *row,
                             const char *value)
{
    return set_from(at(target, row), value, 1);
}

gpg_error_t option_set_seed(void *target, const struct option_row *row,
                            const char *value)
{
    return units_parse_count(value, 0, INT64_MAX, at(target, row));
}

/* The numbers of LIST, which is taken apart. */
static gpg_error_t read_copies(char *list, uint32_t copies[COPIES_MAX],
                               size_t *r_count)
{
    const gpg_error_t invalid = gpg_error(GPG_ERR_INV_VALUE);
    size_t count = 0;
    for (char *one; (one = strsep(&list, ","));) {
        if (count == COPIES_MAX || units_parse_copies(one, &copies[count]) != 0)
            return invalid;
        for (size_t i = 0; i < count; i++)
            if (copies[i] == copies[count])
                return invalid;
        count++;
    }
    *r_count = count;
    return 0;
}

gpg_error_t option_set_copies(void *target, const struct option_row *row,
                              const char *value)
{
    uint32_t copies[COPIES_MAX];
    size_t count = 0;
    char *list = strdup(value);
    if (!list)
        return gpg_error(GPG_ERR_ENOMEM);
    gpg_error_t err = read_copies(list, copies, &count);
    if (!err)
        err = plan_set_copies(at(target, row), copies, count);
    free(list);
    return err;
}

gpg_error_t option_set_seconds(void *target, const struct option_row *row,
                               const char *value)
{
    return units_parse_seconds(value, at(target, row));
}

gpg_error_t option_set_percent(void *target, const struct option_row *row,
                               const char *value)
{
    double percent = 0;
    const gpg_error_t err = units_parse_percent(value, &percent);
    if (err || !(percent > 0))
        return gpg_error(GPG_ERR_INV_VALUE);
    *(double *)at(target, row) = percent;
    return 0;
}

gpg_error_t option_set_margin(void *target, const struct option_row *row,
                              const char *value)
{
    return units_parse_percent(value, at(target, row));
}

gpg_error_t option_set_string(void *target, const struct option_row *row,
                              const char *value)
{
    char **place = at(target, row);
    if (*value == '\0')
        return gpg_error(GPG_ERR_INV_VALUE);
    char *copy = strdup(value);
    if (!copy)
        return gpg_error(GPG_ERR_ENOMEM);
    free(*place);
    *place = copy;
    return 0;
}

bool option_is_choice(const char *words, const char *value)
{
    const size_t length = strlen(value);
    for (const char *word = words; length > 0; word++) {
        const size_t word_length = strcspn(word, "|");
        if (word_length == length && memcmp(word, value, length) == 0)
            return true;
        word += word_length;
        if (*word == '\0')
            break;
    }
    return false;
}

gpg_error_t option_set_choice(void *target, const struct option_row *row,
                              const char *value)
{
    return option_is_choice(row->argument, value)
               ? option_set_string(target, row, value)
               : gpg_error(GPG_ERR_INV_VALUE);
}

gpg_error_t option_set_path(void *target, const struct option_row *row,
                            const char *value)
{
    const char **place = at(target, row);
    *place = value;
    return *value == '\0' ? gpg_error(GPG_ERR_INV_VALUE) : 0;
}

gpg_error_t option_set_flag(void *target, const struct option_row *row,
                            const char *value)
{
    bool *place = at(target, row);
    (void)value;
    *place = true;
    return 0;
}

gpg_error_t option_set_algorithm(void *target, const struct option_row *row,
                                 const char *value)
{
    /* It becomes a line of gpg.conf, and must not become two. */
    const size_t good = strspn(value, "abcdefghijklmnopqrstuvwxyz"
                                      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                      "0123456789-");
    return value[good] != '\0' ? gpg_error(GPG_ERR_INV_VALUE)
                               : option_set_string(target, row, value);
}

gpg_error_t option_add_word(void *target, const struct option_row *row,
                            const char *value)
{
    struct plan_list *list = (void *)((char *)target + row->offset);
    return *value == '\0' ? gpg_error(GPG_ERR_INV_VALUE)
                          : plan_list_add(list, value);
}

const char *option_value_range(const struct option_row *row)
{
    /* The bounds of the last five are those of base/units. */
    static const struct {
        gpg_error_t (*set)(void *target, const struct option_row *row,
                           const char *value);
        const char *range;
    } ranges[] = {
        {option_set_number, "a whole number from 0 to " WORDS(COUNT_MAX)},
        {option_set_count, "a whole number from 1 to " WORDS(COUNT_MAX)},
        {option_set_seed, "a whole number from 0 to 9223372036854775807"},
        {option_set_copies, "whole numbers from 1 to 4294967295, none of them "
                            "twice, at most " WORDS(COPIES_MAX)},
        {option_set_seconds, "a time above 0 and up to 1000000000 s, such as "
                             "90, 1.5s, 500ms or 2min"},
        {option_set_percent, "a number above 0, such as 3, 0.5 or 3%"},
        {option_set_margin, "a number from 0, such as 0, 0.5 or 3%"},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (ranges[i].set == row->set)
            return ranges[i].range;
    return NULL;
}
