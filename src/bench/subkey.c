/* SPDX-License-Identifier: GPL-3.0-or-later */

/* subkey: chooses as gpg does.  It asks nothing of gpg. */
#include "bench/subkey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What a part of a key is wanted for. */
struct want {
    bool signs; /* else it encrypts */
    bool needs_secret;
};

static const struct want want_signing = {true, true};
static const struct want want_encryption = {false, false};

static bool can(gpgme_subkey_t subkey, const struct want *want)
{
    return want->signs ? subkey->can_sign : subkey->can_encrypt;
}

static bool is_valid(gpgme_subkey_t subkey)
{
    return !subkey->revoked && !subkey->expired && !subkey->disabled &&
           !subkey->invalid;
}

/* Where no part is known to be secret, nobody has asked: gpg 1.4 does not
 * tell. */
static bool knows_secrets(gpgme_key_t key)
{
    for (gpgme_subkey_t one = key->subkeys; one; one = one->next)
        if (one->secret)
            return true;
    return false;
}

static bool has_secret(gpgme_key_t key, gpgme_subkey_t subkey)
{
    return subkey->secret || !knows_secrets(key);
}

static bool is_fit(gpgme_key_t key, gpgme_subkey_t subkey,
                   const struct want *want)
{
    return can(subkey, want) && is_valid(subkey) &&
           (!want->needs_secret || has_secret(key, subkey));
}

static gpgme_subkey_t choose(gpgme_key_t key, const struct want *want)
{
    gpgme_subkey_t primary = key->subkeys;
    gpgme_subkey_t chosen = NULL;
    if (!primary)
        return NULL;
    for (gpgme_subkey_t one = primary->next; one; one = one->next)
        if (is_fit(key, one, want) &&
            (!chosen || one->timestamp > chosen->timestamp))
            chosen = one;
    return !chosen && is_fit(key, primary, want) ? primary : chosen;
}

gpgme_subkey_t subkey_that_signs(gpgme_key_t key)
{
    return choose(key, &want_signing);
}

gpgme_subkey_t subkey_that_encrypts(gpgme_key_t key)
{
    return choose(key, &want_encryption);
}

char *subkey_algorithm(gpgme_subkey_t subkey)
{
    char *name = subkey ? gpgme_pubkey_algo_string(subkey) : NULL;
    char *copy = name ? strdup(name) : NULL;
    gpgme_free(name);
    return copy;
}

bool subkey_has_fingerprint(gpgme_subkey_t subkey, const char *fingerprint)
{
    return subkey && fingerprint && subkey->fpr &&
           strcmp(subkey->fpr, fingerprint) == 0;
}

bool subkey_has_keyid(gpgme_subkey_t subkey, const char *keyid)
{
    return subkey && keyid && subkey->keyid &&
           strcmp(subkey->keyid, keyid) == 0;
}

/* The last part of KEY that could do what is wanted if it were valid; NULL
 * if there is none. */
static gpgme_subkey_t last_able(gpgme_key_t key, const struct want *want)
{
    gpgme_subkey_t last = NULL;
    for (gpgme_subkey_t one = key->subkeys; one; one = one->next)
        if (can(one, want))
            last = one;
    return last;
}

/* "2020-01-03" of when SUBKEY expired, by itself or with the whole KEY. */
static void write_date(gpgme_key_t key, gpgme_subkey_t subkey, char date[16])
{
    struct tm parts;
    const long own = subkey->expires;
    const long whole = key->subkeys->expires;
    const time_t when = own == 0 || (whole != 0 && whole < own) ? whole : own;
    if (when <= 0 || !gmtime_r(&when, &parts) ||
        strftime(date, 16, "%Y-%m-%d", &parts) == 0)
        snprintf(date, 16, "a day past");
}

/* Fill FAULT with WHAT, a state of PART or of the whole KEY. */
static void set_state(gpgme_key_t key, const char *name, gpgme_subkey_t part,
                      enum fault_what what, struct fault *fault)
{
    char date[16] = "";
    if (what == FAULT_KEY_EXPIRED)
        write_date(key, part, date);
    fault_set(fault, what, 0, name, "%s%s %s%s: give a key that is valid",
              part == key->subkeys ? "it" : "its subkey ",
              part == key->subkeys ? "" : part->keyid,
              what == FAULT_KEY_EXPIRED ? "expired on " : "is revoked", date);
}

/* ABLE could do it and is not fit; the primary key decides for all. */
static void explain_unfit(gpgme_key_t key, const char *name,
                          gpgme_subkey_t able, struct fault *fault)
{
    gpgme_subkey_t primary = key->subkeys;
    if (able->revoked)
        set_state(key, name, primary->revoked ? primary : able,
                  FAULT_KEY_REVOKED, fault);
    else if (able->expired)
        set_state(key, name, primary->expired ? primary : able,
                  FAULT_KEY_EXPIRED, fault);
    else if (able->disabled || able->invalid)
        fault_set(fault, FAULT_REFUSED, 0, name,
                  "gpg holds its part %s to be invalid", able->keyid);
    else
        fault_set(fault, FAULT_NO_SECRET_KEY, 0, name,
                  "the file has no secret part of %s: export the whole key "
                  "with gpg --export-secret-keys",
                  able->keyid);
}

static void find_lack(gpgme_key_t key, const char *name,
                      const struct want *want, struct fault *fault)
{
    gpgme_subkey_t chosen = choose(key, want);
    gpgme_subkey_t able = chosen ? chosen : last_able(key, want);
    if (!able)
        fault_set(fault,
                  want->signs ? FAULT_NO_SIGNING_KEY : FAULT_NO_ENCRYPTION_KEY,
                  0, name, NULL);
    else if (!chosen || !has_secret(key, chosen))
        explain_unfit(key, name, able, fault);
}

void subkey_find_lack(gpgme_key_t key, const char *name,
                      enum operation operation, struct fault *fault)
{
    switch (operation) {
    case OPERATION_SIGN:
    case OPERATION_VERIFY:
        find_lack(key, name, &want_signing, fault);
        return;
    /* Encrypting needs no secret, but without one it could not be checked. */
    case OPERATION_ENCRYPT:
    case OPERATION_DECRYPT:
        find_lack(key, name, &want_encryption, fault);
        return;
    default:
        return;
    }
}
