/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/attempt: what is a broken end, which sign of a failure
 * counts first, and what is brought into place, as far as no gpg runs. */
#include "bench/attempt.h"

#include "bare_scene.h"
#include "scratch.h"

#include "close.h"

#include <signal.h>
#include <string.h>

/* As wait4 gives them on Linux: the signal, or the status times 256. */
#define KILLED_STATUS   9
#define EXITED_2_STATUS 0x200

#define GPG "/opt/gpg"

static const struct cell start = {0, CELL_NONE, CELL_NONE, 1, OPERATION_START};
static const struct cell sign = {0, 0, 0, 2, OPERATION_SIGN};
static const struct cell verify = {0, 0, 0, 2, OPERATION_VERIFY};

static bool is_broken(gpg_error_t err, enum guard_verdict verdict, int status)
{
    const struct outcome outcome = {err, verdict, status};

    return outcome_is_broken(&outcome);
}

/* verify exits with 1 for a bad signature: an end like others. */
static void an_exit_with_any_status_is_a_regular_end(void **state)
{
    (void)state;
    assert_false(is_broken(0, GUARD_FINE, 0));
    assert_false(is_broken(0, GUARD_FINE, 0x100));
    assert_false(is_broken(0, GUARD_FINE, EXITED_2_STATUS));
}

static void an_error_a_verdict_or_a_death_breaks_a_call(void **state)
{
    (void)state;
    assert_true(is_broken(gpg_error(GPG_ERR_GENERAL), GUARD_FINE, 0));
    assert_true(is_broken(0, GUARD_TIMED_OUT, 0));
    assert_true(is_broken(0, GUARD_ABANDONED, 0));
    assert_true(is_broken(0, GUARD_SIGNALED, 0));
    assert_true(is_broken(0, GUARD_FINE, KILLED_STATUS));
}

/* All signs at once; each test takes some away. */
struct signs {
    struct outcome outcome;
    gpg_error_t in_err;
    gpg_error_t out_err;
    const char *out_path;
};

static const struct signs all_signs = {
    .outcome = {GPG_ERR_GENERAL, GUARD_FINE, KILLED_STATUS},
    .in_err = GPG_ERR_EIO,
    .out_err = GPG_ERR_ENOSPC,
    .out_path = "out",
};

/* The explanation of SIGNS is CODE and WHAT, of THING (NULL: nothing). */
static void assert_explained(const struct signs *signs, gpg_err_code_t code,
                             enum fault_what what, const char *thing)
{
    struct fault fault = {.what = FAULT_NONE};
    struct bare_scene bare;
    struct attempt attempt;

    bare_scene_init(&bare, GPG);
    attempt_init(&attempt, &bare.scene, &start, false);
    attempt.call.gpg_path = bare.rig.engine.path;
    attempt.transfer.in.err = signs->in_err;
    attempt.transfer.out.err = signs->out_err;
    attempt.transfer.out.place.path = (char *)signs->out_path;
    const gpg_error_t err =
        attempt_explain(&attempt, &attempt.transfer, &signs->outcome, &fault);
    assert_int_equal(gpg_err_code(err), code);
    assert_int_equal(fault.what, what);
    if (thing)
        assert_string_equal(fault.thing, thing);
    else
        assert_null(fault.thing);
    fault_release(&fault);
    attempt.transfer.out.place.path = NULL;
    attempt_release(&attempt);
    bare_scene_release(&bare);
}

static void the_persons_signal_is_the_surest_sign(void **state)
{
    struct signs signs = all_signs;
    (void)state;

    signs.outcome.verdict = GUARD_SIGNALED;
    assert_explained(&signs, GPG_ERR_CANCELED, FAULT_INTERRUPTED, NULL);
}

