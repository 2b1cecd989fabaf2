/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of model/history. */
#include "model/history.h"

#include "close.h"
#include "full_run.h"
#include "model/fault.h"
#include "model/run.h"

#include <stdlib.h>
#include <string.h>

struct read {
    struct history history;
    struct fault fault;
    gpg_error_t err;
};

static void read_bytes(struct read *read, const char *bytes, size_t length)
{
    FILE *stream = length > 0 ? fmemopen((void *)bytes, length, "r")
                              : fopen("/dev/null", "r");

    memset(read, 0, sizeof *read);
    assert_non_null(stream);
    read->err = history_read(stream, "nightly", &read->history, &read->fault);
    fclose(stream);
}

static void read_string(struct read *read, const char *bytes)
{
    read_bytes(read, bytes, strlen(bytes));
}

static void read_release(struct read *read)
{
    history_release(&read->history);
    fault_release(&read->fault);
}

/* The whole record as a line, to be freed. */
static char *make_line(size_t *r_length)
{
    struct run run;

    full_run_init(&run);
    char *line = history_line(&run, r_length);
    assert_non_null(line);
    run_release(&run);
    return line;
}

static void a_line_is_one_and_reads_back(void **state)
{
    struct read read;
    size_t length = 0;
    char *line = make_line(&length);
    (void)state;

    assert_ptr_equal(memchr(line, '\n', length), line + length - 1);
    read_bytes(&read, line, length);
    assert_int_equal(read.err, 0);
    assert_int_equal(read.history.count, 1);
    size_t again = 0;
    char *second = history_line(&read.history.runs[0], &again);
    assert_int_equal(again, length);
    assert_memory_equal(second, line, length);
    read_release(&read);
    free(second);
    free(line);
}

static void each_line_is_a_run_and_blank_ones_are_none(void **state)
{
    struct read read;
    size_t length = 0;
    char *line = make_line(&length);
    char *file = calloc(4, length);
    (void)state;

    assert_non_null(file);
    memcpy(file, line, length);
    memcpy(file + length, line, length);
    memcpy(file + 2 * length, "\n  \n", 4);
    memcpy(file + 2 * length + 4, line, length - 1); /* no newline */
    read_bytes(&read, file, 3 * length + 3);
    assert_int_equal(read.err, 0);
    assert_int_equal(read.history.count, 3);
    assert_int_equal(read.history.runs[2].series_count,
                     read.history.runs[0].series_count);
    read_release(&read);
    free(file);
    free(line);
}

static void a_bad_line_is_named(void **state)
{
    struct read read;
    size_t length = 0;
    char *line = make_line(&length);
    char *file = calloc(2, length + 10);
    (void)state;

    assert_non_null(file);
    memcpy(file, line, length);
    memcpy(file + length, line, length / 2);
    read_bytes(&read, file, length + length / 2);
    assert_int_not_equal(read.err, 0);
    assert_int_equal(read.fault.what, FAULT_BAD_FILE);
    assert_non_null(strstr(read.fault.thing, "nightly, line 2"));
    /* What was whole before it is still to be released. */
    assert_int_equal(read.history.count, 1);
    read_release(&read);
    free(file);
    free(line);
}

static void what_is_no_run_is_refused(void **state)
{
    static const char *const bad[] = {"",    "\n", "{}\n{}\n",  "[]\n[]\n",
                                      "{\n", "x",  "\"{\"\n1\n"};
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct read read;
        read_string(&read, bad[i]);
        if (!read.err)
            fail_msg("\"%s\" was taken", bad[i]);
        assert_int_equal(read.history.count, 0);
        assert_true(fault_is_set(&read.fault));
        read_release(&read);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_one_and_reads_back),
        cmocka_unit_test(each_line_is_a_run_and_blank_ones_are_none),
        cmocka_unit_test(a_bad_line_is_named),
        cmocka_unit_test(what_is_no_run_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
