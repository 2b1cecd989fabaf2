/* SPDX-License-Identifier: GPL-3.0-or-later */

/* key: brings keys into a home.  What is done with them is recipe's. */
#include "bench/key.h"

#include "bench/complaint.h"
#include "bench/keyfile.h"
#include "bench/subkey.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
            return *r_fingerprint ? 0 : fault_no_memory(fault);
        }
    return complaint_explain(context, path, gpg_error(GPG_ERR_NO_SECKEY), 0,
                             fault);
}

/* A wrapper may change what gpg lists. */
static gpg_error_t refuse_listing(const char *thing, struct fault *fault)
{
    return fault_set(fault, FAULT_GPG_FAILED, gpg_error(GPG_ERR_BAD_DATA),
                     thing,
                     "gpg lists the key without its fingerprints: give a gpg "
                     "whose --with-colons is whole");
}

/* Whether all of KEY that we and GPGME go by is there. */
static bool is_whole(gpgme_key_t key)
{
    gpgme_subkey_t signing = subkey_that_signs(key);
    gpgme_subkey_t encryption = subkey_that_encrypts(key);
    return key->subkeys && key->subkeys->fpr && (!signing || signing->fpr) &&
           (!encryption || encryption->fpr);
}

static char *copy_or_null(const char *string)
{
    return string ? strdup(string) : NULL;
}

/* RECORD says what works, for that is what is timed.  A key that cannot sign
 * is called by its primary. */
static gpg_error_t read_back(gpgme_key_t key, const char *thing,
                             const char *origin, struct run_key *record,
                             struct fault *fault)
{
    if (!is_whole(key))
        return refuse_listing(thing, fault);
    if (record->fingerprint)
        return 0; /* another engine has told */
    gpgme_subkey_t primary = key->subkeys;
    gpgme_subkey_t signing = subkey_that_signs(key);
    gpgme_subkey_t encryption = subkey_that_encrypts(key);
    if (!signing)
        signing = primary;
    record->fingerprint = copy_or_null(primary->fpr);
    record->algorithm = subkey_algorithm(signing);
    if (encryption != signing)
        record->subkey = subkey_algorithm(encryption);
    if (signing != primary)
        record->primary = subkey_algorithm(primary);
    record->origin = strdup(origin);
    return record->fingerprint && record->algorithm && record->origin
               ? 0
               : fault_no_memory(fault);
}

/* Whether the gpg of CONTEXT tells in a listing of public keys which parts
 * are there as secret ones: 1.4 does not know --with-secret. */
static bool lists_secrets(gpgme_ctx_t context)
{
    gpgme_engine_info_t info = gpgme_ctx_get_engine_info(context);
    while (info && info->protocol != GPGME_PROTOCOL_OpenPGP)
        info = info->next;
    return info && info->version && strtol(info->version, NULL, 10) >= 2;
}

static gpg_error_t get_key(gpgme_ctx_t context, const char *fingerprint,
                           gpgme_key_t *r_key)
{
    const gpgme_keylist_mode_t mode = gpgme_get_keylist_mode(context);
    if (lists_secrets(context))
        gpgme_set_keylist_mode(context, mode | GPGME_KEYLIST_MODE_WITH_SECRET);
    const gpg_error_t err = gpgme_get_key(context, fingerprint, r_key, 0);
    gpgme_set_keylist_mode(context, mode);
    return err;
}

static gpg_error_t explain_missing(gpg_error_t err, const char *path,
                                   struct fault *fault)
{
    /* gpg 1.4 imports a key on a curve, and then knows nothing of it. */
    if (gpg_err_code(err) == GPG_ERR_EOF)
        return fault_set(fault, FAULT_REFUSED, gpg_error(GPG_ERR_PUBKEY_ALGO),
                         path,
                         "this gpg imports the key but does not know its "
                         "algorithm");
    return fault_set(fault, fault_of_error(err), err, path,
                     "gpg does not find the key it has just imported");
}

/* What was exported may be read again for each home. */
static gpg_error_t import_data(gpgme_ctx_t context,
                               const struct key_source *source,
                               struct fault *fault)
{
    gpg_error_t err = gpgme_data_seek(source->data, 0, SEEK_SET) < 0
                          ? gpg_error_from_syserror()
                          : 0;
    if (!err)
        err = gpgme_op_import(context, source->data);
    return err ? complaint_explain(context, source->name, err, 0, fault) : 0;
}

gpg_error_t key_bring(gpgme_ctx_t context, const struct key_source *source,
                      struct fault *fault)
{
    return source->path ? import_file(context, source->path, fault)
                        : import_data(context, source, fault);
}

gpg_error_t key_import(gpgme_ctx_t context, const struct key_source *source,
                       struct run_key *record, gpgme_key_t *r_key,
                       struct fault *fault)
{
    const char *thing = source->path ? source->path : source->name;
    const char *origin = source->path ? "imported" : "generated";
    char *fingerprint = NULL;
    gpg_error_t err = key_bring(context, source, fault);
    if (!err)
        err = imported_fingerprint(context, thing, &fingerprint, fault);
    if (err)
        goto leave;
    err = get_key(context, fingerprint, r_key);
    err = err ? explain_missing(err, thing, fault)
              : read_back(*r_key, thing, origin, record, fault);

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
    *r_count = result->imported > 0 ? (uint32_t)result->imported : 0;
    return 0;
}

gpg_error_t key_export(gpgme_ctx_t context, gpgme_key_t key,
                       gpgme_data_t *r_data, struct fault *fault)
{
    const char *fingerprint = key->subkeys->fpr;
    gpg_error_t err = gpgme_data_new(r_data);
    if (!err)
        err = gpgme_op_export(context, fingerprint, GPGME_EXPORT_MODE_SECRET,
                              *r_data);
    return err ? complaint_explain(context, fingerprint, err, 0, fault) : 0;
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
    if (!is_whole(*r_key))
        return refuse_listing(spec->primary, fault);
    gpgme_subkey_t subkey = subkey_that_encrypts(*r_key);
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
    return err ? err
               : read_back(*r_key, spec->primary, "generated", record, fault);
}
