/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/keyspec.  The keywords and values of the parameter block are
 * those of GnuPG's doc/DETAILS, "Unattended key generation"; the names of
 * algorithms those of gpgme_pubkey_algo_string(). */
#include "bench/keyspec.h"

#include "close.h"

#include <string.h>

/* Whether LINE is one of TEXT's. */
static int has_line(const char *text, const char *line)
{
    const size_t length = strlen(line);
    const char *place = text;

    while ((place = strstr(place, line))) {
        if ((place == text || place[-1] == '\n') && place[length] == '\n')
            return 1;
        place++;
    }
    return 0;
}

static void assert_line(const struct keyspec *spec, const char *line)
{
    if (!has_line(spec->parameters, line))
        fail_msg("no line \"%s\" in\n%s", line, spec->parameters);
}

/* What ASKED becomes, in the lines that begin with Key- and Subkey-. */
static void assert_made(const char *asked, const char *primary,
                        const char *subkey, const char *const lines[4])
{
    struct keyspec spec = {.primary = NULL};

    assert_int_equal(keyspec_init(&spec, asked), 0);
    assert_string_equal(spec.primary, primary);
    assert_string_equal(spec.subkey, subkey);
    for (int i = 0; i < 4; i++)
        assert_line(&spec, lines[i]);
    keyspec_release(&spec);
    assert_null(spec.parameters);
}

static void a_family_with_a_length_gets_it_and_its_usual_subkey(void **state)
{
    (void)state;
    assert_made("rsa1024", "rsa1024", "rsa1024",
                (const char *const[]){"Key-Type: RSA", "Key-Length: 1024",
                                      "Subkey-Type: RSA",
                                      "Subkey-Length: 1024"});
    assert_made("dsa1024", "dsa1024", "elg1024",
                (const char *const[]){"Key-Type: DSA", "Key-Length: 1024",
                                      "Subkey-Type: ELG-E",
                                      "Subkey-Length: 1024"});
}

static void the_edwards_curves_have_subkeys_of_montgomerys(void **state)
{
    (void)state;
    assert_made("ed25519", "ed25519", "cv25519",
                (const char *const[]){"Key-Type: EDDSA", "Key-Curve: ed25519",
                                      "Subkey-Type: ECDH",
                                      "Subkey-Curve: cv25519"});
    assert_made("ed448", "ed448", "cv448",
                (const char *const[]){"Key-Type: EDDSA", "Key-Curve: ed448",
                                      "Subkey-Type: ECDH",
                                      "Subkey-Curve: cv448"});
}

static void the_other_curves_are_their_own_subkeys(void **state)
{
    static const char *const curves[] = {
        "nistp256",        "nistp384",        "nistp521", "brainpoolP256r1",
        "brainpoolP384r1", "brainpoolP512r1", "secp256k1"};
    (void)state;

    for (size_t i = 0; i < sizeof curves / sizeof curves[0]; i++) {
        char primary[64] = "Key-Curve: ";
        char subkey[64] = "Subkey-Curve: ";
        strcat(primary, curves[i]);
        strcat(subkey, curves[i]);
        assert_made(curves[i], curves[i], curves[i],
                    (const char *const[]){"Key-Type: ECDSA", primary,
                                          "Subkey-Type: ECDH", subkey});
    }
}

/* What gpg 2.2.40 lists and 1.4.23 does not, "Pubkey:" of --version. */
static void a_curve_needs_a_gpg_that_has_it(void **state)
{
    struct keyspec spec = {.primary = NULL};
    (void)state;

    assert_int_equal(keyspec_init(&spec, "ed25519/rsa3072"), 0);
    assert_string_equal(spec.needs[0], "EDDSA");
    assert_null(spec.needs[1]);
    keyspec_release(&spec);
    assert_int_equal(keyspec_init(&spec, "dsa1024/nistp256"), 0);
    assert_null(spec.needs[0]);
    assert_string_equal(spec.needs[1], "ECDH");
    keyspec_release(&spec);
}

