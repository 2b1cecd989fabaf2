/* SPDX-License-Identifier: GPL-3.0-or-later */

/* key: brings a test key into a home.  Making one is not done here. */
#include "bench/key.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static gpg_error_t import_file(gpgme_ctx_t context, const char *path,
                               struct fault *fault)
{
    gpgme_data_t data = NULL;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        const gpg_error_t err = gpg_error_from_syserror();
        return fault_set(fault, FAULT_UNREADABLE, err, path,
                         "no such test key");
    }
    gpg_error_t err = gpgme_data_new_from_fd(&data, fd);
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
    return fault_set(fault, fault_of_error(err), err, path,
                     "gpg could not import this key");
}

/* What the import says it brought; a secret key must be there. */
static gpg_error_t imported_fingerprint(gpgme_ctx_t context, const char *path,
                                        char **r_fingerprint,
                                        struct fault *fault)
{
    const struct _gpgme_op_import_result *result =
        gpgme_op_import_result(context);
    for (gpgme_import_status_t one = result ? result->imports : NULL; one;
         one = one->next)
        if (!one->result && (one->status & GPGME_IMPORT_SECRET) && one->fpr) {
            *r_fingerprint = strdup(one->fpr);
            return *r_fingerprint ? 0 : gpg_error(GPG_ERR_ENOMEM);
        }
    return fault_set(fault, FAULT_NO_SECRET_KEY, gpg_error(GPG_ERR_NO_SECKEY),
                     path, "gpg imported no secret key from this file");
}

static char *subkey_algorithm(gpgme_subkey_t subkey)
{
    char *name = gpgme_pubkey_algo_string(subkey);
    char *copy = name ? strdup(name) : NULL;
    gpgme_free(name);
    return copy;
}

static void read_back(gpgme_key_t key, struct run_key *record)
{
    record->fingerprint = strdup(key->subkeys->fpr);
    record->algorithm = subkey_algorithm(key->subkeys);
    for (gpgme_subkey_t subkey = key->subkeys->next; subkey;
         subkey = subkey->next)
        if (subkey->can_encrypt && !record->subkey)
            record->subkey = subkey_algorithm(subkey);
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
    if (err) {
        fault_set(fault, fault_of_error(err), err, path,
                  "gpg does not find the key it has just imported");
        goto leave;
    }
    read_back(*r_key, record);
    record->origin = strdup("imported");
    if (!record->fingerprint || !record->algorithm || !record->origin)
        err = fault_set(fault, FAULT_NO_MEMORY, gpg_error(GPG_ERR_ENOMEM), NULL,
                        NULL);

leave:
    free(fingerprint);
    return err;
}

bool key_has_fingerprint(gpgme_key_t key, const char *fingerprint)
{
    for (gpgme_subkey_t subkey = key->subkeys; subkey; subkey = subkey->next)
        if (fingerprint && subkey->fpr && strcmp(subkey->fpr, fingerprint) == 0)
            return true;
    return false;
}
