/* SPDX-License-Identifier: GPL-3.0-or-later */

/* scratch: a new empty directory for each test, entered and removed. */
#ifndef PGPBENCH_TESTS_SCRATCH_H
#define PGPBENCH_TESTS_SCRATCH_H

#include <stdbool.h>

/* Set-up and tear-down of a test: inside it the current directory is a new
 * one below where ctest runs us, on the file system of the build tree. */
int scratch_enter(void **state);
int scratch_leave(void **state);

#define scratch_test(function) \
    cmocka_unit_test_setup_teardown(function, scratch_enter, scratch_leave)

/* Make the file PATH with CONTENT. */
void scratch_write(const char *path, const char *content);

/* The content of PATH, which holds no NUL, to be freed. */
char *scratch_read(const char *path);

/* PATH holds exactly CONTENT. */
void scratch_assert_content(const char *path, const char *content);

bool scratch_is_there(const char *path);

/* How many entries DIRECTORY has, without "." and "..". */
unsigned scratch_count(const char *directory);

#endif
