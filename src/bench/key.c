/* SPDX-License-Identifier: GPL-3.0-or-later */

/* key: brings keys into a home.  What is done with them is recipe's. */
#include "bench/key.h"

#include "bench/complaint.h"
#include "bench/keyfile.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static gpg_error_t no_memory(struct fault *fault)
{
    return fault_set(fault, FAULT_NO_MEMORY, gpg_error(GPG_ERR_ENOMEM), NULL,
                     NULL);
}

static gpg_error_t import_file(gpgme_ctx_t context, const char *path,
                               struct fault *fault)
{
    gpgme_data_t data = NULL;
    int fd = -1;
    gpg_error_t err = keyfile_open(path, &fd, fault);
    if (err)
        return err;
    err = gpgme_data_new_from_fd(&data, fd);
    if (!err)
        err = gpgme_op_import(context, data);
    gpgme_data_release(data);
    close(fd);
    if (!err)
        return 0;
    if (gpg_err_code(err) == GPG_ERR_NO_AGENT)
        return fault_set(fault, FAULT_NO_AGENT, err, path,
                         "gpg could not start gpg-agent: install the package "
                         "gpg-agent");
    return complaint_explain(context, path, err, 0, fault);
}

/* What the import says it brought; a secret key must be there. */
static gpg_error_t imported_fingerprint(gpgme_ctx_t context, const char *path,
                                        char **r_fingerprint,
                                        struct fault *fault)
{
    gpgme_import_result_t result = gpgme_op_import_result(context);
    for (gpgme_import_status_t one = result ? result->imports : NULL; one;
         one = one->next)
        if (!one->result && (one->status & GPGME_IMPORT_SECRET) && one->fpr) {
            *r_fingerprint = strdup(one->fpr);
            return *r_fingerprint ? 0 : no_memory(fault);
        }
    return complaint_explain(context, path, gpg_error(GPG_ERR_NO_SECKEY), 0,
                             fault);
}

static char *subkey_algorithm(gpgme_subkey_t subkey)
{
    char *name = gpgme_pubkey_algo_string(subkey);
    char *copy = name ? strdup(name) : NULL;
    gpgme_free(name);
    return copy;
}

/* The first subkey that encrypts; NULL if there is none. */
static gpgme_subkey_t encryption_subkey(gpgme_key_t key)
{
    gpgme_subkey_t subkey = key->subkeys ? key->subkeys->next : NULL;
    while (subkey && !subkey->can_encrypt)
        subkey = subkey->next;
    return subkey;
}

static gpg_error_t read_back(gpgme_key_t key, const char *origin,
                             struct run_key *record, struct fault *fault)
{
    gpgme_subkey_t subkey = encryption_subkey(key);
    record->fingerprint = strdup(key->subkeys->fpr);
    record->algorithm = subkey_algorithm(key->subkeys);
    if (subkey)
        record->subkey = subkey_algorithm(subkey);
    record->origin = strdup(origin);
    return record->fingerprint && record->algorithm && record->origin
               ? 0
               : no_memory(fault);
}

gpg_error_t key_import(gpgme_ctx_t context, const char *path,
                       struct run_key *record, gpgme_key_t *r_key,
                       struct fault *fault)
{
    char *fingerprint = NULL;
    gpg_error_t err = import_file(context, path, fault);
    if (!err)
        err = imported_fingerprint(context, path, &fingerprint, fault);
    if (err)
        goto leave;
    err = gpgme_get_key(context, fingerprint, r_key, 0);
    /* gpg 1.4 imports a key on a curve, and then knows nothing of it. */
    if (gpg_err_code(err) == GPG_ERR_EOF)
        fault_set(fault, FAULT_REFUSED, gpg_error(GPG_ERR_PUBKEY_ALGO), path,
                  "this gpg imports the key but does not know its algorithm");
    else if (err)
        fault_set(fault, fault_of_error(err), err, path,
                  "gpg does not find the key it has just imported");
    else
        err = read_back(*r_key, "imported", record, fault);

leave:
    free(fingerprint);
    return err;
}

