/* SPDX-License-Identifier: GPL-3.0-or-later */

/* option_table: getopt_long behind tables.  It knows no option. */
#include "cli/option_table.h"

#include "base/text.h"
#include "cli/option_value.h"
#include "report/paragraph.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* getopt_long returns these for the rows. */
#define CODE_BASE 1000

/* In front of the letters: an argument that is no option comes in its turn,
 * with CODE_FILE, whatever POSIXLY_CORRECT says. */
#define IN_ORDER  "-"
#define CODE_FILE 1

/* What getopt_long wants, made from the tables. */
struct getopt_tables {
    struct option *longs;
    struct text shorts;
};

static size_t row_count(const struct option_table *table)
{
    size_t count = 0;
    for (size_t i = 0; i < table->part_count; i++)
        count += table->parts[i].count;
    return count;
}

/* A row and where its value goes. */
struct hit {
    const struct option_row *row;
    void *target;
};

/* Row INDEX, counted through all parts. */
static struct hit hit_at(const struct option_table *table, size_t index)
{
    const struct option_rows *part = table->parts;
    while (index >= part->count) {
        index -= part->count;
        part++;
    }
    return (struct hit){&part->rows[index], part->target};
}

/* Whether a row before INDEX has its name: getopt_long would hold both to be
 * meant by an abbreviation. */
static bool is_repeated(const struct option_table *table, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(hit_at(table, i).row->name,
                   hit_at(table, index).row->name) == 0)
            return true;
    return false;
}

static gpg_error_t tables_init(struct getopt_tables *tables,
                               const struct option_table *table)
{
    const size_t count = row_count(table);
    struct option *next = calloc(count + 1, sizeof *next);
    tables->longs = next;
    text_add(&tables->shorts, IN_ORDER ":");
    for (size_t i = 0; i < count && tables->longs; i++) {
        const struct option_row *row = hit_at(table, i).row;
        if (is_repeated(table, i))
            continue;
        next->name = row->name;
        next->has_arg = row->argument ? required_argument : no_argument;
        next->val = CODE_BASE + (int)i;
        next++;
        if (row->letter != 0)
            text_addf(&tables->shorts, "%c%s", row->letter,
                      row->argument ? ":" : "");
    }
    return tables->longs && !text_failed(&tables->shorts)
               ? 0
               : gpg_error(GPG_ERR_ENOMEM);
}

static void tables_release(struct getopt_tables *tables)
{
    free(tables->longs);
    text_release(&tables->shorts);
}

gpg_error_t option_complain(struct fault *fault, const char *option,
                            const char *advice)
{
    return fault_set(fault, FAULT_USAGE, 0, option, "%s; see --help", advice);
}

/* VALUE is not what ROW takes: which option, which value, what would be. */
static gpg_error_t refuse_value(const struct option_row *row, const char *name,
                                const char *value, struct fault *fault)
{
    const char *range = option_value_range(row);
    return fault_set(fault, FAULT_USAGE, 0, name,
                     "\"%.60s\" is not %s (%s)%s%s; see --help",
                     value ? value : "", row->argument, row->what,
                     range ? ": give " : "", range ? range : "");
}

/* Carry out the row of HIT with VALUE. */
static gpg_error_t apply(const struct hit *hit, const char *value,
                         struct fault *fault)
{
    const struct option_row *row = hit->row;
    struct text name = {.bytes = NULL};
    gpg_error_t err = 0;
    text_addf(&name, "--%s", row->name);
    if (!row->set) {
        err = option_complain(fault, text_string(&name),
                              "this version does not have it yet");
    } else {
        err = row->set(hit->target, row, value);
        if (err && gpg_err_code(err) == GPG_ERR_INV_VALUE)
            err = refuse_value(row, text_string(&name), value, fault);
    }
    text_release(&name);
    return err;
}

