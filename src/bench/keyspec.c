/* SPDX-License-Identifier: GPL-3.0-or-later */

/* keyspec: turns the name of an algorithm into gpg's words.  It makes no
 * key. */
#include "bench/keyspec.h"

#include "base/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* An algorithm with a length, or a curve with the algorithm it is used by,
 * as gpg's unattended key generation (doc/DETAILS) calls them. */
static const struct family {
    const char *name; /* a length follows if HAS_LENGTH */
    bool has_length;
    const char *primary; /* Key-Type; NULL: it cannot sign */
    const char *subkey;  /* Subkey-Type; NULL: it cannot encrypt */
    const char *usual;   /* the subkey's family; NULL: its own */
} families[] = {
    {"rsa", true, "RSA", "RSA", NULL},
    {"dsa", true, "DSA", NULL, "elg"},
    /* gpg 1.4 does not understand ELG. */
    {"elg", true, NULL, "ELG-E", NULL},
    {"ed25519", false, "EDDSA", NULL, "cv25519"},
    {"cv25519", false, NULL, "ECDH", NULL},
    {"ed448", false, "EDDSA", NULL, "cv448"},
    {"cv448", false, NULL, "ECDH", NULL},
    {"nistp256", false, "ECDSA", "ECDH", NULL},
    {"nistp384", false, "ECDSA", "ECDH", NULL},
    {"nistp521", false, "ECDSA", "ECDH", NULL},
    {"brainpoolP256r1", false, "ECDSA", "ECDH", NULL},
    {"brainpoolP384r1", false, "ECDSA", "ECDH", NULL},
    {"brainpoolP512r1", false, "ECDSA", "ECDH", NULL},
    {"secp256k1", false, "ECDSA", "ECDH", NULL},
};

/* The family of NAME; *R_LENGTH is the digits behind it, "" for a curve. */
static const struct family *find_family(const char *name, const char **r_length)
{
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        const size_t length = strlen(families[i].name);
        if (strncmp(name, families[i].name, length) != 0)
            continue;
        const char *rest = name + length;
        const size_t digits = strspn(rest, "0123456789");
        if (rest[digits] != '\0' || digits > 5 ||
            (digits > 0) != families[i].has_length)
            continue;
        *r_length = rest;
        return &families[i];
    }
    return NULL;
}

/* WHICH is "Key" or "Subkey". */
static void add_key(struct text *text, const char *which,
                    const struct family *family, const char *type,
                    const char *length)
{
    const bool is_primary = strcmp(which, "Key") == 0;
    text_addf(text, "%s-Type: %s\n", which, type);
    text_addf(text, "%s-%s: %s\n", which,
              family->has_length ? "Length" : "Curve",
              family->has_length ? length : family->name);
    text_addf(text, "%s-Usage: %s\n", which, is_primary ? "sign" : "encrypt");
}

gpg_error_t keyspec_init(struct keyspec *spec, const char *asked)
{
    struct text parameters = {.bytes = NULL};
    struct text usual = {.bytes = NULL};
    const char *primary_length = "";
    const char *subkey_length = "";
    gpg_error_t err = 0;
    const char *slash = strchr(asked, '/');
    spec->primary =
        strndup(asked, slash ? (size_t)(slash - asked) : strlen(asked));
    if (!spec->primary)
        return gpg_error(GPG_ERR_ENOMEM);
    const struct family *primary = find_family(spec->primary, &primary_length);
    if (!primary || !primary->primary)
        return gpg_error(GPG_ERR_PUBKEY_ALGO);
    text_addf(&usual, "%s%s", primary->usual ? primary->usual : primary->name,
              primary_length);
    spec->subkey = strdup(slash ? slash + 1 : text_string(&usual));
    text_release(&usual);
    const struct family *subkey =
        spec->subkey ? find_family(spec->subkey, &subkey_length) : NULL;
    if (!subkey || !subkey->subkey)
        return gpg_error(spec->subkey ? GPG_ERR_PUBKEY_ALGO : GPG_ERR_ENOMEM);
    spec->needs[0] = primary->has_length ? NULL : primary->primary;
    spec->needs[1] = subkey->has_length ? NULL : subkey->subkey;
    text_add(&parameters,
             "<GnupgKeyParms format=\"internal\">\n%no-protection\n");
    add_key(&parameters, "Key", primary, primary->primary, primary_length);
    add_key(&parameters, "Subkey", subkey, subkey->subkey, subkey_length);
    text_add(&parameters, "Name-Real: pgpbench generated key\n"
                          "Name-Email: generated@pgpbench.invalid\n"
                          "Expire-Date: 0\n</GnupgKeyParms>\n");
    if (text_failed(&parameters))
        err = gpg_error(GPG_ERR_ENOMEM);
    spec->parameters = text_take(&parameters);
    return err;
}

void keyspec_release(struct keyspec *spec)
{
    free(spec->primary);
    free(spec->subkey);
    free(spec->parameters);
    memset(spec, 0, sizeof *spec);
}
