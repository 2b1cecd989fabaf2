/* SPDX-License-Identifier: GPL-3.0-or-later */

/* cmd_list: the verb "list": what there is of each kind, a line each, the
 * name first.  The tables are their owners'. */
#include "cli/cmd.h"

#include "base/datadir.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/stored.h"
#include "cli/view_options.h"
#include "model/metric.h"
#include "model/operation.h"
#include "report/format.h"

#include <stdlib.h>
#include <string.h>

#define KEY_ENDING ".asc"

/* A column is as wide as its widest entry and two spaces. */
static void add_column(struct text *text, const char *words, size_t width)
{
    text_add_readable(text, words);
    text_add_char(text, ' ', width + 2 - text_columns(words));
}

static void add_line(struct text *text, const char *name, size_t width,
                     const char *what)
{
    add_column(text, name, width);
    text_add_readable(text, what);
    text_add_char(text, '\n', 1);
}

static size_t wider(size_t width, const char *words)
{
    const size_t columns = text_columns(words);
    return columns > width ? columns : width;
}

static gpg_error_t list_operations(struct text *text, struct fault *fault)
{
    size_t width = 0;
    (void)fault;
    for (int o = 0; o < OPERATION_COUNT; o++)
        width = wider(width, operation_row((enum operation)o)->name);
    for (int o = 0; o < OPERATION_COUNT; o++) {
        const struct operation_row *row = operation_row((enum operation)o);
        add_line(text, row->name, width, row->what);
    }
    return 0;
}

static gpg_error_t list_metrics(struct text *text, struct fault *fault)
{
    static const char *const units[] = {
        [UNIT_NS] = "ns", [UNIT_BYTES] = "bytes", [UNIT_COUNT] = "count"};
    size_t width = 0;
    (void)fault;
    for (int m = 0; m < METRIC_COUNT; m++)
        width = wider(width, metric_row((enum metric)m)->key);
    for (int m = 0; m < METRIC_COUNT; m++) {
        const struct metric_row *row = metric_row((enum metric)m);
        add_column(text, row->key, width);
        add_line(text, units[row->unit], strlen("bytes"), row->what);
    }
    return 0;
}

static gpg_error_t list_stages(struct text *text, struct fault *fault)
{
    size_t width = 0;
    (void)fault;
    for (int m = METRIC_STAGE_FIRST; m <= METRIC_STAGE_LAST; m++)
        width = wider(width, metric_row((enum metric)m)->label);
    for (int m = METRIC_STAGE_FIRST; m <= METRIC_STAGE_LAST; m++) {
        const struct metric_row *row = metric_row((enum metric)m);
        add_line(text, row->label, width, row->what);
    }
    return 0;
}

static gpg_error_t list_formats(struct text *text, struct fault *fault)
{
    size_t width = 0;
    (void)fault;
    for (size_t i = 0; format_at(i); i++)
        width = wider(width, format_at(i)->name);
    for (size_t i = 0; format_at(i); i++)
        add_line(text, format_at(i)->name, width, format_at(i)->what);
    return 0;
}

static void add_keys(struct text *text, const struct datadir_list *list)
{
    size_t width = 0;
    for (size_t i = 0; i < list->count; i++)
        width = wider(width, list->names[i]);
    for (size_t i = 0; i < list->count; i++) {
        struct text path = {.bytes = NULL};
        text_addf(&path, "%s/%s" KEY_ENDING, list->directory, list->names[i]);
        add_line(text, list->names[i], width, text_string(&path));
        text_release(&path);
    }
}

/* The names that -k takes, and the file of each. */
static gpg_error_t list_keys(struct text *text, struct fault *fault)
{
    struct datadir_list list = {.names = NULL};
    const gpg_error_t err = datadir_list("keys", KEY_ENDING, &list);
    if (err) {
        char *advice = datadir_advice();
        fault_set(fault, FAULT_UNREADABLE, err, "keys", "%s",
                  advice ? advice : "set PGPBENCH_DATADIR");
        free(advice);
    } else {
        add_keys(text, &list);
    }
    datadir_list_release(&list);
    return err;
}

/* "Agenda VR3 (…), gpg 1.0.5, 2001-05". */
static gpg_error_t add_reference(struct text *text, const char *name,
                                 size_t width, struct fault *fault)
{
    struct run run = {.program = NULL};
    struct text words = {.bytes = NULL};
    const gpg_error_t err = stored_read(name, &run, fault);
    if (!err) {
        text_add_readable(&words, run.machine.cpu ? run.machine.cpu : "-");
        if (run.engine_count > 0 && run.engines[0].version)
            text_addf(&words, ", gpg %s", run.engines[0].version);
        if (run.started)
            text_addf(&words, ", %s", run.started);
        add_line(text, name, width, text_string(&words));
    }
    text_release(&words);
    run_release(&run);
    return err;
}