/* What getopt_long's CODE stands for; no row: a complaint. */
static struct hit find_hit(const struct option_table *table, int code)
{
    if (code >= CODE_BASE)
        return hit_at(table, (size_t)(code - CODE_BASE));
    for (size_t i = 0; i < row_count(table); i++)
        if (hit_at(table, i).row->letter == code)
            return hit_at(table, i);
    return (struct hit){NULL, NULL};
}

/* What getopt_long meant by '?' or ':': a letter in a word of several is told
 * by itself. */
static gpg_error_t refuse(int code, const char *word, struct fault *fault)
{
    const char letter[] = {'-', (char)optopt, '\0'};
    const bool is_letter = optopt > ' ' && optopt <= '~';
    const char *advice = code == ':'           ? "its argument is missing"
                         : optopt >= CODE_BASE ? "it takes no argument"
                                               : "there is no such option";
    return option_complain(fault, is_letter ? letter : word, advice);
}

static gpg_error_t take(const struct option_table *table, int code,
                        const char *word, struct fault *fault)
{
    if (code == CODE_FILE)
        return table->add_file(table->target, optarg);
    const struct hit hit = find_hit(table, code);
    return hit.row ? apply(&hit, optarg, fault) : refuse(code, word, fault);
}

static gpg_error_t read_all(const struct option_table *table, int argc,
                            char **argv, const struct getopt_tables *tables,
                            struct fault *fault)
{
    gpg_error_t err = 0;
    int code = 0;
    optind = 0; /* getopt may have been used before */
    opterr = 0;
    while (!err && (code = getopt_long(argc, argv, text_string(&tables->shorts),
                                       tables->longs, NULL)) != -1)
        err = take(table, code, argv[optind - 1], fault);
    for (int i = optind; !err && i < argc; i++)
        err = table->add_file(table->target, argv[i]);
    return err;
}

gpg_error_t option_table_read(const struct option_table *table, int argc,
                              char **argv, struct fault *fault)
{
    struct getopt_tables tables = {.longs = NULL};
    gpg_error_t err = tables_init(&tables, table);
    if (!err)
        err = read_all(table, argc, argv, &tables, fault);
    if (err && !fault_is_set(fault))
        fault_set(fault, FAULT_NO_MEMORY, err, NULL, NULL);
    tables_release(&tables);
    return err;
}

int option_table_find_word(const struct option_table *table, int argc,
                           char **argv)
{
    struct getopt_tables tables = {.longs = NULL};
    int code = -1;
    if (tables_init(&tables, table) == 0) {
        optind = 0; /* getopt may have been used before */
        opterr = 0;
        do
            code = getopt_long(argc, argv, text_string(&tables.shorts),
                               tables.longs, NULL);
        while (code != -1 && code != CODE_FILE);
    }
    tables_release(&tables);
    return code == CODE_FILE ? optind - 1 : 0;
}

/* Column at which help says what an option does. */
#define WHAT_COLUMN 22

/* One option: a name that is longer than its column gets a line of its own. */
static void add_help(struct text *text, const struct option_row *row)
{
    struct text name = {.bytes = NULL};
    if (row->letter)
        text_addf(&name, "  -%c, ", row->letter);
    else
        text_add(&name, "      ");
    text_addf(&name, "--%s%s%s", row->name, row->argument ? " " : "",
              row->argument ? row->argument : "");
    const bool is_long = name.length >= WHAT_COLUMN;
    if (is_long)
        text_addf(text, "%s\n", text_string(&name));
    paragraph_add(text, is_long ? "" : text_string(&name), WHAT_COLUMN,
                  row->what);
    text_release(&name);
}

void option_table_print(const struct option_table *table, FILE *stream)
{
    struct text text = {.bytes = NULL};
    for (size_t i = 0; i < row_count(table); i++)
        if (hit_at(table, i).row->set)
            add_help(&text, hit_at(table, i).row);
    fputs(text_string(&text), stream);
    text_release(&text);
}
