/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of say, into a stream in memory. */
#include "base/say.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

struct ear {
    struct say say;
    FILE *stream;
    char *heard;
    size_t length;
};

static void ear_init(struct ear *ear, enum say_level level, bool is_terminal)
{
    *ear = (struct ear){0};
    ear->stream = open_memstream(&ear->heard, &ear->length);
    assert_non_null(ear->stream);
    say_init(&ear->say, ear->stream, level);
    assert_false(ear->say.is_terminal);
    ear->say.is_terminal = is_terminal;
}

static void ear_release(struct ear *ear)
{
    fclose(ear->stream);
    free(ear->heard);
}

static void say_all_kinds(struct say *say)
{
    say_error(say, "%s %d", "error", 1);
    say_warning(say, "careful %d", 2);
    say_detail(say, "detail %d", 3);
}

static void quiet_says_errors_only(void **state)
{
    struct ear ear;
    (void)state;

    ear_init(&ear, SAY_QUIET, false);
    say_all_kinds(&ear.say);
    assert_string_equal(ear.heard, "pgpbench: error 1\n");
    ear_release(&ear);
}

static void normal_says_warnings_too(void **state)
{
    struct ear ear;
    (void)state;

    ear_init(&ear, SAY_NORMAL, false);
    say_all_kinds(&ear.say);
    assert_string_equal(ear.heard, "pgpbench: error 1\n"
                                   "pgpbench: warning: careful 2\n");
    ear_release(&ear);
}

static void verbose_says_all(void **state)
{
    struct ear ear;
    (void)state;

    ear_init(&ear, SAY_VERBOSE, false);
    say_all_kinds(&ear.say);
    assert_string_equal(ear.heard, "pgpbench: error 1\n"
                                   "pgpbench: warning: careful 2\n"
                                   "pgpbench: detail 3\n");
    ear_release(&ear);
}

static void a_message_stays_on_one_line(void **state)
{
    struct ear ear;
    (void)state;

    ear_init(&ear, SAY_NORMAL, false);
    say_error(&ear.say, "%s", "/tmp/a\nb\x1b]0;c");
    assert_string_equal(ear.heard, "pgpbench: /tmp/a\\x0ab\\x1b]0;c\n");
    ear_release(&ear);
}

static void without_a_stream_nothing_is_said(void **state)
{
    struct say say;
    (void)state;

    say_init(&say, NULL, SAY_VERBOSE);
    assert_false(say.is_terminal);
    say_all_kinds(&say);
    say_progress(&say, "half");
    say_progress_end(&say);
    assert_int_equal(say.progress_columns, 0);
}

static void progress_is_for_terminals(void **state)
{
    struct ear ear;
    (void)state;

    ear_init(&ear, SAY_NORMAL, false);
    say_progress(&ear.say, "half");
    say_progress_end(&ear.say);
    fflush(ear.stream);
    assert_int_equal(ear.length, 0);
    ear_release(&ear);
}

static void progress_is_not_for_the_quiet(void **state)
{
    struct ear ear;
    (void)state;

    ear_init(&ear, SAY_QUIET, true);
    say_progress(&ear.say, "half");
    say_progress_end(&ear.say);
    fflush(ear.stream);
    assert_int_equal(ear.length, 0);
    ear_release(&ear);
}

static void a_shorter_progress_line_covers_the_longer(void **state)
{
    struct ear ear;
    (void)state;

    ear_init(&ear, SAY_NORMAL, true);
    say_progress(&ear.say, "%s", "gr\xc3\xbc\xc3\x9f");
    say_progress(&ear.say, "ab");
    say_progress(&ear.say, "c");
    assert_string_equal(ear.heard, "\rgr\xc3\xbc\xc3\x9f\rab  \rc ");
    ear_release(&ear);
}

static void a_message_wipes_the_progress_line(void **state)
{
    struct ear ear;
    (void)state;

    ear_init(&ear, SAY_NORMAL, true);
    say_progress(&ear.say, "abc");
    say_error(&ear.say, "no");
    say_progress_end(&ear.say);
    assert_string_equal(ear.heard, "\rabc\r   \rpgpbench: no\n");
    ear_release(&ear);
}

static void progress_takes_at_most_79_columns(void **state)
{
    struct ear ear;
    char line[2 * 100 + 1];
    (void)state;

    for (size_t i = 0; i < 100; i++)
        memcpy(line + 2 * i, "\xc3\xbc", 3);
    ear_init(&ear, SAY_NORMAL, true);
    say_progress(&ear.say, "%s", line);
    assert_int_equal(ear.length, 1 + 2 * 79);
    assert_int_equal(ear.say.progress_columns, 79);
    ear_release(&ear);
}

/* Each of these takes two columns: the 40th would end in the 80th. */
static void progress_of_wide_characters_fits_as_well(void **state)
{
    struct ear ear;
    char line[3 * 100 + 1];
    (void)state;

    for (size_t i = 0; i < 100; i++)
        memcpy(line + 3 * i, "\xe6\x97\xa5", 4);
    ear_init(&ear, SAY_NORMAL, true);
    say_progress(&ear.say, "%s", line);
    assert_int_equal(ear.length, 1 + 3 * 39);
    assert_int_equal(ear.say.progress_columns, 78);
    ear_release(&ear);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quiet_says_errors_only),
        cmocka_unit_test(normal_says_warnings_too),
        cmocka_unit_test(verbose_says_all),
        cmocka_unit_test(a_message_stays_on_one_line),
        cmocka_unit_test(without_a_stream_nothing_is_said),
        cmocka_unit_test(progress_is_for_terminals),
        cmocka_unit_test(progress_is_not_for_the_quiet),
        cmocka_unit_test(a_shorter_progress_line_covers_the_longer),
        cmocka_unit_test(a_message_wipes_the_progress_line),
        cmocka_unit_test(progress_takes_at_most_79_columns),
        cmocka_unit_test(progress_of_wide_characters_fits_as_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
