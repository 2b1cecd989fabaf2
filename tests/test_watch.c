/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/watch: what a process that is to be watched would find. */
#include "bench/watch.h"

#include "scratch.h"

#include "close.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void assert_variable(const char *name, const char *expected)
{
    const char *value = getenv(name);

    if (!expected)
        assert_null(value);
    else
        assert_string_equal(value ? value : "(unset)", expected);
}

static void the_ledger_is_found_where_the_variable_says(void **state)
{
    struct watch watch;
    struct stat about;
    (void)state;

    assert_int_equal(watch_init(&watch, "/lib/probe.so", "."), 0);
    assert_int_equal(watch_enter(&watch), 0);
    const int fd = open(getenv(LEDGER_VARIABLE), O_RDWR | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(fstat(fd, &about), 0);
    assert_int_equal(about.st_size, sizeof(struct ledger));
    struct ledger *ledger =
        mmap(NULL, sizeof *ledger, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert_true(ledger != MAP_FAILED);
    assert_int_equal(ledger->magic, LEDGER_MAGIC);
    assert_int_equal(ledger->version, LEDGER_VERSION);
    assert_int_equal(ledger->byte_count, sizeof *ledger);
    assert_int_equal(ledger->slot_count, LEDGER_SLOTS);
    /* Linux 3.17 and later. */
    assert_true(watch.is_in_memory);
    /* It is one memory, not two. */
    ledger->turned_away = 3;
    assert_int_equal(watch.ledger->turned_away, 3);
    munmap(ledger, sizeof *ledger);
    close(fd);
    watch_leave(&watch);
    watch_release(&watch);
    assert_int_equal(scratch_count("."), 0);
}

static void the_probe_comes_before_the_users_own_preloads(void **state)
{
    struct watch watch;
    (void)state;

    setenv("LD_PRELOAD", "", 1);
    assert_int_equal(watch_init(&watch, "/lib/probe.so", "."), 0);
    watch_enter(&watch);
    assert_variable("LD_PRELOAD", "/lib/probe.so");
    watch_leave(&watch);
    assert_variable("LD_PRELOAD", NULL); /* for ld.so the same as "" */
    watch_release(&watch);

    setenv("LD_PRELOAD", "/mine/slow.so:/mine/other.so", 1);
    assert_int_equal(watch_init(&watch, "/lib/probe.so", "."), 0);
    watch_enter(&watch);
    watch_enter(&watch); /* once more changes nothing */
    assert_variable("LD_PRELOAD", "/lib/probe.so:/mine/slow.so:/mine/other.so");
    watch_leave(&watch);
    assert_variable("LD_PRELOAD", "/mine/slow.so:/mine/other.so");
    assert_variable(LEDGER_VARIABLE, NULL);
    watch_release(&watch);

    unsetenv("LD_PRELOAD");
    assert_int_equal(watch_init(&watch, "/lib/probe.so", "."), 0);
    watch_enter(&watch);
    watch_leave(&watch);
    assert_variable("LD_PRELOAD", NULL);
    watch_release(&watch);
}

/* LD_PRELOAD parts its words at blanks and colons. */
static void a_path_with_blanks_is_reached_by_a_link(void **state)
{
    struct watch watch;
    char *target = NULL;
    (void)state;

    assert_int_equal(mkdir("my tools", 0700), 0);
    scratch_write("my tools/probe.so", "");
    char *library = realpath("my tools/probe.so", NULL);
    char *directory = realpath(".", NULL);
    assert_int_equal(watch_init(&watch, library, directory), 0);
    assert_null(strpbrk(watch.library, " :"));
    target = realpath(watch.library, NULL);
    assert_string_equal(target, library);
    watch_release(&watch);
    assert_int_equal(scratch_count("."), 1);
    /* And where no such link can be made, it is an error. */
    assert_int_equal(gpg_err_code(watch_init(&watch, library, "my tools")),
                     GPG_ERR_INV_NAME);
    watch_release(&watch);
    free(target);
    free(directory);
    free(library);
}

static void directories_are_canonical_and_few(void **state)
{
    struct watch watch;
    char *canonical = NULL;
    (void)state;

    assert_int_equal(mkdir("real", 0700), 0);
    assert_int_equal(symlink("real", "link"), 0);
    canonical = realpath("real", NULL);
    assert_int_equal(watch_init(&watch, "/lib/probe.so", "link"), 0);
    assert_int_equal(watch.ledger->directory_count, 1);
    assert_string_equal(watch.ledger->directories[0], canonical);
    while (watch.ledger->directory_count < LEDGER_DIRECTORIES)
        assert_int_equal(watch_add_directory(&watch, "."), 0);
    assert_int_equal(gpg_err_code(watch_add_directory(&watch, ".")),
                     GPG_ERR_TOO_MANY);
    assert_int_equal(gpg_err_code(watch_add_directory(&watch, "absent")),
                     GPG_ERR_ENOENT);
    watch_release(&watch);
    free(canonical);
}

static void what_watches_nothing_does_nothing(void **state)
{
    struct watch watch = {.fd = -1};
    (void)state;

    setenv("LD_PRELOAD", "/mine/slow.so", 1);
    assert_int_equal(watch_enter(&watch), 0);
    watch_leave(&watch);
    assert_variable("LD_PRELOAD", "/mine/slow.so");
    unsetenv("LD_PRELOAD");
    watch_release(&watch);
    watch_release(&watch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(the_ledger_is_found_where_the_variable_says),
        scratch_test(the_probe_comes_before_the_users_own_preloads),
        scratch_test(a_path_with_blanks_is_reached_by_a_link),
        scratch_test(directories_are_canonical_and_few),
        cmocka_unit_test(what_watches_nothing_does_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
