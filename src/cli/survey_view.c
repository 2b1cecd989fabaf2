/* SPDX-License-Identifier: GPL-3.0-or-later */

/* survey_view: shows a survey.  What is in it is bench's. */
#include "cli/survey_view.h"

#include "base/text.h"
#include "report/format.h"
#include "report/paragraph.h"

#include <jansson.h>
#include <string.h>

/* "  CPU of gpg-agent  missing  words" */
#define LABEL_COLUMNS 20
#define STATE_COLUMNS 9
#define WORDS_COLUMN  (LABEL_COLUMNS + STATE_COLUMNS)

static const char *const escapes[] = {
    [SURVEY_UNTRIED] = "\x1b[0m",
    [SURVEY_OK] = "\x1b[32m",
    [SURVEY_WEAK] = "\x1b[33m",
    [SURVEY_MISSING] = "\x1b[31m",
};

/* A line, or more, about a thing in STATE. */
static void add_line(struct text *text, const struct survey_view *view,
                     const char *label, enum survey_state state,
                     const char *words)
{
    const char *name = survey_state_name(state);
    struct text lines = {.bytes = NULL};
    struct text start = {.bytes = NULL};
    text_addf(&start, "  %-*s", LABEL_COLUMNS - 2, label);
    text_addf(&start, "%-*s", STATE_COLUMNS, name);
    paragraph_add(&lines, text_string(&start), WORDS_COLUMN, words);
    const char *after = text_string(&lines) + LABEL_COLUMNS + strlen(name);
    if (view->color && lines.length > LABEL_COLUMNS + strlen(name))
        text_addf(text, "%.*s%s%s%s%s", LABEL_COLUMNS, text_string(&lines),
                  escapes[state], name, escapes[SURVEY_UNTRIED], after);
    else
        text_add(text, text_string(&lines));
    text_release(&start);
    text_release(&lines);
}

static void add_remedy(struct text *text, const char *remedy)
{
    struct text words = {.bytes = NULL};
    text_add(&words, "remedy: ");
    text_add_readable(&words, remedy);
    paragraph_add(text, "", WORDS_COLUMN, text_string(&words));
    text_release(&words);
}

static void add_entry(struct text *text, const struct survey_view *view,
                      const struct survey_row *row,
                      const struct survey_entry *entry)
{
    struct text words = {.bytes = NULL};
    text_add_readable(&words, entry->value ? entry->value : "");
    if (entry->path) {
        text_add(&words, entry->value ? ", " : "");
        text_add_readable(&words, entry->path);
    }
    add_line(text, view, row->label, entry->state, text_string(&words));
    if (entry->remedy)
        add_remedy(text, entry->remedy);
    text_release(&words);
}

static bool is_shown(const struct survey_view *view,
                     const struct survey_row *row,
                     const struct survey_entry *entry)
{
    const bool is_trouble =
        entry->state == SURVEY_WEAK || entry->state == SURVEY_MISSING;
    if (view->level == SAY_QUIET)
        return is_trouble;
    return entry->value &&
           (is_trouble || !row->is_detail || view->level == SAY_VERBOSE);
}

static void add_heading(struct text *text, const char *heading)
{
    text_addf(text, "%s%s\n", text->length > 0 ? "\n" : "", heading);
}

static void add_topic(struct text *text, const struct survey *survey,
                      const struct survey_view *view, enum survey_topic topic)
{
    bool is_first = true;
    for (int f = 0; f < SURVEY_COUNT; f++) {
        const struct survey_row *row = survey_row((enum survey_fact)f);
        const struct survey_entry *entry = &survey->entries[f];
        if (row->topic != topic || !is_shown(view, row, entry))
            continue;
        if (is_first)
            add_heading(text, survey_topic_heading(topic));
        is_first = false;
        add_entry(text, view, row, entry);
    }
}

static void add_leftover(struct text *text, const struct survey_view *view,
                         const struct leftover *leftover)
{
    struct text words = {.bytes = NULL};
    const bool has_failed = view->cleans && !leftover->is_removed;
    text_add_readable(&words, leftover->path);
    text_addf(&words, " of pgpbench %d, which is gone", (int)leftover->owner);
    for (size_t i = 0; i < leftover->process_count; i++)
        text_addf(&words, "%s %d",
                  i > 0                  ? ","
                  : leftover->is_removed ? "; ended:"
                                         : "; left running:",
                  (int)leftover->processes[i]);
    if (has_failed)
        text_addf(&words, "; it cannot be removed (%s)",
                  gpg_strerror(leftover->err));
    add_line(text, view, leftover->is_removed ? "removed" : "left-over",
             leftover->is_removed ? SURVEY_OK
             : has_failed         ? SURVEY_MISSING
                                  : SURVEY_WEAK,
             text_string(&words));
    if (!view->cleans)
        add_remedy(text, "pgpbench check --clean removes it");
    text_release(&words);
}

