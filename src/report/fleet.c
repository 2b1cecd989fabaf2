/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fleet: collects columns and sorts rows.  How they are shown is
 * format_*_fleet's. */
#include "report/fleet.h"

#include "base/text.h"
#include "model/run.h"
#include "report/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *name_of(const struct compare_side *side)
{
    return side->name;
}

static const char *machine_of(const struct compare_side *side)
{
    return side->run->machine.cpu;
}

static const struct run_engine *engine_of(const struct compare_side *side)
{
    return &side->run->engines[side->engine];
}

static const char *gpg_of(const struct compare_side *side)
{
    return engine_of(side)->version;
}

static const char *libgcrypt_of(const struct compare_side *side)
{
    return engine_of(side)->libgcrypt.version;
}

static const char *start_of(const struct compare_side *side)
{
    return side->run->started;
}

static const struct {
    const char *key;
    const char *(*word)(const struct compare_side *side);
} row_words[FLEET_WORDS] = {
    {"name", name_of},           {"machine", machine_of}, {"gpg", gpg_of},
    {"libgcrypt", libgcrypt_of}, {"started", start_of},
};

const char *fleet_word_key(size_t index)
{
    return row_words[index].key;
}

const char *fleet_word(const struct compare_side *side, size_t index)
{
    return row_words[index].word(side);
}

const struct series *fleet_cell(const struct fleet *fleet, size_t row,
                                size_t column)
{
    return fleet->cells[row * fleet->column_count + column];
}

void fleet_add_name(const struct fleet_column *column, struct text *text)
{
    cell_common_name(column->run, &column->series->cell, text);
}

bool fleet_are_together(const struct fleet_column *a,
                        const struct fleet_column *b)
{
    return compare_are_together(a->run, &a->series->cell, b->run,
                                &b->series->cell);
}

static bool has_column(const struct fleet *fleet, const struct run *run,
                       const struct series *series)
{
    for (size_t c = 0; c < fleet->column_count; c++)
        if (compare_match_cells(fleet->columns[c].run,
                                &fleet->columns[c].series->cell, run,
                                &series->cell))
            return true;
    return false;
}

static gpg_error_t add_column(struct fleet *fleet, const struct run *run,
                              const struct series *series)
{
    struct fleet_column *grown = reallocarray(
        fleet->columns, fleet->column_count + 1, sizeof *fleet->columns);

    if (!grown)
        return gpg_error(GPG_ERR_ENOMEM);
    fleet->columns = grown;
    grown[fleet->column_count++] = (struct fleet_column){run, series};
    return 0;
}

static gpg_error_t collect_columns(struct fleet *fleet,
                                   const struct compare_side *side)
{
    gpg_error_t err = 0;

    for (size_t i = 0; !err && i < side->run->series_count; i++) {
        const struct series *series = &side->run->series[i];
        if (series->cell.engine == side->engine &&
            !has_column(fleet, side->run, series))
            err = add_column(fleet, side->run, series);
    }
    return err;
}

/* What a row is sorted by: a text or a number. */
struct key {
    const struct compare_side *side;
    const char *word;
    double number;
};

static int compare_keys(const void *left, const void *right)
{
    const struct key *a = left;
    const struct key *b = right;
    const int words =
        a->word && b->word ? strcmp(a->word, b->word) : !a->word - !b->word;

    if (words != 0)
        return words;
    if (a->number > b->number || a->number < b->number)
        return a->number > b->number ? 1 : -1;
    return (a->side > b->side) - (a->side < b->side); /* as they were given */
}

static bool is_named(const struct fleet_column *column, const char *sort)
{
    const char *operation = operation_row(column->series->cell.operation)->name;
    struct text name = {0};

    fleet_add_name(column, &name);
    const size_t length = strlen(sort);
    const bool ends =
        name.length >= length &&
        strcmp(text_string(&name) + name.length - length, sort) == 0;
    text_release(&name);
    return ends || strcmp(operation, sort) == 0;
}

static gpg_error_t find_column(const struct fleet *fleet, const char *sort,
                               size_t *r_column)
{
    size_t count = 0;

    for (size_t c = 0; c < fleet->column_count; c++)
        if (is_named(&fleet->columns[c], sort)) {
            *r_column = c;
            count++;
        }
    if (count == 1)
        return 0;
    return gpg_error(count == 0 ? GPG_ERR_NOT_FOUND : GPG_ERR_AMBIGUOUS);
}

/* The median of COLUMN's cell on SIDE; infinite: none. */
static gpg_error_t number_of(const struct compare_side *side,
                             const struct fleet_column *column,
                             double *r_number)
{
    const struct series *series =
        compare_find(side, column->run, &column->series->cell);
    struct summary real = {0};
    const gpg_error_t err =
        series ? summary_shown(series, METRIC_REAL, &real) : 0;

    *r_number = real.count > 0 ? real.median : INFINITY;
    return err;
}

static gpg_error_t fill_keys(const struct fleet *fleet, const char *sort,
                             struct key *keys)
{
    size_t column = 0;

    for (size_t w = 0; w < FLEET_WORDS; w++)
        if (strcmp(row_words[w].key, sort) == 0) {
            for (size_t i = 0; i < fleet->row_count; i++)
                keys[i].word = row_words[w].word(keys[i].side);
            return 0;
        }
    gpg_error_t err = find_column(fleet, sort, &column);
    for (size_t i = 0; !err && i < fleet->row_count; i++)
        err = number_of(keys[i].side, &fleet->columns[column], &keys[i].number);
    return err;
}

static gpg_error_t sort_rows(struct fleet *fleet, const char *sort)
{
    struct key *keys = calloc(fleet->row_count + 1, sizeof *keys);
    gpg_error_t err = keys ? 0 : gpg_error(GPG_ERR_ENOMEM);

    for (size_t i = 0; !err && i < fleet->row_count; i++)
        keys[i].side = fleet->rows[i];
    if (!err)
        err = fill_keys(fleet, sort, keys);
    if (!err && fleet->row_count > 1)
        qsort(keys, fleet->row_count, sizeof *keys, compare_keys);
    for (size_t i = 0; !err && i < fleet->row_count; i++)
        fleet->rows[i] = keys[i].side;
    free(keys);
    return err;
}

static gpg_error_t fill_cells(struct fleet *fleet)
{
    fleet->cells = calloc(fleet->row_count * fleet->column_count + 1,
                          sizeof *fleet->cells);
    if (!fleet->cells)
        return gpg_error(GPG_ERR_ENOMEM);
    for (size_t r = 0; r < fleet->row_count; r++)
        for (size_t c = 0; c < fleet->column_count; c++)
            fleet->cells[r * fleet->column_count + c] =
                compare_find(fleet->rows[r], fleet->columns[c].run,
                             &fleet->columns[c].series->cell);
    return 0;
}

gpg_error_t fleet_make(struct fleet *fleet, const struct compare *compare,
                       const char *sort)
{
    gpg_error_t err = 0;

    fleet->rows = calloc(compare->side_count + 1, sizeof *fleet->rows);
    if (!fleet->rows)
        return gpg_error(GPG_ERR_ENOMEM);
    for (size_t i = 0; !err && i < compare->side_count; i++) {
        fleet->rows[fleet->row_count++] = &compare->sides[i];
        err = collect_columns(fleet, &compare->sides[i]);
    }
    if (!err && sort)
        err = sort_rows(fleet, sort);
    return err ? err : fill_cells(fleet);
}

void fleet_release(struct fleet *fleet)
{
    free(fleet->rows);
    free(fleet->columns);
    free(fleet->cells);
    *fleet = (struct fleet){.rows = NULL};
}
