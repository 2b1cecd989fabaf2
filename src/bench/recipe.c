/* SPDX-License-Identifier: GPL-3.0-or-later */

/* recipe: the operations as GPGME calls, and the checks of each.  When they
 * are called, and timed, is not known here. */
#include "bench/recipe.h"

#include "bench/comparison.h"
#include "bench/key.h"
#include "bench/subkey.h"
#include "bench/used.h"

#include <assert.h>
#include <string.h>

static gpg_error_t perform_start(const struct call *call)
{
    const char *argv[] = {call->gpg_path, "--version", NULL};
    return gpgme_op_spawn(call->spawner, call->gpg_path, argv, NULL,
                          call->words, NULL, 0);
}

static gpg_error_t perform_generate(const struct call *call)
{
    return gpgme_op_genkey(call->context, call->spec->parameters, NULL, NULL);
}

static gpg_error_t perform_sign(const struct call *call)
{
    return gpgme_op_sign(call->context, call->transfer->in.data,
                         call->transfer->out.data, GPGME_SIG_MODE_NORMAL);
}

static gpg_error_t perform_verify(const struct call *call)
{
    /* Without a place for the plaintext GPGME runs gpg --verify. */
    return gpgme_op_verify(call->context, call->transfer->in.data, NULL, NULL);
}

static gpg_error_t perform_encrypt(const struct call *call)
{
    gpgme_key_t recipients[] = {call->key, NULL};
    return gpgme_op_encrypt(call->context, recipients, 0,
                            call->transfer->in.data, call->transfer->out.data);
}

static gpg_error_t perform_decrypt(const struct call *call)
{
    return gpgme_op_decrypt(call->context, call->transfer->in.data,
                            call->transfer->out.data);
}

static gpg_error_t judge_sign(const struct call *call, struct fault *fault)
{
    gpgme_sign_result_t result = gpgme_op_sign_result(call->context);
    if (result && result->invalid_signers)
        return fault_set(fault, FAULT_NO_SECRET_KEY,
                         result->invalid_signers->reason,
                         result->invalid_signers->fpr, NULL);
    if (!result || !result->signatures || result->signatures->next)
        return fault_set(fault, FAULT_NO_OUTPUT, gpg_error(GPG_ERR_NO_DATA),
                         "gpg", "it did not report one signature");
    if (!subkey_has_fingerprint(subkey_that_signs(call->key),
                                result->signatures->fpr))
        return fault_set(fault, FAULT_WRONG_SIGNER,
                         gpg_error(GPG_ERR_WRONG_SECKEY),
                         result->signatures->fpr, NULL);
    return 0;
}

static gpg_error_t judge_verify(const struct call *call, struct fault *fault)
{
    gpgme_verify_result_t result = gpgme_op_verify_result(call->context);
    gpgme_signature_t one = result ? result->signatures : NULL;
    if (!one || one->next)
        return fault_set(fault, FAULT_BAD_SIGNATURE,
                         gpg_error(GPG_ERR_NO_SIGNATURE_SCHEME), "gpg",
                         "it did not report one signature");
    if (gpg_err_code(one->status) == GPG_ERR_NO_PUBKEY)
        return fault_set(fault, FAULT_NO_PUBLIC_KEY, one->status, one->fpr,
                         NULL);
    if (one->status)
        return fault_set(fault, FAULT_BAD_SIGNATURE, one->status, one->fpr,
                         NULL);
    if (!subkey_has_fingerprint(subkey_that_signs(call->key), one->fpr))
        return fault_set(fault, FAULT_WRONG_SIGNER,
                         gpg_error(GPG_ERR_WRONG_PUBKEY_ALGO), one->fpr, NULL);
    return 0;
}

static gpg_error_t judge_encrypt(const struct call *call, struct fault *fault)
{
    gpgme_encrypt_result_t result = gpgme_op_encrypt_result(call->context);
    if (result && result->invalid_recipients)
        return fault_set(fault, FAULT_NO_PUBLIC_KEY,
                         result->invalid_recipients->reason,
                         result->invalid_recipients->fpr, NULL);
    return 0;
}

/* GnuPG writes no key ID (--throw-keyids) as zeros. */
static bool is_hidden(const char *keyid)
{
    return keyid && strspn(keyid, "0") == strlen(keyid);
}

static gpg_error_t judge_decrypt(const struct call *call, struct fault *fault)
{
    gpgme_decrypt_result_t result = gpgme_op_decrypt_result(call->context);
    gpgme_recipient_t one = result ? result->recipients : NULL;
    if (one && !one->next &&
        (is_hidden(one->keyid) ||
         subkey_has_keyid(subkey_that_encrypts(call->key), one->keyid)))
        return 0;
    return fault_set(
        fault, FAULT_WRONG_RECIPIENT, gpg_error(GPG_ERR_WRONG_PUBKEY_ALGO),
        one ? one->keyid : NULL, "the message is not for the test key alone");
}

static gpg_error_t read_back(const struct call *call, bool is_signed,
                             struct comparison *comparison)
{
    struct transfer transfer;
    transfer_init(&transfer);
    gpg_error_t err = payload_use_place(&transfer.in, call->output);
    if (!err)
        err = transfer_open(&transfer);
    if (!err)
        err = is_signed ? gpgme_op_verify(call->context, transfer.in.data, NULL,
                                          comparison->data)
                        : gpgme_op_decrypt(call->context, transfer.in.data,
                                           comparison->data);
    transfer_release(&transfer);
    return err;
}