static void add_leftovers(struct text *text, const struct survey *survey,
                          const struct survey_view *view)
{
    const struct leftover_list *list = &survey->leftovers;
    if (view->level == SAY_QUIET && list->count == 0)
        return;
    add_heading(text, "Left by killed runs");
    for (size_t i = 0; i < list->count; i++)
        add_leftover(text, view, &list->items[i]);
    if (list->count == 0)
        add_line(text, view, "left-overs", SURVEY_OK, "none");
}

gpg_error_t survey_view_write_text(const struct survey *survey,
                                   const struct survey_view *view, FILE *stream)
{
    struct text text = {.bytes = NULL};
    for (int topic = 0; topic < SURVEY_TOPIC_COUNT; topic++)
        add_topic(&text, survey, view, (enum survey_topic)topic);
    add_leftovers(&text, survey, view);
    gpg_error_t err = text_failed(&text) ? gpg_error(GPG_ERR_ENOMEM) : 0;
    if (!err && fputs(text_string(&text), stream) == EOF)
        err = gpg_error_from_syserror();
    text_release(&text);
    return err ? err : format_flush(stream);
}

/* STRING as JSON, made valid UTF-8; null for NULL. */
static json_t *json_text(const char *string)
{
    struct text text = {.bytes = NULL};
    if (!string)
        return json_null();
    text_add_utf8(&text, string);
    json_t *json = json_string(text_string(&text));
    text_release(&text);
    return json;
}

static json_t *json_entry(const struct survey_row *row,
                          const struct survey_entry *entry)
{
    json_t *json = json_object();
    json_object_set_new(json, "state",
                        entry->state == SURVEY_UNTRIED
                            ? json_null()
                            : json_string(survey_state_name(entry->state)));
    json_object_set_new(json, "value", json_text(entry->value));
    json_object_set_new(json, "path", json_text(entry->path));
    if (row->unit)
        json_object_set_new(json, row->unit,
                            entry->has_number ? json_integer(entry->number)
                                              : json_null());
    json_object_set_new(json, "remedy", json_text(entry->remedy));
    return json;
}

static json_t *json_topic(const struct survey *survey, enum survey_topic topic)
{
    json_t *json = json_object();
    for (int f = 0; f < SURVEY_COUNT; f++) {
        const struct survey_row *row = survey_row((enum survey_fact)f);
        if (row->topic == topic)
            json_object_set_new(json, row->key,
                                json_entry(row, &survey->entries[f]));
    }
    return json;
}

static json_t *json_leftovers(const struct leftover_list *list)
{
    json_t *json = json_array();
    for (size_t i = 0; i < list->count; i++) {
        const struct leftover *leftover = &list->items[i];
        json_t *processes = json_array();
        for (size_t p = 0; p < leftover->process_count; p++)
            json_array_append_new(processes,
                                  json_integer(leftover->processes[p]));
        json_t *one = json_object();
        json_object_set_new(one, "path", json_text(leftover->path));
        json_object_set_new(one, "owner_pid", json_integer(leftover->owner));
        json_object_set_new(one, "process_pids", processes);
        json_object_set_new(one, "removed", json_boolean(leftover->is_removed));
        json_array_append_new(json, one);
    }
    return json;
}

gpg_error_t survey_view_write_json(const struct survey *survey,
                                   const struct survey_view *view, FILE *stream)
{
    json_t *json = json_object();
    gpg_error_t err = 0;
    json_object_set_new(json, "schema", json_string("pgpbench-check"));
    json_object_set_new(json, "version", json_integer(1));
    json_object_set_new(json, "program", json_string(PGPBENCH_VERSION));
    json_object_set_new(json, "works",
                        json_boolean(survey_is_enough(survey, view->cleans)));
    for (int topic = 0; topic < SURVEY_TOPIC_COUNT; topic++)
        json_object_set_new(json, survey_topic_key((enum survey_topic)topic),
                            json_topic(survey, (enum survey_topic)topic));
    json_object_set_new(json, "leftovers", json_leftovers(&survey->leftovers));
    if (json_dumpf(json, stream, JSON_INDENT(2)) != 0 ||
        fputc('\n', stream) == EOF)
        err = gpg_error_from_syserror();
    json_decref(json);
    return err ? err : format_flush(stream);
}
