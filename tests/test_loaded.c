/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/loaded, with slots written by hand and links of our own. */
#include "bench/loaded.h"

#include "scratch.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct listed {
    struct ledger_slot *slot;
    struct run run;
    struct run_engine *engine;
};

static void listed_init(struct listed *listed)
{
    listed->slot = calloc(1, sizeof *listed->slot);
    assert_non_null(listed->slot);
    run_init(&listed->run);
    listed->engine = run_add_engine(&listed->run);
}

static void listed_release(struct listed *listed)
{
    free(listed->slot);
    run_release(&listed->run);
}

static void list(struct listed *listed, const char *path, const char *build_id)
{
    struct ledger_library *library =
        &listed->slot->libraries[listed->slot->library_count++];

    strcpy(library->path, path);
    library->build_id_length = (uint8_t)strlen(build_id);
    memcpy(library->build_id, build_id, strlen(build_id));
}

static void a_library_has_name_path_version_and_build_id(void **state)
{
    struct listed listed;
    char path[4096];
    (void)state;

    listed_init(&listed);
    scratch_write("libz.so.1.2.13", "");
    assert_int_equal(symlink("libz.so.1.2.13", "libz.so.1"), 0);
    assert_non_null(getcwd(path, sizeof path - 16));
    strcat(path, "/libz.so.1");
    list(&listed, "/usr/bin/gpg", "");
    list(&listed, path, "\x01\xab");
    assert_int_equal(loaded_record(listed.engine, listed.slot), 0);
    assert_int_equal(listed.engine->library_count, 2);
    const struct library *libraries = listed.engine->libraries;
    assert_string_equal(libraries[0].name, "gpg");
    assert_null(libraries[0].version);
    assert_null(libraries[0].build_id);
    assert_string_equal(libraries[1].name, "libz.so.1");
    assert_string_equal(libraries[1].path, path);
    assert_string_equal(libraries[1].version, "1.2.13");
    assert_string_equal(libraries[1].build_id, "01ab");
    listed_release(&listed);
}

static void what_gpg_and_its_agent_share_stands_once(void **state)
{
    struct listed listed;
    (void)state;

    listed_init(&listed);
    list(&listed, "/lib/libgcrypt.so.20", "x");
    assert_int_equal(loaded_record(listed.engine, listed.slot), 0);
    list(&listed, "/lib/libnpth.so.0", "y");
    assert_int_equal(loaded_record(listed.engine, listed.slot), 0);
    assert_int_equal(listed.engine->library_count, 2);
    listed_release(&listed);
}

static void the_probe_and_the_kernel_s_page_are_no_libraries(void **state)
{
    struct listed listed;
    (void)state;

    listed_init(&listed);
    list(&listed, "linux-vdso.so.1", "");
    list(&listed, "/somewhere/libpgpbench-probe.so", "");
    assert_int_equal(loaded_record(listed.engine, listed.slot), 0);
    assert_int_equal(loaded_record(listed.engine, NULL), 0);
    assert_int_equal(listed.engine->library_count, 0);
    listed_release(&listed);
}

/* The slot is written by another process, which may be out of its mind. */
static void a_slot_out_of_its_mind_is_read_within_bounds(void **state)
{
    struct listed listed;
    (void)state;

    listed_init(&listed);
    memset(listed.slot->libraries, '/', sizeof listed.slot->libraries);
    listed.slot->library_count = UINT32_MAX;
    assert_int_equal(loaded_record(listed.engine, listed.slot), 0);
    assert_int_equal(listed.engine->library_count, 1);
    assert_int_equal(strlen(listed.engine->libraries[0].path),
                     LEDGER_LIBRARY_BYTES - 1);
    listed_release(&listed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(a_library_has_name_path_version_and_build_id),
        cmocka_unit_test(what_gpg_and_its_agent_share_stands_once),
        cmocka_unit_test(the_probe_and_the_kernel_s_page_are_no_libraries),
        cmocka_unit_test(a_slot_out_of_its_mind_is_read_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