gpg_error_t key_import_public(gpgme_ctx_t context, const char *path,
                              uint32_t *r_count, struct fault *fault)
{
    gpg_error_t err = import_file(context, path, fault);
    if (err)
        return err;
    gpgme_import_result_t result = gpgme_op_import_result(context);
    if (!result || result->considered <= 0)
        return fault_set(fault, FAULT_NO_PUBLIC_KEY,
                         gpg_error(GPG_ERR_NO_PUBKEY), path,
                         "gpg found no key in this file");
    *r_count = (uint32_t)result->considered;
    return 0;
}

gpg_error_t key_check_generated(gpgme_ctx_t context, const struct keyspec *spec,
                                gpgme_key_t *r_key, struct fault *fault)
{
    gpgme_genkey_result_t result = gpgme_op_genkey_result(context);
    if (!result || !result->fpr)
        return fault_set(fault, FAULT_NO_OUTPUT, gpg_error(GPG_ERR_NO_KEY),
                         spec->primary, "gpg reported no key");
    gpg_error_t err = gpgme_get_key(context, result->fpr, r_key, 0);
    if (err)
        return fault_set(fault, fault_of_error(err), err, spec->primary,
                         "gpg does not find the key it has just made");
    gpgme_subkey_t subkey = encryption_subkey(*r_key);
    char *primary_made = subkey_algorithm((*r_key)->subkeys);
    char *subkey_made = subkey ? subkey_algorithm(subkey) : NULL;
    if (!primary_made || strcmp(primary_made, spec->primary) != 0 ||
        !subkey_made || strcmp(subkey_made, spec->subkey) != 0)
        err = fault_set(fault, FAULT_OTHER_KEY_MADE,
                        gpg_error(GPG_ERR_INV_KEYLEN), spec->primary,
                        "asked for %s/%s, gpg made %s/%s: ask for what it "
                        "accepts",
                        spec->primary, spec->subkey,
                        primary_made ? primary_made : "-",
                        subkey_made ? subkey_made : "-");
    free(primary_made);
    free(subkey_made);
    return err;
}

gpg_error_t key_generate(gpgme_ctx_t context, const struct keyspec *spec,
                         struct run_key *record, gpgme_key_t *r_key,
                         struct fault *fault)
{
    gpg_error_t err = gpgme_op_genkey(context, spec->parameters, NULL, NULL);
    if (err)
        return complaint_explain(context, spec->primary, err, 0, fault);
    err = key_check_generated(context, spec, r_key, fault);
    return err ? err : read_back(*r_key, "generated", record, fault);
}

bool key_has_fingerprint(gpgme_key_t key, const char *fingerprint)
{
    for (gpgme_subkey_t subkey = key->subkeys; subkey; subkey = subkey->next)
        if (fingerprint && subkey->fpr && strcmp(subkey->fpr, fingerprint) == 0)
            return true;
    return false;
}

static bool is_usable(gpgme_subkey_t subkey)
{
    return !subkey->revoked && !subkey->disabled && !subkey->invalid;
}

enum fault_what key_lacks(gpgme_key_t key, enum operation operation)
{
    bool can_sign = false;
    bool can_encrypt = false;
    for (gpgme_subkey_t subkey = key->subkeys; subkey; subkey = subkey->next) {
        can_sign |= subkey->can_sign && is_usable(subkey);
        can_encrypt |= subkey->can_encrypt && is_usable(subkey);
    }
    switch (operation) {
    case OPERATION_SIGN:
    case OPERATION_VERIFY:
        return can_sign ? FAULT_NONE : FAULT_NO_SIGNING_KEY;
    case OPERATION_ENCRYPT:
    case OPERATION_DECRYPT:
        return can_encrypt ? FAULT_NONE : FAULT_NO_ENCRYPTION_KEY;
    default:
        return FAULT_NONE;
    }
}