/* Let gpg read the message that was made, and compare. */
static gpg_error_t prove_message(const struct call *call, bool is_signed,
                                 struct fault *fault)
{
    struct comparison comparison;
    gpg_error_t read_err = 0;
    gpg_error_t err =
        comparison_init(&comparison, call->plain_path, call->copies);
    if (err)
        return fault_set(fault,
                         gpg_err_code(err) == GPG_ERR_ENOMEM ? FAULT_NO_MEMORY
                                                             : FAULT_UNREADABLE,
                         err, call->plain_path, NULL);
    err = read_back(call, is_signed, &comparison);
    if (err)
        fault_set(fault, fault_of_error(err), err, "the message made",
                  "gpg does not read back what it wrote");
    else if (is_signed)
        err = judge_verify(call, fault);
    else
        err = judge_decrypt(call, fault);
    if (!err && !is_signed && call->used)
        used_read_cipher(call->used, call->context);
    if (!err && !comparison_is_equal(&comparison, &read_err))
        err = fault_set(fault, read_err ? FAULT_UNREADABLE : FAULT_BYTES_DIFFER,
                        read_err, call->plain_path, NULL);
    /* The file may have become another one meanwhile. */
    if (!err && call->right_sum &&
        !checksum_equal(&comparison.sum, call->right_sum))
        err = fault_set(fault, FAULT_BYTES_DIFFER, 0, call->plain_path,
                        "the file has changed since it was first read");
    comparison_release(&comparison);
    return err;
}

static gpg_error_t prove_sign(const struct call *call, struct fault *fault)
{
    return prove_message(call, true, fault);
}

static gpg_error_t prove_encrypt(const struct call *call, struct fault *fault)
{
    return prove_message(call, false, fault);
}

static gpg_error_t prove_decrypt(const struct call *call, struct fault *fault)
{
    const struct payload_end *out = &call->transfer->out;
    gpg_error_t err = 0;
    const bool is_right =
        out->kind == PAYLOAD_SINK
            ? checksum_equal(out->sink, call->right_sum)
            : comparison_of_files(call->plain_path, call->copies,
                                  call->output->path, &err);
    if (is_right)
        return 0;
    return fault_set(fault, err ? FAULT_UNREADABLE : FAULT_BYTES_DIFFER, err,
                     call->plain_path, NULL);
}

static gpg_error_t prove_start(const struct call *call, struct fault *fault)
{
    char words[16] = "";
    gpgme_data_seek(call->words, 0, SEEK_SET);
    const ssize_t got = gpgme_data_read(call->words, words, sizeof words - 1);
    if (got > 0 && strncmp(words, "gpg (GnuPG", 10) == 0)
        return 0;
    return fault_set(fault, FAULT_NO_OUTPUT, gpg_error(GPG_ERR_NO_DATA),
                     call->gpg_path, "gpg --version did not print a version");
}

/* The key made is looked at and taken away: a growing keyring would slow
 * down all that follows. */
static gpg_error_t prove_generate(const struct call *call, struct fault *fault)
{
    gpgme_key_t key = NULL;
    gpg_error_t err =
        key_check_generated(call->context, call->spec, &key, fault);
    if (key) {
        gpg_error_t delete_err = gpgme_op_delete_ext(
            call->context, key, GPGME_DELETE_ALLOW_SECRET | GPGME_DELETE_FORCE);
        if (!err && delete_err)
            err = fault_set(fault, fault_of_error(delete_err), delete_err,
                            key->subkeys->fpr,
                            "the key made could not be deleted");
        gpgme_key_unref(key);
    }
    return err;
}

static const struct recipe recipes[OPERATION_COUNT] = {
    [OPERATION_START] = {.perform = perform_start, .prove = prove_start},
    [OPERATION_GENERATE] = {.uses_secret_key = true,
                            .perform = perform_generate,
                            .prove = prove_generate,
                            .proving_gpgs = 2},
    [OPERATION_SIGN] = {.uses_secret_key = true,
                        .has_input = true,
                        .input = STOCK_PLAIN,
                        .perform = perform_sign,
                        .judge = judge_sign,
                        .prove = prove_sign,
                        .proving_gpgs = 1},
    /* gpg exits with 1 when it has found a signature bad. */
    [OPERATION_VERIFY] = {.has_input = true,
                          .input = STOCK_SIGNED,
                          .perform = perform_verify,
                          .judge = judge_verify,
                          .judged_status = 1},
    [OPERATION_ENCRYPT] = {.has_input = true,
                           .input = STOCK_PLAIN,
                           .perform = perform_encrypt,
                           .judge = judge_encrypt,
                           .prove = prove_encrypt,
                           .proving_gpgs = 1},
    [OPERATION_DECRYPT] = {.uses_secret_key = true,
                           .has_input = true,
                           .input = STOCK_ENCRYPTED,
                           .perform = perform_decrypt,
                           .judge = judge_decrypt,
                           .prove = prove_decrypt},
};

const struct recipe *recipe_of(enum operation operation)
{
    assert(operation < OPERATION_COUNT);
    return &recipes[operation];
}

gpg_error_t recipe_perform(const struct recipe *recipe, const struct call *call)
{
    gpg_error_t err = transfer_open(call->transfer);
    if (!err)
        err = recipe->perform(call);
    const gpg_error_t own_err = transfer_close(call->transfer);
    return own_err ? own_err : err;
}
