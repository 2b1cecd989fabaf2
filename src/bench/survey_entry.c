/* SPDX-License-Identifier: GPL-3.0-or-later */

/* survey_entry: how an entry of the survey is filled.  What is said there
 * comes from who has tried it. */
#include "bench/survey_topic.h"

#include "base/text.h"
#include "base/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A figure taken once is not better known than this. */
#define BELIEF 0.02

static void replace(char **place, const char *format, va_list arguments)
{
    struct text text = {.bytes = NULL};
    text_addv(&text, format, arguments);
    free(*place);
    *place = text_take(&text);
}

void survey_set(struct survey *survey, enum survey_fact fact,
                enum survey_state state, const char *format, ...)
{
    struct survey_entry *entry = &survey->entries[fact];
    va_list arguments;
    entry->state = state;
    va_start(arguments, format);
    replace(&entry->value, format, arguments);
    va_end(arguments);
}

void survey_set_path(struct survey *survey, enum survey_fact fact,
                     const char *path)
{
    free(survey->entries[fact].path);
    survey->entries[fact].path = path ? strdup(path) : NULL;
}

void survey_set_number(struct survey *survey, enum survey_fact fact,
                       int64_t number)
{
    survey->entries[fact].number = number;
    survey->entries[fact].has_number = true;
}

/* No more digits than deserve belief, and none that say nothing: "4 ms". */
static void add_time(struct text *text, double ns)
{
    const int digits = units_time_digits(ns, ns * BELIEF, NULL);
    struct text whole = {.bytes = NULL};
    struct text fine = {.bytes = NULL};
    units_add_time(&whole, ns, NULL, 0);
    units_add_time(&fine, ns, NULL, digits);
    const bool is_whole =
        strtod(text_string(&whole), NULL) == strtod(text_string(&fine), NULL);
    text_add(text, text_string(is_whole ? &whole : &fine));
    text_release(&whole);
    text_release(&fine);
}

void survey_set_time(struct survey *survey, enum survey_fact fact, double ns)
{
    struct text text = {.bytes = NULL};
    add_time(&text, ns);
    survey_set(survey, fact, SURVEY_OK, "%s", text_string(&text));
    survey_set_number(survey, fact, (int64_t)llround(ns));
    text_release(&text);
}

void survey_set_remedy(struct survey *survey, enum survey_fact fact,
                       const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    replace(&survey->entries[fact].remedy, format, arguments);
    va_end(arguments);
}

void survey_set_fault(struct survey *survey, enum survey_fact fact,
                      const struct fault *fault)
{
    struct text text = {.bytes = NULL};
    if (fault->thing)
        text_addf(&text, "%s: ", fault->thing);
    text_add(&text, fault->words ? fault->words : "it failed");
    if (fault->error)
        text_addf(&text, " (%s)", fault->error);
    survey_set(survey, fact, SURVEY_MISSING, "%s", text_string(&text));
    if (fault->advice)
        survey_set_remedy(survey, fact, "%s", fault->advice);
    text_release(&text);
}
