/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/command, with programs of the shell. */
#include "bench/command.h"

#include "scratch.h"

#include "close.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

struct stage {
    struct children children;
    struct guard guard;
    struct command_result result;
};

/* Run SCRIPT by the shell, with the file INPUT. */
static gpg_error_t run(struct stage *stage, const char *script,
                       const char *input, double limit_s)
{
    const char *const argv[] = {"/bin/sh", "-c", script, NULL};
    const struct command command = {argv, input, limit_s};

    stage->result = (struct command_result){.status = 0};
    guard_catch_signals();
    children_adopt(&stage->children);
    assert_int_equal(guard_start(&stage->guard, &stage->children), 0);
    return command_run(&command, &stage->guard, &stage->result);
}

static void stage_release(struct stage *stage)
{
    command_release(&stage->result);
    guard_stop(&stage->guard);
    guard_restore_signals();
}

static void both_outputs_and_the_status_are_kept(void **state)
{
    struct stage stage;
    (void)state;

    assert_int_equal(run(&stage, "echo out; echo err >&2; exit 3", NULL, 100),
                     0);
    assert_string_equal(text_string(&stage.result.out), "out\n");
    assert_string_equal(text_string(&stage.result.err), "err\n");
    assert_int_equal(WEXITSTATUS(stage.result.status), 3);
    assert_false(command_succeeded(&stage.result));
    stage_release(&stage);
}

static void success_is_status_0_and_no_signal(void **state)
{
    struct stage stage;
    (void)state;

    assert_int_equal(run(&stage, "exit 0", NULL, 100), 0);
    assert_true(command_succeeded(&stage.result));
    stage_release(&stage);
    assert_int_equal(run(&stage, "kill -9 $$", NULL, 100), 0);
    assert_false(command_succeeded(&stage.result));
    assert_true(WIFSIGNALED(stage.result.status));
    stage_release(&stage);
}

static void stdin_is_the_file_or_empty(void **state)
{
    struct stage stage;
    (void)state;

    scratch_write("input", "from the file\n");
    assert_int_equal(run(&stage, "cat", "input", 100), 0);
    assert_string_equal(text_string(&stage.result.out), "from the file\n");
    stage_release(&stage);
    assert_int_equal(run(&stage, "cat; echo end", NULL, 100), 0);
    assert_string_equal(text_string(&stage.result.out), "end\n");
    stage_release(&stage);
}

static void what_cannot_be_started_fails_with_the_systems_error(void **state)
{
    const char *const argv[] = {"/nonexistent/gpg", "--version", NULL};
    const struct command command = {argv, NULL, 100};
    struct command_result result = {.status = 0};
    struct stage stage;
    (void)state;

    assert_int_equal(gpg_err_code(run(&stage, "cat", "missing", 100)),
                     GPG_ERR_ENOENT);
    assert_int_equal(gpg_err_code(command_run(&command, &stage.guard, &result)),
                     GPG_ERR_ENOENT);
    /* The guard is not left armed. */
    assert_false(stage.guard.is_armed);
    command_release(&result);
    stage_release(&stage);
}

/* The shell's own child holds the pipe, too. */
static void what_takes_too_long_is_ended(void **state)
{
    struct stage stage;
    (void)state;

    assert_int_equal(
        gpg_err_code(run(&stage, "echo begun; sleep 30; :", NULL, 0.01)),
        GPG_ERR_TIMEOUT);
    assert_string_equal(text_string(&stage.result.out), "begun\n");
    assert_true(WIFSIGNALED(stage.result.status));
    stage_release(&stage);
}

static void a_signal_cancels_it(void **state)
{
    struct stage stage;
    (void)state;

    assert_int_equal(
        gpg_err_code(run(&stage, "kill -TERM $PPID; sleep 30; :", NULL, 100)),
        GPG_ERR_CANCELED);
    assert_int_equal(guard_signal(), SIGTERM);
    stage_release(&stage);
}

/* The one byte before must not make it more. */
static void at_most_a_mebibyte_is_kept(void **state)
{
    struct stage stage;
    (void)state;

    assert_int_equal(run(&stage,
                         "printf x; sleep 0.05; head -c 2097152 /dev/zero; "
                         "echo end >&2",
                         NULL, 100),
                     0);
    assert_true(command_succeeded(&stage.result));
    assert_int_equal(stage.result.out.length, 1 << 20);
    assert_string_equal(text_string(&stage.result.err), "end\n");
    stage_release(&stage);
}

static void a_complaint_is_the_first_line_of_stderr(void **state)
{
    struct stage stage;
    (void)state;

    assert_int_equal(
        run(&stage, "echo out; (echo first; echo second) >&2", NULL, 100), 0);
    assert_string_equal(command_complaint(&stage.result), "first");
    stage_release(&stage);
    assert_int_equal(run(&stage, "echo out; echo more", NULL, 100), 0);
    assert_string_equal(command_complaint(&stage.result), "out");
    stage_release(&stage);
    assert_int_equal(run(&stage, ":", NULL, 100), 0);
    assert_string_equal(command_complaint(&stage.result), "");
    stage_release(&stage);
}

static void assert_end(const char *script, const char *expected)
{
    struct stage stage;
    struct text end = {.bytes = NULL};

    assert_int_equal(run(&stage, script, NULL, 100), 0);
    command_add_end(&stage.result, &end);
    assert_string_equal(text_string(&end), expected);
    text_release(&end);
    stage_release(&stage);
}

static void an_end_that_is_no_success_has_words(void **state)
{
    (void)state;
    assert_end("exit 2", "exited with status 2");
    assert_end("kill -9 $$", "was ended by signal 9");
    assert_end(":", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_outputs_and_the_status_are_kept),
        cmocka_unit_test(success_is_status_0_and_no_signal),
        scratch_test(stdin_is_the_file_or_empty),
        cmocka_unit_test(what_cannot_be_started_fails_with_the_systems_error),
        cmocka_unit_test(what_takes_too_long_is_ended),
        cmocka_unit_test(a_signal_cancels_it),
        cmocka_unit_test(at_most_a_mebibyte_is_kept),
        cmocka_unit_test(a_complaint_is_the_first_line_of_stderr),
        cmocka_unit_test(an_end_that_is_no_success_has_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