/* It reaches gpg as well, which then ends before the guard has looked. */
static void a_signal_that_the_guard_has_not_judged_yet_counts_too(void **state)
{
    struct signs signs = all_signs;
    (void)state;

    signs.outcome.verdict = GUARD_TIMED_OUT;
    guard_catch_signals();
    raise(SIGTERM);
    assert_explained(&signs, GPG_ERR_CANCELED, FAULT_INTERRUPTED, NULL);
    guard_catch_signals(); /* forgets it */
    guard_restore_signals();
}

static void the_time_limit_comes_before_what_it_did_to_the_call(void **state)
{
    struct signs signs = all_signs;
    (void)state;

    signs.outcome.verdict = GUARD_TIMED_OUT;
    assert_explained(&signs, GPG_ERR_TIMEOUT, FAULT_TIMEOUT, GPG);
}

static void a_full_output_comes_before_input_and_death(void **state)
{
    (void)state;
    assert_explained(&all_signs, GPG_ERR_ENOSPC, FAULT_DISK_FULL, "out");
}

static void an_end_that_is_no_file_is_memory(void **state)
{
    struct signs signs = all_signs;
    (void)state;

    signs.out_err = 0;
    assert_explained(&signs, GPG_ERR_EIO, FAULT_SYSTEM, "memory");
}

static void a_death_is_gpgs(void **state)
{
    struct signs signs = all_signs;
    (void)state;

    signs.in_err = signs.out_err = 0;
    assert_explained(&signs, GPG_ERR_GENERAL, FAULT_KILLED, GPG);
}

static void gpgmes_error_is_told_where_nothing_else_is_known(void **state)
{
    const struct signs signs = {.outcome = {GPG_ERR_NO_AGENT, GUARD_FINE, 0}};
    (void)state;

    assert_explained(&signs, GPG_ERR_NO_AGENT, FAULT_NO_AGENT, GPG);
}

/* The guard broke the pipe of a gpg that had died: GPGME's error is its. */
static void cancelling_an_abandoned_call_is_no_reason(void **state)
{
    const struct signs signs = {
        .outcome = {GPG_ERR_EPIPE, GUARD_ABANDONED, EXITED_2_STATUS}};
    (void)state;

    assert_explained(&signs, GPG_ERR_GENERAL, FAULT_GPG_FAILED, GPG);
}

static void an_explanation_is_never_no_error(void **state)
{
    const struct signs signs = {.outcome = {0, GUARD_FINE, 0}};
    (void)state;

    assert_explained(&signs, GPG_ERR_GENERAL, FAULT_GPG_FAILED, GPG);
}

/* Prepare CELL without a key; it works. */
static void prepare(struct bare_scene *bare, struct attempt *attempt,
                    const struct cell *cell)
{
    struct fault fault = {.what = FAULT_NONE};

    attempt_init(attempt, &bare->scene, cell, false);
    const gpg_error_t err = attempt_prepare(attempt, &fault);
    if (err)
        fail_msg("%s: %s", fault.thing, gpg_strerror(err));
}

static void what_has_no_input_needs_no_file(void **state)
{
    struct bare_scene bare;
    struct attempt attempt;
    (void)state;

    bare_scene_init(&bare, GPG);
    prepare(&bare, &attempt, &start);
    assert_int_equal(attempt.transfer.in.kind, PAYLOAD_NONE);
    assert_int_equal(attempt.transfer.out.kind, PAYLOAD_NONE);
    assert_string_equal(attempt.call.gpg_path, GPG);
    assert_int_equal(scratch_count("."), 1); /* the fixture */
    attempt_release(&attempt);
    bare_scene_release(&bare);
}

static void the_fixture_lies_there_as_often_as_the_cell_says(void **state)
{
    struct bare_scene bare;
    struct attempt attempt;
    (void)state;

    bare_scene_init(&bare, GPG);
    prepare(&bare, &attempt, &sign);
    scratch_assert_content(attempt.transfer.in.place.path, "abcabc");
    assert_string_equal(attempt.call.plain_path, "file");
    assert_int_equal(attempt.call.copies, 2);
    attempt_release(&attempt);
    bare_scene_release(&bare);
}

