/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/used: listings that gpg 2.2.40 and gpg 1.4.23 made by hand
 * of messages by keys/dsa1024.asc (--list-packets), with the settings that
 * the name of each says. */
#include "bench/used.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

#define SIGNED_2                                                 \
    ":onepass_sig packet: keyid 661EEC57E3F7F3F0\n"              \
    "\tversion 3, sigclass 0x00, digest 2, pubkey 17, last=1\n"  \
    "# off=17 ctb=ac tag=11 hlen=2 plen=13\n"                    \
    ":literal data packet:\n"                                    \
    "\tmode b (62), created 1796088519, name=\"t\",\n"           \
    "\traw data: 6 bytes\n"                                      \
    "# off=32 ctb=88 tag=2 hlen=2 plen=93\n"                     \
    ":signature packet: algo 17, keyid 661EEC57E3F7F3F0\n"       \
    "\tversion 4, created 1796088519, md5len 0, sigclass 0x00\n" \
    "\tdigest algo 2, begin of digest 5b c7\n"                   \
    "\thashed subpkt 2 len 4 (sig created 2026-12-01)\n"         \
    "\tsubpkt 16 len 8 (issuer key ID 661EEC57E3F7F3F0)\n"       \
    "\tdata: [160 bits]\n"                                       \
    "\tdata: [158 bits]\n"

static const char signed_zip_2[] =
    "# off=0 ctb=a3 tag=8 hlen=1 plen=0 "
    "indeterminate\n"
    ":compressed packet: algo=1\n"
    "# off=2 ctb=90 tag=4 hlen=2 plen=13\n" SIGNED_2;

static const char signed_none_2[] =
    "# off=0 ctb=90 tag=4 hlen=2 plen=13\n" SIGNED_2;

static const char encrypted_2[] =
    "# off=0 ctb=85 tag=1 hlen=3 plen=270\n"
    ":pubkey enc packet: version 3, algo 16, keyid C68D7F82E84ACF7C\n"
    "\tdata: [1024 bits]\n"
    "\tdata: [1024 bits]\n"
    "# off=273 ctb=d2 tag=18 hlen=2 plen=66 new-ctb\n"
    ":encrypted data packet:\n"
    "\tlength: 66\n"
    "\tmdc_method: 2\n"
    "# off=294 ctb=a3 tag=8 hlen=1 plen=0 indeterminate\n"
    ":compressed packet: algo=2\n"
    "# off=296 ctb=ac tag=11 hlen=2 plen=13\n"
    ":literal data packet:\n"
    "\tmode b (62), created 1796088519, name=\"t\",\n"
    "\traw data: 6 bytes\n";

static const char signed_bzip2_1[] =
    ":compressed packet: algo=3\n"
    ":onepass_sig packet: keyid 661EEC57E3F7F3F0\n"
    "\tversion 3, sigclass 0x00, digest 2, pubkey 17, last=1\n"
    ":literal data packet:\n"
    "\tmode b (62), created 1796088519, name=\"t\",\n"
    "\traw data: 6 bytes\n"
    ":signature packet: algo 17, keyid 661EEC57E3F7F3F0\n"
    "\tversion 4, created 1796088519, md5len 0, sigclass 0x00\n"
    "\tdigest algo 2, begin of digest 10 da\n";

/* Its secret key was not there: what is inside does not show. */
static const char closed_2[] =
    "gpg: encrypted with ELG key, ID C68D7F82E84ACF7C\n"
    ":pubkey enc packet: version 3, algo 16, keyid C68D7F82E84ACF7C\n"
    "\tdata: [1024 bits]\n"
    "\tdata: [1024 bits]\n"
    ":encrypted data packet:\n"
    "\tlength: 66\n"
    "\tmdc_method: 2\n";

static void used_release(struct used *used)
{
    free(used->cipher);
    free(used->digest);
    free(used->compress);
}

