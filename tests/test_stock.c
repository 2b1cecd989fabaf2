/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/stock. */
#include "bench/stock.h"

#include "scratch.h"

#include "close.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct payload_place place_of(struct stock *stock, enum stock_kind kind,
                                     struct cell cell)
{
    struct payload_place place;

    assert_int_equal(stock_place(stock, kind, &cell, &place), 0);
    assert_int_equal(place.path == NULL, stock->is_in_memory);
    return place;
}

/* Whether KIND of ONE and of OTHER have one place, in files and in memory. */
static void assert_shared(enum stock_kind kind, struct cell one,
                          struct cell other, bool shared)
{
    for (int i = 0; i < 2; i++) {
        struct stock stock = {.directory = "dir", .is_in_memory = i == 1};
        struct payload_place a = place_of(&stock, kind, one);
        struct payload_place b = place_of(&stock, kind, other);
        if (stock.is_in_memory) {
            assert_int_equal(a.memory_fd == b.memory_fd, shared);
        } else {
            assert_memory_equal(a.path, "dir/", 4);
            assert_null(strchr(a.path + 4, '/'));
            assert_int_equal(strcmp(a.path, b.path) == 0, shared);
        }
        stock_release_place(&a);
        stock_release_place(&b);
        stock_release(&stock);
    }
}

static void messages_have_a_place_for_each_engine_key_and_input(void **state)
{
    static const struct cell others[] = {{1, 0, 0, 1, OPERATION_VERIFY},
                                         {0, 1, 0, 1, OPERATION_VERIFY},
                                         {0, 0, 1, 1, OPERATION_VERIFY},
                                         {0, 0, 0, 2, OPERATION_VERIFY},
                                         {0, 0, 0, 11, OPERATION_VERIFY}};
    const struct cell one = {0, 0, 0, 1, OPERATION_VERIFY};
    (void)state;

    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_shared(STOCK_SIGNED, one, others[i], false);
        assert_shared(STOCK_ENCRYPTED, one, others[i], false);
    }
    assert_shared(STOCK_SIGNED, one, one, true);
    assert_shared(STOCK_SIGNED, one, (struct cell){0, 0, 0, 1, OPERATION_SIGN},
                  true);
}

/* There is no plain input in memory: a source repeats the file. */
static void inputs_are_shared_by_engines_and_keys(void **state)
{
    struct stock stock = {.directory = "dir"};
    struct payload_place one =
        place_of(&stock, STOCK_PLAIN, (struct cell){0, 0, 0, 1, 0});
    struct payload_place same =
        place_of(&stock, STOCK_PLAIN, (struct cell){1, 2, 0, 1, 0});
    struct payload_place larger =
        place_of(&stock, STOCK_PLAIN, (struct cell){0, 0, 0, 2, 0});
    struct payload_place other =
        place_of(&stock, STOCK_PLAIN, (struct cell){0, 0, 1, 1, 0});
    (void)state;

    assert_string_equal(one.path, same.path);
    assert_string_not_equal(one.path, larger.path);
    assert_string_not_equal(one.path, other.path);
    stock_release_place(&one);
    stock_release_place(&same);
    stock_release_place(&larger);
    stock_release_place(&other);
}

static void there_is_one_output(void **state)
{
    (void)state;
    assert_shared(STOCK_OUTPUT, (struct cell){0, 0, 0, 1, OPERATION_SIGN},
                  (struct cell){1, 1, 1, 20, OPERATION_DECRYPT}, true);
}

static void kinds_do_not_meet(void **state)
{
    const struct cell cell = {1, 1, 1, 1, OPERATION_SIGN};
    struct stock files = {.directory = "dir"};
    struct stock memory = {.is_in_memory = true};
    struct payload_place in_file[4];
    struct payload_place in_memory[4];
    (void)state;

    for (int kind = STOCK_PLAIN; kind <= STOCK_OUTPUT; kind++) {
        in_file[kind] = place_of(&files, (enum stock_kind)kind, cell);
        in_memory[kind] = place_of(&memory, (enum stock_kind)kind, cell);
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(in_file[i].path, in_file[j].path);
            assert_int_not_equal(in_memory[i].memory_fd,
                                 in_memory[j].memory_fd);
        }
    for (int i = 0; i < 4; i++)
        stock_release_place(&in_file[i]);
    stock_release(&files);
    stock_release(&memory);
}

static void what_is_moved_is_found_in_its_new_place(void **state)
{
    const struct cell cell = {0, 0, 0, 1, OPERATION_VERIFY};
    (void)state;

    for (int i = 0; i < 2; i++) {
        struct stock stock = {.directory = ".", .is_in_memory = i == 1};
        struct payload_place from = place_of(&stock, STOCK_OUTPUT, cell);
        struct payload_place to = place_of(&stock, STOCK_SIGNED, cell);
        if (stock.is_in_memory)
            assert_int_equal(write(from.memory_fd, "made", 4), 4);
        else
            scratch_write(from.path, "made");
        stock_move(&stock, &from, &to);
        stock_release_place(&from);
        stock_release_place(&to);
        from = place_of(&stock, STOCK_OUTPUT, cell);
        to = place_of(&stock, STOCK_SIGNED, cell);
        assert_int_equal(payload_size(&to), 4);
        assert_true(payload_size(&from) <= 0);
        stock_release_place(&from);
        stock_release_place(&to);
        stock_release(&stock);
    }
}

static void dropping_takes_payload_files_only(void **state)
{
    const struct cell cell = {1, 1, 1, 1, OPERATION_SIGN};
    struct stock stock = {.directory = "."};
    (void)state;

    for (int kind = STOCK_PLAIN; kind <= STOCK_OUTPUT; kind++) {
        struct payload_place place =
            place_of(&stock, (enum stock_kind)kind, cell);
        scratch_write(place.path, "x");
        stock_release_place(&place);
    }
    scratch_write("notes", "mine");
    assert_int_equal(mkdir("home", 0700), 0);
    scratch_write("home/payload-1", "mine");
    assert_int_equal(scratch_count("."), 6);
    stock_drop(&stock);
    assert_int_equal(scratch_count("."), 2);
    scratch_assert_content("notes", "mine");
    scratch_assert_content("home/payload-1", "mine");
    stock_drop(&stock);
    stock.directory = "missing";
    stock_release(&stock);
    assert_int_equal(scratch_count("."), 2);
    stock_release(&stock);
}

static void dropping_gives_memory_back(void **state)
{
    const struct cell cell = {1, 1, 1, 1, OPERATION_SIGN};
    struct stock stock = {.is_in_memory = true};
    const struct payload_place place = place_of(&stock, STOCK_SIGNED, cell);
    (void)state;

    stock_drop(&stock);
    assert_int_equal(fcntl(place.memory_fd, F_GETFD), -1);
    assert_int_equal(errno, EBADF);
    const struct payload_place again = place_of(&stock, STOCK_SIGNED, cell);
    assert_int_equal(payload_size(&again), 0);
    stock_release(&stock);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_have_a_place_for_each_engine_key_and_input),
        cmocka_unit_test(inputs_are_shared_by_engines_and_keys),
        cmocka_unit_test(there_is_one_output),
        cmocka_unit_test(kinds_do_not_meet),
        scratch_test(what_is_moved_is_found_in_its_new_place),
        scratch_test(dropping_takes_payload_files_only),
        cmocka_unit_test(dropping_gives_memory_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
