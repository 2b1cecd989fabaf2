/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of probe/libraries and probe/farewell, on this process and on bytes
 * made by hand. */
#include "probe/farewell.h"
#include "probe/libraries.h"

#include "close.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void the_program_comes_first_and_libc_is_there(void **state)
{
    static struct ledger_slot slot;
    char program[LEDGER_LIBRARY_BYTES] = "";
    bool has_libc = false;
    (void)state;
    libraries_list(&slot);
    assert_true(slot.library_count > 1);
    assert_true(readlink("/proc/self/exe", program, sizeof program - 1) > 0);
    assert_string_equal(slot.libraries[0].path, program);
    for (uint32_t i = 0; i < slot.library_count; i++) {
        assert_non_null(strchr(slot.libraries[i].path, '/'));
        has_libc |= strstr(slot.libraries[i].path, "/libc.so") != NULL;
    }
    assert_true(has_libc);
}

/* Elf(5): three words of four bytes, then the name and the content, padded.
 * First one of another kind, then the build-id "ab c". */
static const uint32_t notes[] = {
    4, 8, 1, 0x00554e47, 1, 2, 4, 4, 3, 0x00554e47, 0x63206261,
};

/* "GNU" reads so in the order of this machine. */
static void a_build_id_is_found_behind_another_note(void **state)
{
    struct ledger_library library = {.build_id_length = 0};
    uint32_t copy[sizeof notes / sizeof *notes];
    (void)state;
    memcpy(copy, notes, sizeof notes);
    memcpy(&copy[3], "GNU", 4);
    memcpy(&copy[9], "GNU", 4);
    memcpy(&copy[10], "ab c", 4);
    libraries_read_notes(&library, (const unsigned char *)copy, sizeof copy, 4);
    assert_int_equal(library.build_id_length, 4);
    assert_memory_equal(library.build_id, "ab c", 4);
}

static void notes_that_are_cut_off_have_none(void **state)
{
    struct ledger_library library = {.build_id_length = 0};
    (void)state;
    for (size_t size = 0; size < sizeof notes; size++) {
        unsigned char *copy = malloc(size + 1);
        assert_non_null(copy);
        memcpy(copy, notes, size);
        libraries_read_notes(&library, copy, size, 4);
        assert_int_equal(library.build_id_length, 0);
        free(copy);
    }
}

static void the_peak_is_found_in_kilobytes(void **state)
{
    (void)state;
    assert_int_equal(farewell_peak_of("Name:\tgpg\nVmPeak:\t 9 kB\n"
                                      "VmHWM:\t    4836 kB\nVmRSS:\t1 kB\n"),
                     4836 * 1024);
    assert_int_equal(farewell_peak_of("Name:\tVmHWM:\n"), 0);
    assert_int_equal(farewell_peak_of(""), 0);
}

static void a_farewell_has_what_the_kernel_says(void **state)
{
    struct ledger_farewell farewell;
    (void)state;
    memset(&farewell, 0, sizeof farewell);
    farewell_fill(&farewell, true);
    assert_true(ledger_get(&farewell.peak_rss_bytes) > 100000);
    assert_true(ledger_get(&farewell.minor_faults) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_program_comes_first_and_libc_is_there),
        cmocka_unit_test(a_build_id_is_found_behind_another_note),
        cmocka_unit_test(notes_that_are_cut_off_have_none),
        cmocka_unit_test(the_peak_is_found_in_kilobytes),
        cmocka_unit_test(a_farewell_has_what_the_kernel_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