static void what_an_earlier_call_wrote_is_taken_away(void **state)
{
    const struct payload_place *output;
    struct bare_scene bare;
    struct attempt attempt;
    (void)state;

    bare_scene_init(&bare, GPG);
    for (int i = 0; i < 2; i++) {
        prepare(&bare, &attempt, &sign);
        output = &attempt.transfer.out.place;
        assert_non_null(output->path);
        assert_false(scratch_is_there(output->path));
        scratch_write(output->path, "of an earlier call");
        attempt_release(&attempt);
    }
    bare_scene_release(&bare);
}

/* GPG is not there: a message could not be made. */
static void a_message_that_is_there_is_not_made_again(void **state)
{
    struct payload_place message = {NULL, -1};
    struct bare_scene bare;
    struct attempt attempt;
    (void)state;

    bare_scene_init(&bare, GPG);
    assert_int_equal(
        stock_place(&bare.scene.stock, STOCK_SIGNED, &verify, &message), 0);
    scratch_write(message.path, "a message");
    prepare(&bare, &attempt, &verify);
    assert_string_equal(attempt.transfer.in.place.path, message.path);
    assert_int_equal(attempt.transfer.out.kind, PAYLOAD_NONE);
    scratch_assert_content(message.path, "a message");
    attempt_release(&attempt);
    stock_release_place(&message);
    bare_scene_release(&bare);
}

static void in_memory_the_file_is_repeated_and_not_written(void **state)
{
    struct bare_scene bare;
    struct attempt attempt;
    (void)state;

    bare_scene_init(&bare, GPG);
    bare.scene.stock.is_in_memory = true;
    prepare(&bare, &attempt, &sign);
    assert_int_equal(attempt.transfer.in.kind, PAYLOAD_SOURCE);
    assert_int_equal(attempt.transfer.out.kind, PAYLOAD_PLACE);
    assert_null(attempt.transfer.out.place.path);
    assert_int_equal(scratch_count("."), 1); /* the fixture */
    attempt_release(&attempt);
    bare_scene_release(&bare);
}

static void a_fixture_that_has_gone_is_named(void **state)
{
    struct fault fault = {.what = FAULT_NONE};
    struct bare_scene bare;
    struct attempt attempt;
    (void)state;

    bare_scene_init(&bare, GPG);
    bare.scene.stock.is_in_memory = true;
    bare.fixture.path = (char *)"gone";
    attempt_init(&attempt, &bare.scene, &sign, false);
    assert_int_equal(gpg_err_code(attempt_prepare(&attempt, &fault)),
                     GPG_ERR_ENOENT);
    assert_string_equal(fault.thing, "gone");
    fault_release(&fault);
    attempt_release(&attempt);
    bare_scene_release(&bare);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_exit_with_any_status_is_a_regular_end),
        cmocka_unit_test(an_error_a_verdict_or_a_death_breaks_a_call),
        scratch_test(the_persons_signal_is_the_surest_sign),
        scratch_test(a_signal_that_the_guard_has_not_judged_yet_counts_too),
        scratch_test(the_time_limit_comes_before_what_it_did_to_the_call),
        scratch_test(a_full_output_comes_before_input_and_death),
        scratch_test(an_end_that_is_no_file_is_memory),
        scratch_test(a_death_is_gpgs),
        scratch_test(gpgmes_error_is_told_where_nothing_else_is_known),
        scratch_test(cancelling_an_abandoned_call_is_no_reason),
        scratch_test(an_explanation_is_never_no_error),
        scratch_test(what_has_no_input_needs_no_file),
        scratch_test(the_fixture_lies_there_as_often_as_the_cell_says),
        scratch_test(what_an_earlier_call_wrote_is_taken_away),
        scratch_test(a_message_that_is_there_is_not_made_again),
        scratch_test(in_memory_the_file_is_repeated_and_not_written),
        scratch_test(a_fixture_that_has_gone_is_named),
    };
    gpgme_check_version(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
