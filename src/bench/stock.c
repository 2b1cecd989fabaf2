/* SPDX-License-Identifier: GPL-3.0-or-later */

/* stock: finds and drops payload.  It does not make it. */
#include "bench/stock.h"

#include "bench/memfile.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PREFIX "payload-"

static gpg_error_t file_place(const struct stock *stock, enum stock_kind kind,
                              const struct cell *cell,
                              struct payload_place *r_place)
{
    char **path = &r_place->path;
    int length = -1;
    switch (kind) {
    case STOCK_PLAIN:
        length = asprintf(path, "%s/" PREFIX "%" PRIu32 "-x%" PRIu32,
                          stock->directory, cell->fixture, cell->copies);
        break;
    case STOCK_SIGNED:
    case STOCK_ENCRYPTED:
        length = asprintf(
            path,
            "%s/" PREFIX "%" PRIu32 "-x%" PRIu32 "-%" PRIu32 "-%" PRIu32 ".%s",
            stock->directory, cell->fixture, cell->copies, cell->engine,
            cell->key, kind == STOCK_SIGNED ? "sig" : "enc");
        break;
    case STOCK_OUTPUT:
        length = asprintf(path, "%s/" PREFIX "out", stock->directory);
        break;
    }
    if (length < 0) {
        *path = NULL;
        return gpg_error(GPG_ERR_ENOMEM);
    }
    return 0;
}

/* Whether what is in MEMORY is KIND of CELL; the operation does not count. */
static bool is_for(const struct stock_memory *memory, enum stock_kind kind,
                   const struct cell *cell)
{
    struct cell other = memory->cell;
    other.operation = cell->operation;
    return memory->kind == kind &&
           (kind == STOCK_OUTPUT || cell_equal(&other, cell));
}

static gpg_error_t memory_place(struct stock *stock, enum stock_kind kind,
                                const struct cell *cell,
                                struct payload_place *r_place)
{
    for (size_t i = 0; i < stock->memory_count; i++)
        if (is_for(&stock->memory[i], kind, cell)) {
            r_place->memory_fd = stock->memory[i].fd;
            return 0;
        }
    struct stock_memory *grown = realloc(
        stock->memory, (stock->memory_count + 1) * sizeof *stock->memory);
    if (!grown)
        return gpg_error(GPG_ERR_ENOMEM);
    stock->memory = grown;
    const int fd = memfile_open("pgpbench-payload", NULL);
    if (fd < 0)
        return gpg_error_from_syserror();
    grown[stock->memory_count++] = (struct stock_memory){kind, *cell, fd};
    r_place->memory_fd = fd;
    return 0;
}

gpg_error_t stock_place(struct stock *stock, enum stock_kind kind,
                        const struct cell *cell, struct payload_place *r_place)
{
    *r_place = (struct payload_place){NULL, -1};
    return stock->is_in_memory ? memory_place(stock, kind, cell, r_place)
                               : file_place(stock, kind, cell, r_place);
}

void stock_release_place(struct payload_place *place)
{
    free(place->path);
    *place = (struct payload_place){NULL, -1};
}

static void move_memory(struct stock *stock, int from, int to)
{
    struct stock_memory *a = NULL;
    struct stock_memory *b = NULL;
    for (size_t i = 0; i < stock->memory_count; i++) {
        if (stock->memory[i].fd == from)
            a = &stock->memory[i];
        if (stock->memory[i].fd == to)
            b = &stock->memory[i];
    }
    if (a && b) {
        a->fd = to;
        b->fd = from;
    }
}

void stock_move(struct stock *stock, const struct payload_place *from,
                const struct payload_place *to)
{
    if (from->path && to->path)
        rename(from->path, to->path);
    else
        move_memory(stock, from->memory_fd, to->memory_fd);
}

static void drop_files(const struct stock *stock)
{
    DIR *files = opendir(stock->directory);
    if (!files)
        return;
    for (const struct dirent *entry; (entry = readdir(files));)
        if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) == 0)
            unlinkat(dirfd(files), entry->d_name, 0);
    closedir(files);
}

void stock_drop(struct stock *stock)
{
    for (size_t i = 0; i < stock->memory_count; i++)
        close(stock->memory[i].fd);
    stock->memory_count = 0;
    if (stock->directory)
        drop_files(stock);
}

void stock_release(struct stock *stock)
{
    stock_drop(stock);
    free(stock->memory);
    memset(stock, 0, sizeof *stock);
}