static void a_subkey_behind_the_slash_is_the_one_made(void **state)
{
    (void)state;
    assert_made("dsa2048/elg1024", "dsa2048", "elg1024",
                (const char *const[]){"Key-Type: DSA", "Key-Length: 2048",
                                      "Subkey-Type: ELG-E",
                                      "Subkey-Length: 1024"});
    assert_made("ed25519/rsa3072", "ed25519", "rsa3072",
                (const char *const[]){"Key-Type: EDDSA", "Key-Curve: ed25519",
                                      "Subkey-Type: RSA",
                                      "Subkey-Length: 3072"});
    assert_made("rsa1024/nistp521", "rsa1024", "nistp521",
                (const char *const[]){"Key-Type: RSA", "Key-Length: 1024",
                                      "Subkey-Type: ECDH",
                                      "Subkey-Curve: nistp521"});
}

/* "cert" is no usage that gpg 1.4 takes; every primary key certifies. */
static void usage_is_sign_and_encrypt_and_never_cert(void **state)
{
    struct keyspec spec = {.primary = NULL};
    (void)state;

    assert_int_equal(keyspec_init(&spec, "rsa1024"), 0);
    assert_line(&spec, "Key-Usage: sign");
    assert_line(&spec, "Subkey-Usage: encrypt");
    assert_null(strstr(spec.parameters, "cert"));
    keyspec_release(&spec);
}

static void the_block_is_gpgmes_and_asks_nothing(void **state)
{
    static const char begin[] = "<GnupgKeyParms format=\"internal\">\n";
    static const char end[] = "\n</GnupgKeyParms>\n";
    struct keyspec spec = {.primary = NULL};
    (void)state;

    assert_int_equal(keyspec_init(&spec, "ed25519/cv25519"), 0);
    const size_t length = strlen(spec.parameters);
    assert_memory_equal(spec.parameters, begin, strlen(begin));
    assert_string_equal(spec.parameters + length - strlen(end), end);
    assert_line(&spec, "%no-protection");
    assert_line(&spec, "Expire-Date: 0");
    assert_null(strstr(spec.parameters, "Passphrase"));
    /* GPGME adds it; a second one makes a second key. */
    assert_null(strstr(spec.parameters, "%commit"));
    keyspec_release(&spec);
}

/* gpg refuses or replaces it, and says so. */
static void a_length_is_gpgs_to_judge(void **state)
{
    (void)state;
    assert_made("rsa1", "rsa1", "rsa1",
                (const char *const[]){"Key-Type: RSA", "Key-Length: 1",
                                      "Subkey-Type: RSA", "Subkey-Length: 1"});
}

static void what_is_no_algorithm_is_refused(void **state)
{
    static const char *const bad[] = {
        "",
        "foo",
        "rsa",
        "RSA1024",
        "rsa1024x",
        "ed25519x",
        "ed25519/",
        "/x",
        "/rsa1024",
        "rsa1024/",
        "elg1024",
        "cv25519",
        "rsa-1",
        "dsa1024/dsa1024",
        "rsa 1024",
        "ed",
        "rsa100000",
        "rsa1024/ed25519",
        "rsa1024\n",
        "ed25519/cv25519/",
        "rsa1024/rsa1024/rsa1024",
        "nistp",
        "nistp2567",
    };
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct keyspec spec = {.primary = NULL};
        const gpg_error_t err = keyspec_init(&spec, bad[i]);
        if (gpg_err_code(err) != GPG_ERR_PUBKEY_ALGO)
            fail_msg("\"%s\" was not refused", bad[i]);
        keyspec_release(&spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_family_with_a_length_gets_it_and_its_usual_subkey),
        cmocka_unit_test(the_edwards_curves_have_subkeys_of_montgomerys),
        cmocka_unit_test(the_other_curves_are_their_own_subkeys),
        cmocka_unit_test(a_curve_needs_a_gpg_that_has_it),
        cmocka_unit_test(a_subkey_behind_the_slash_is_the_one_made),
        cmocka_unit_test(usage_is_sign_and_encrypt_and_never_cert),
        cmocka_unit_test(the_block_is_gpgmes_and_asks_nothing),
        cmocka_unit_test(a_length_is_gpgs_to_judge),
        cmocka_unit_test(what_is_no_algorithm_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
