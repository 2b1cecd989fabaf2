/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/recipe: the table, the timed span around a call that is not
 * real, and the checks that need no gpg. */
#include "bench/recipe.h"

#include "scratch.h"

#include "close.h"

#include <string.h>

static void every_operation_can_be_performed_and_is_checked(void **state)
{
    (void)state;
    for (int o = 0; o < OPERATION_COUNT; o++) {
        const struct recipe *recipe = recipe_of((enum operation)o);
        const struct operation_row *row = operation_row((enum operation)o);
        assert_non_null(recipe->perform);
        assert_true(recipe->judge || recipe->prove);
        assert_int_equal(recipe->has_input, row->has_fixture);
        /* Only looking at what was made tells whether it is right. */
        if (row->has_output)
            assert_non_null(recipe->prove);
        if (recipe->proving_gpgs > 0)
            assert_non_null(recipe->prove);
    }
}

static void each_operation_has_its_kind_of_input(void **state)
{
    (void)state;
    assert_int_equal(recipe_of(OPERATION_SIGN)->input, STOCK_PLAIN);
    assert_int_equal(recipe_of(OPERATION_VERIFY)->input, STOCK_SIGNED);
    assert_int_equal(recipe_of(OPERATION_ENCRYPT)->input, STOCK_PLAIN);
    assert_int_equal(recipe_of(OPERATION_DECRYPT)->input, STOCK_ENCRYPTED);
}

static gpg_error_t perform_well(const struct call *call)
{
    assert_true(call->transfer->in.fd >= 0);
    assert_true(call->transfer->out.fd >= 0);
    assert_int_equal(gpgme_data_write(call->transfer->out.data, "made", 4), 4);
    return 0;
}

static gpg_error_t perform_badly(const struct call *call)
{
    (void)call;
    return gpg_error(GPG_ERR_GENERAL);
}

static gpg_error_t perform_on_a_full_medium(const struct call *call)
{
    call->transfer->out.err = gpg_error(GPG_ERR_ENOSPC);
    return gpg_error(GPG_ERR_GENERAL);
}

static gpg_error_t perform_never(const struct call *call)
{
    (void)call;
    fail_msg("performed although the input could not be opened");
    return 0;
}

/* Perform from "in" to "out"; afterwards both are closed. */
static gpg_error_t perform(gpg_error_t (*action)(const struct call *call))
{
    const struct recipe recipe = {.perform = action};
    const struct payload_place in = {(char *)"in", -1};
    const struct payload_place out = {(char *)"out", -1};
    struct transfer transfer;
    const struct call call = {.transfer = &transfer};

    transfer_init(&transfer);
    assert_int_equal(payload_use_place(&transfer.in, &in), 0);
    assert_int_equal(payload_use_place(&transfer.out, &out), 0);
    const gpg_error_t err = recipe_perform(&recipe, &call);
    assert_int_equal(transfer.in.fd, -1);
    assert_int_equal(transfer.out.fd, -1);
    transfer_release(&transfer);
    return err;
}

static void the_call_is_made_between_opening_and_closing(void **state)
{
    (void)state;
    scratch_write("in", "x");
    assert_int_equal(perform(perform_well), 0);
    scratch_assert_content("out", "made");
}

static void an_input_that_is_missing_prevents_the_call(void **state)
{
    (void)state;
    assert_int_equal(gpg_err_code(perform(perform_never)), GPG_ERR_ENOENT);
}

static void the_mediums_error_says_more_than_gpgmes(void **state)
{
    (void)state;
    scratch_write("in", "x");
    assert_int_equal(gpg_err_code(perform(perform_on_a_full_medium)),
                     GPG_ERR_ENOSPC);
}

static void a_failed_call_fails(void **state)
{
    (void)state;
    scratch_write("in", "x");
    assert_int_equal(gpg_err_code(perform(perform_badly)), GPG_ERR_GENERAL);
}

static void decrypted_bytes_must_be_the_plain_ones(void **state)
{
    const struct recipe *recipe = recipe_of(OPERATION_DECRYPT);
    const struct payload_place out = {(char *)"out", -1};
    struct transfer transfer;
    const struct call call = {.transfer = &transfer,
                              .plain_path = "plain",
                              .copies = 2,
                              .output = &out};
    struct fault fault = {.what = FAULT_NONE};
    (void)state;

    transfer_init(&transfer);
    transfer.out.kind = PAYLOAD_PLACE;
    scratch_write("plain", "hello");
    scratch_write("out", "hellohello");
    assert_int_equal(recipe->prove(&call, &fault), 0);
    assert_false(fault_is_set(&fault));
    scratch_write("out", "hellohallo");
    assert_int_not_equal(recipe->prove(&call, &fault), 0);
    assert_int_equal(fault.what, FAULT_BYTES_DIFFER);
    fault_release(&fault);
}

static void decrypted_bytes_thrown_away_must_have_the_right_sum(void **state)
{
    const struct recipe *recipe = recipe_of(OPERATION_DECRYPT);
    struct checksum right = {.length = 0};
    struct checksum sink = {.length = 0};
    struct transfer transfer;
    const struct call call = {.transfer = &transfer, .right_sum = &right};
    struct fault fault = {.what = FAULT_NONE};
    (void)state;

    transfer_init(&transfer);
    transfer.out.kind = PAYLOAD_SINK;
    transfer.out.sink = &sink;
    checksum_add(&right, "hello", 5);
    checksum_add(&sink, "hello", 5);
    assert_int_equal(recipe->prove(&call, &fault), 0);
    checksum_add(&sink, "!", 1);
    assert_int_not_equal(recipe->prove(&call, &fault), 0);
    assert_int_equal(fault.what, FAULT_BYTES_DIFFER);
    fault_release(&fault);
}

static void assert_start(const char *words, enum fault_what what)
{
    const struct recipe *recipe = recipe_of(OPERATION_START);
    struct call call = {.gpg_path = "/usr/bin/gpg"};
    struct fault fault = {.what = FAULT_NONE};

    assert_int_equal(
        gpgme_data_new_from_mem(&call.words, words, strlen(words), 0), 0);
    gpgme_data_seek(call.words, 0, SEEK_END);
    const gpg_error_t err = recipe->prove(&call, &fault);
    assert_int_equal(err != 0, what != FAULT_NONE);
    assert_int_equal(fault.what, what);
    fault_release(&fault);
    gpgme_data_release(call.words);
}

static void start_counts_if_gpg_said_its_version(void **state)
{
    (void)state;
    assert_start("gpg (GnuPG) 2.2.40\nlibgcrypt 1.10.1\n", FAULT_NONE);
    assert_start("gpg (GnuPG/MacGPG2) 2.2.41\n", FAULT_NONE);
    assert_start("", FAULT_NO_OUTPUT);
    assert_start("gpgsm (GnuPG) 2.2.40\n", FAULT_NO_OUTPUT);
    assert_start("usage: gpg\n", FAULT_NO_OUTPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_can_be_performed_and_is_checked),
        cmocka_unit_test(each_operation_has_its_kind_of_input),
        scratch_test(the_call_is_made_between_opening_and_closing),
        scratch_test(an_input_that_is_missing_prevents_the_call),
        scratch_test(the_mediums_error_says_more_than_gpgmes),
        scratch_test(a_failed_call_fails),
        scratch_test(decrypted_bytes_must_be_the_plain_ones),
        cmocka_unit_test(decrypted_bytes_thrown_away_must_have_the_right_sum),
        cmocka_unit_test(start_counts_if_gpg_said_its_version),
    };
    gpgme_check_version(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
