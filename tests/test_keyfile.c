/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/keyfile, without gpg. */
#include "bench/keyfile.h"

#include "scratch.h"

#include "close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void assert_found(const char *asked, const char *file)
{
    struct fault fault = {.what = FAULT_NONE};
    char *path = NULL;
    char *expected = realpath(file, NULL);

    assert_int_equal(keyfile_find(asked, &path, &fault), 0);
    char *real = realpath(path, NULL);
    assert_non_null(expected);
    assert_string_equal(real, expected);
    assert_int_equal(path[0], '/');
    assert_false(fault_is_set(&fault));
    free(expected);
    free(real);
    free(path);
}

static void assert_refused(const char *asked, enum fault_what what)
{
    struct fault fault = {.what = FAULT_NONE};
    char *path = NULL;

    assert_true(keyfile_find(asked, &path, &fault) != 0);
    assert_int_equal(fault.what, what);
    assert_string_equal(fault.thing, asked);
    free(path);
    fault_release(&fault);
}

static void a_name_is_a_key_of_ours(void **state)
{
    (void)state;
    assert_found("dsa1024", TESTS_DIR "/../keys/dsa1024.asc");
    assert_found("ed25519", TESTS_DIR "/../keys/ed25519.asc");
}

static void anything_else_is_a_file(void **state)
{
    (void)state;
    scratch_write("mine.asc", "key");
    assert_found("mine.asc", "mine.asc");
    assert_found("./mine.asc", "mine.asc");
    assert_int_equal(symlink("mine.asc", "link"), 0);
    assert_found("link", "mine.asc");
}

static void our_name_comes_before_a_file_and_a_slash_forces_it(void **state)
{
    (void)state;
    scratch_write("dsa1024", "key");
    assert_found("dsa1024", TESTS_DIR "/../keys/dsa1024.asc");
    assert_found("./dsa1024", "dsa1024");
}

static void what_is_no_regular_file_is_refused_without_waiting(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("fifo", 0600), 0);
    assert_int_equal(mkdir("directory", 0700), 0);
    assert_refused("fifo", FAULT_NOT_A_FILE);
    assert_refused("directory", FAULT_NOT_A_FILE);
    assert_refused("/dev/null", FAULT_NOT_A_FILE);
    assert_refused("none-such", FAULT_UNREADABLE);
    assert_refused("", FAULT_UNREADABLE);
}

static void a_name_has_no_slash_and_no_ending_of_keys(void **state)
{
    static const char *const rows[][2] = {
        {"dsa1024", "dsa1024"},         {"/a/b/mine.asc", "mine"},
        {"mine.gpg", "mine"},           {"mine.pgp", "mine"},
        {"mine.key", "mine"},           {"a/mine.txt", "mine.txt"},
        {"mine.asc.asc", "mine.asc"},   {".asc", ".asc"},
        {"two words.asc", "two words"},
    };
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *name = keyfile_name(rows[i][0]);
        assert_string_equal(name, rows[i][1]);
        free(name);
    }
}

static void assert_listing(const char *listing, enum fault_what what)
{
    struct fault fault = {.what = FAULT_NONE};
    keyfile_check_listing("mine.asc", listing, &fault);
    if (fault.what != what)
        fail_msg("%s: %s", fault_words(fault.what), listing);
    fault_release(&fault);
}

/* The lines are those of gpg 2.2.40 and 1.4.23. */
static void a_stub_is_no_passphrase(void **state)
{
    static const char stub[] = ":secret key packet:\n"
                               "\tgnu-dummy S2K, algo: 0, simple checksum\n"
                               "\tprotect IV: \n"
                               ":user ID packet: \"protect IV: me\"\n";
    static const char open[] = "# off=1\n:secret sub key packet:\n"
                               "\tskey[2]: [1021 bits]\n";
    static const char locked[] = ":secret sub key packet:\n"
                                 "\titer+salt S2K, algo: 7\n"
                                 "\tprotect IV:  01 02\n";
    char both[512];
    (void)state;

    assert_listing(open, FAULT_NONE);
    assert_listing(stub, FAULT_NO_SECRET_KEY);
    assert_listing(locked, FAULT_PASSPHRASE);
    snprintf(both, sizeof both, "%s%s", stub, open);
    assert_listing(both, FAULT_NONE);
    snprintf(both, sizeof both, "%s%s", stub, locked);
    assert_listing(both, FAULT_PASSPHRASE);
    snprintf(both, sizeof both, "%s%s", open, locked);
    assert_listing(both, FAULT_PASSPHRASE);
    assert_listing("", FAULT_NONE);
    assert_listing(":secret key packet:", FAULT_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_a_key_of_ours),
        scratch_test(anything_else_is_a_file),
        scratch_test(our_name_comes_before_a_file_and_a_slash_forces_it),
        scratch_test(what_is_no_regular_file_is_refused_without_waiting),
        cmocka_unit_test(a_name_has_no_slash_and_no_ending_of_keys),
        cmocka_unit_test(a_stub_is_no_passphrase),
    };
    setenv("PGPBENCH_DATADIR", TESTS_DIR "/..", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
