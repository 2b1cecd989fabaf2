/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/subkey.  What gpg 2.2.40 and 1.4.23 took of such keys was
 * found with --status-fd (SIG_CREATED) and --list-packets; that they still do
 * is tested with gpg. */
#include "bench/subkey.h"

#include "close.h"

#include <string.h>

#define PARTS_MAX 4

/* A key of several parts, the primary first. */
struct made {
    struct _gpgme_key key;
    struct _gpgme_subkey parts[PARTS_MAX];
};

/* The parts as letters, "sc e- s": s signs, c certifies, e encrypts, x has
 * expired, r is revoked, - has no secret part.  Each is made after the one
 * before it, unless it has an =. */
static gpgme_key_t make(struct made *made, const char *parts)
{
    static char ids[PARTS_MAX][17];
    size_t count = 0;
    long timestamp = 0;
    memset(made, 0, sizeof *made);
    made->key.subkeys = made->parts;
    for (const char *p = parts; *p; p += *p == ' ') {
        const size_t length = strcspn(p, " ");
        struct _gpgme_subkey *part = &made->parts[count];
        strcpy(ids[count], "000000000000000A");
        ids[count][15] = (char)('A' + count);
        part->keyid = ids[count];
        part->fpr = ids[count];
        part->can_sign = memchr(p, 's', length) != NULL;
        part->can_encrypt = memchr(p, 'e', length) != NULL;
        part->expired = memchr(p, 'x', length) != NULL;
        part->revoked = memchr(p, 'r', length) != NULL;
        part->secret = memchr(p, '-', length) == NULL;
        timestamp += memchr(p, '=', length) == NULL;
        part->timestamp = timestamp;
        if (count > 0)
            made->parts[count - 1].next = part;
        count++;
        p += length;
    }
    return &made->key;
}

static int index_of(const struct made *made, gpgme_subkey_t part)
{
    return part ? (int)(part - made->parts) : -1;
}

static void the_newest_valid_subkey_that_can_is_taken(void **state)
{
    static const struct {
        const char *parts;
        int signs;
        int encrypts;
    } rows[] = {
        {"sc e", 0, 1},
        {"sc e s e", 2, 3},
        {"c s e", 1, 2},     /* primary certifies only */
        {"c e", -1, 1},      /* nothing signs */
        {"sce", 0, 0},       /* one key for all */
        {"sce e", 0, 1},     /* the primary only where it must */
        {"sc ex e", 0, 2},   /* the first has expired */
        {"sc er e", 0, 2},   /* or is revoked */
        {"sc e ex", 0, 1},   /* so is the newest */
        {"sc e e= s", 3, 1}, /* of equals the first */
        {"sc- e s", 2, 1},   /* offline primary */
        {"sc e s-", 0, 1},   /* the newest has no secret part */
        {"sc e s s-", 2, 1},
        {"sc e e-", 0, 2}, /* encrypting needs no secret part */
        {"sc- e", -1, 1},
        {"scx ex", -1, -1},
        {"scr", -1, -1},
        {"sc- e- s-", 2, 1}, /* not asked for: all are there */
    };
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct made made;
        gpgme_key_t key = make(&made, rows[i].parts);
        if (index_of(&made, subkey_that_signs(key)) != rows[i].signs ||
            index_of(&made, subkey_that_encrypts(key)) != rows[i].encrypts)
            fail_msg("\"%s\": %d signs, %d encrypts", rows[i].parts,
                     index_of(&made, subkey_that_signs(key)),
                     index_of(&made, subkey_that_encrypts(key)));
    }
}

static void assert_lack(const char *parts, enum operation operation,
                        enum fault_what what, const char *advice)
{
    struct made made;
    struct fault fault = {.what = FAULT_NONE};
    gpgme_key_t key = make(&made, parts);

    /* date -u -d @1578009600 */
    made.parts[0].expires = made.parts[0].expired ? 1578009600 : 0;
    subkey_find_lack(key, "mine", operation, &fault);
    assert_int_equal(fault.what, what);
    if (advice && !strstr(fault.advice, advice))
        fail_msg("\"%s\": %s", parts, fault.advice);
    fault_release(&fault);
}

static void why_a_key_cannot_is_said(void **state)
{
    (void)state;
    assert_lack("sc e", OPERATION_DECRYPT, FAULT_NONE, NULL);
    assert_lack("sc", OPERATION_START, FAULT_NONE, NULL);
    assert_lack("sc", OPERATION_ENCRYPT, FAULT_NO_ENCRYPTION_KEY, NULL);
    assert_lack("c e", OPERATION_VERIFY, FAULT_NO_SIGNING_KEY, NULL);
    assert_lack("scx ex", OPERATION_SIGN, FAULT_KEY_EXPIRED,
                "it expired on 2020-01-03");
    assert_lack("scx ex", OPERATION_ENCRYPT, FAULT_KEY_EXPIRED,
                "it expired on 2020-01-03");
    assert_lack("sc ex", OPERATION_ENCRYPT, FAULT_KEY_EXPIRED,
                "its subkey 000000000000000B expired on");
    assert_lack("scr er", OPERATION_ENCRYPT, FAULT_KEY_REVOKED,
                "it is revoked");
    assert_lack("sc er", OPERATION_DECRYPT, FAULT_KEY_REVOKED,
                "its subkey 000000000000000B is revoked");
    assert_lack("sc- e", OPERATION_SIGN, FAULT_NO_SECRET_KEY,
                "000000000000000A");
    assert_lack("sc e-", OPERATION_ENCRYPT, FAULT_NO_SECRET_KEY,
                "000000000000000B");
}

static void what_gpg_does_not_tell_matches_nothing(void **state)
{
    struct made made;
    gpgme_key_t key = make(&made, "sc e");
    (void)state;

    assert_true(subkey_has_fingerprint(key->subkeys, "000000000000000A"));
    assert_true(subkey_has_keyid(key->subkeys, "000000000000000A"));
    assert_false(subkey_has_fingerprint(key->subkeys, "000000000000000B"));
    assert_false(subkey_has_fingerprint(key->subkeys, NULL));
    assert_false(subkey_has_fingerprint(NULL, "000000000000000A"));
    key->subkeys->fpr = NULL;
    assert_false(subkey_has_fingerprint(key->subkeys, "000000000000000A"));
    key->subkeys = NULL;
    assert_null(subkey_that_signs(key));
    assert_null(subkey_algorithm(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_newest_valid_subkey_that_can_is_taken),
        cmocka_unit_test(why_a_key_cannot_is_said),
        cmocka_unit_test(what_gpg_does_not_tell_matches_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