static void assert_text(const char *found, const char *expected)
{
    if (expected) {
        assert_non_null(found);
        assert_string_equal(found, expected);
    } else {
        assert_null(found);
    }
}

static void assert_used(const char *listing, const char *digest,
                        const char *compress)
{
    struct used used = {.cipher = NULL};

    used_parse_packets(&used, listing);
    assert_text(used.digest, digest);
    assert_text(used.compress, compress);
    assert_null(used.cipher);
    used_release(&used);
}

static void a_signed_message_shows_digest_and_compression(void **state)
{
    (void)state;
    assert_used(signed_zip_2, "SHA1", "ZIP");
    assert_used(signed_bzip2_1, "SHA1", "BZIP2");
}

static void without_a_compressed_packet_it_is_uncompressed(void **state)
{
    (void)state;
    assert_used(signed_none_2, "SHA1", "uncompressed");
}

static void an_encrypted_message_shows_no_digest(void **state)
{
    (void)state;
    assert_used(encrypted_2, NULL, "ZLIB");
}

static void what_does_not_show_stays_absent(void **state)
{
    (void)state;
    assert_used(closed_2, NULL, NULL);
    assert_used("", NULL, NULL);
    assert_used("gpg: no valid OpenPGP data found.\n", NULL, NULL);
}

/* As of a message whose start is a signature: the older form, made by
 * gpg --rfc1991 or PGP 2. */
static void a_signature_in_front_names_its_digest(void **state)
{
    (void)state;
    assert_used(":signature packet: algo 1, keyid 6ED0E3CA28F43D8D\n"
                "\tversion 3, created 1796088519, md5len 5, sigclass 0x00\n"
                "\tdigest algo 8, begin of digest 5b c7\n"
                ":literal data packet:\n",
                "SHA256", "uncompressed");
}

/* The numbers are those of RFC 9580, section 9.5. */
static void digests_have_gnupgs_names(void **state)
{
    static const struct {
        const char *line;
        const char *name;
    } rows[] = {
        {"\tversion 3, sigclass 0x00, digest 1, pubkey 1\n", "MD5"},
        {"\tversion 3, sigclass 0x00, digest 3, pubkey 1\n", "RIPEMD160"},
        {"\tversion 3, sigclass 0x00, digest 8, pubkey 1\n", "SHA256"},
        {"\tversion 3, sigclass 0x00, digest 9, pubkey 1\n", "SHA384"},
        {"\tversion 3, sigclass 0x00, digest 10, pubkey 1\n", "SHA512"},
        {"\tversion 3, sigclass 0x00, digest 11, pubkey 1\n", "SHA224"},
    };
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_used(rows[i].line, rows[i].name, NULL);
}

static void an_unknown_number_is_shown_as_it_is(void **state)
{
    (void)state;
    assert_used("\tversion 3, sigclass 0x00, digest 99, pubkey 1\n", "99",
                NULL);
    assert_used(":compressed packet: algo=110\n", NULL, "110");
    /* 4 to 7 are reserved: a hole in the table. */
    assert_used("\tversion 3, sigclass 0x00, digest 5, pubkey 1\n", "5", NULL);
}

static void what_is_known_already_is_kept(void **state)
{
    struct used used = {.digest = strdup("SHA512"), .compress = strdup("ZLIB")};
    (void)state;

    used_parse_packets(&used, signed_zip_2);
    assert_string_equal(used.digest, "SHA512");
    assert_string_equal(used.compress, "ZLIB");
    used_release(&used);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_signed_message_shows_digest_and_compression),
        cmocka_unit_test(without_a_compressed_packet_it_is_uncompressed),
        cmocka_unit_test(an_encrypted_message_shows_no_digest),
        cmocka_unit_test(what_does_not_show_stays_absent),
        cmocka_unit_test(a_signature_in_front_names_its_digest),
        cmocka_unit_test(digests_have_gnupgs_names),
        cmocka_unit_test(an_unknown_number_is_shown_as_it_is),
        cmocka_unit_test(what_is_known_already_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