/* The names that compare and report take. */
static gpg_error_t list_references(struct text *text, struct fault *fault)
{
    struct datadir_list list = {.names = NULL};
    size_t width = 0;
    gpg_error_t err = datadir_list(STORED_REFERENCES, STORED_ENDING, &list);
    if (err) {
        char *advice = datadir_advice();
        fault_set(fault, FAULT_UNREADABLE, err, STORED_REFERENCES, "%s",
                  advice ? advice : "set PGPBENCH_DATADIR");
        free(advice);
    }
    for (size_t i = 0; i < list.count; i++)
        width = wider(width, list.names[i]);
    for (size_t i = 0; !err && i < list.count; i++)
        err = add_reference(text, list.names[i], width, fault);
    datadir_list_release(&list);
    return err;
}

static const struct topic {
    const char *name;
    gpg_error_t (*list)(struct text *text, struct fault *fault);
} topics[] = {
    {"operations", list_operations}, {"keys", list_keys},
    {"metrics", list_metrics},       {"formats", list_formats},
    {"stages", list_stages},         {"references", list_references},
};
#define TOPIC_COUNT (sizeof topics / sizeof *topics)

/* "operations, keys, …". */
static void add_choices(struct text *text)
{
    const char *before = "";
    for (size_t i = 0; i < TOPIC_COUNT; i++) {
        text_add(text, before);
        text_add(text, topics[i].name);
        before = ", ";
    }
}

struct asked {
    struct view_options shown; /* only how much is said */
    const char *word;
    size_t word_count;
};

static gpg_error_t add_word(void *target, const char *word)
{
    struct asked *asked = target;
    asked->word = word;
    asked->word_count++;
    return 0;
}

static void print_help(FILE *stream)
{
    const struct option_rows part = view_options_talk_rows(NULL);
    const struct option_table table = {&part, 1, NULL, NULL};
    struct text choices = {.bytes = NULL};
    add_choices(&choices);
    fprintf(stream,
            "Usage: pgpbench list TOPIC\n"
            "Print what there is, a line each: %s.\n\n",
            text_string(&choices));
    option_table_print(&table, stream);
    text_release(&choices);
}

static gpg_error_t refuse(struct fault *fault)
{
    struct text advice = {.bytes = NULL};
    text_add(&advice, "give it one of ");
    add_choices(&advice);
    const gpg_error_t err =
        option_complain(fault, "list", text_string(&advice));
    text_release(&advice);
    return err;
}

static const struct topic *find_topic(const struct asked *asked)
{
    for (size_t i = 0; asked->word_count == 1 && i < TOPIC_COUNT; i++)
        if (strcmp(topics[i].name, asked->word) == 0)
            return &topics[i];
    return NULL;
}

static int list_topic(const struct asked *asked, struct say *say,
                      struct fault *fault)
{
    const struct topic *topic = find_topic(asked);
    struct text text = {.bytes = NULL};
    gpg_error_t err = 0;
    int status = EXIT_UNUSABLE;
    if (topic)
        err = topic->list(&text, fault);
    else
        err = refuse(fault);
    if (!err && text_failed(&text))
        err = fault_no_memory(fault);
    if (!err && topic) {
        fputs(text_string(&text), stdout);
        status = output_end(stdout, 0, "the list", say);
    }
    text_release(&text);
    return status;
}

int cmd_list(int argc, char **argv)
{
    struct asked asked = {.word = NULL};
    view_options_init(&asked.shown);
    const struct option_rows part = view_options_talk_rows(&asked.shown);
    const struct option_table table = {&part, 1, add_word, &asked};
    struct fault fault = {.what = FAULT_NONE};
    struct say say;
    int status = EXIT_UNUSABLE;
    const gpg_error_t err = option_table_read(&table, argc, argv, &fault);
    say_init(&say, stderr, asked.shown.level);
    if (!err && !output_talk(&asked.shown, print_help, &say, &status))
        status = list_topic(&asked, &say, &fault);
    if (fault_is_set(&fault))
        cmd_say_fault(&say, &fault);
    fault_release(&fault);
    view_options_release(&asked.shown);
    return status;
}
