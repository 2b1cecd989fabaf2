/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/conf: what is written.  The names of options are those of
 * gpg(1) and gpg1(1). */
#include "bench/conf.h"

#include "scratch.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Both files for gpg, by SETTINGS. */
struct written {
    char *of_1;
    char *of_2;
};

static struct written write_by(const struct settings *settings)
{
    assert_int_equal(conf_write(".", settings), 0);
    const struct written written = {scratch_read("gpg.conf-1"),
                                    scratch_read("gpg.conf-2")};
    return written;
}

static void written_release(struct written *written)
{
    free(written->of_1);
    free(written->of_2);
    unlink("gpg.conf-1");
    unlink("gpg.conf-2");
    unlink("gpg-agent.conf");
}

static bool has_line(const char *text, const char *line)
{
    const size_t length = strlen(line);

    for (const char *place = text; (place = strstr(place, line)); place++)
        if ((place == text || place[-1] == '\n') && place[length] == '\n')
            return true;
    return false;
}

static void assert_both(const struct written *written, const char *line)
{
    if (!has_line(written->of_1, line) || !has_line(written->of_2, line))
        fail_msg("no line \"%s\" in both", line);
}

static void set(char **setting, const char *value)
{
    free(*setting);
    *setting = strdup(value);
}

static void the_defaults_leave_digest_and_compression_to_gpg(void **state)
{
    struct settings settings = {.data = NULL};
    (void)state;

    assert_int_equal(settings_init(&settings), 0);
    struct written written = write_by(&settings);
    assert_both(&written, "cipher-algo AES");
    assert_both(&written, "personal-digest-preferences SHA256 SHA1");
    assert_both(&written, "trust-model always");
    assert_both(&written, "no-auto-check-trustdb");
    assert_null(strstr(written.of_2, "digest-algo"));
    assert_null(strstr(written.of_2, "compress-algo"));
    written_release(&written);
    settings_release(&settings);
}

static void algorithms_are_written_as_asked(void **state)
{
    struct settings settings = {.data = NULL};
    (void)state;

    assert_int_equal(settings_init(&settings), 0);
    set(&settings.cipher, "TWOFISH");
    set(&settings.digest, "SHA512");
    set(&settings.compress, "none");
    struct written written = write_by(&settings);
    assert_both(&written, "cipher-algo TWOFISH");
    assert_both(&written, "digest-algo SHA512");
    assert_both(&written, "compress-algo none");
    written_release(&written);
    set(&settings.cipher, "default");
    written = write_by(&settings);
    assert_null(strstr(written.of_2, "cipher-algo"));
    written_release(&written);
    settings_release(&settings);
}

/* gpg 1.4 knows AES128 only as AES. */
static void aes128_is_aes_and_the_others_are_themselves(void **state)
{
    struct settings settings = {.data = NULL};
    (void)state;

    assert_int_equal(settings_init(&settings), 0);
    set(&settings.cipher, "AES128");
    struct written written = write_by(&settings);
    assert_both(&written, "cipher-algo AES");
    written_release(&written);
    set(&settings.cipher, "AES256");
    written = write_by(&settings);
    assert_both(&written, "cipher-algo AES256");
    written_release(&written);
    settings_release(&settings);
}

static void further_lines_keep_their_order(void **state)
{
    struct settings settings = {.data = NULL};
    (void)state;

    assert_int_equal(settings_init(&settings), 0);
    assert_int_equal(settings_add_gpg_option(&settings, "compress-level 1"), 0);
    assert_int_equal(settings_add_gpg_option(&settings, "compress-level 9"), 0);
    struct written written = write_by(&settings);
    assert_non_null(
        strstr(written.of_1, "\ncompress-level 1\ncompress-level 9\n"));
    assert_non_null(
        strstr(written.of_2, "\ncompress-level 1\ncompress-level 9\n"));
    written_release(&written);
    settings_release(&settings);
}

/* gpg 1.4 ends at an option that it does not know. */
static void what_only_gnupg_2_knows_is_for_it_alone(void **state)
{
    static const char *const of_2_only[] = {
        "disable-dirmngr", "no-auto-key-retrieve", "no-auto-key-locate"};
    struct settings settings = {.data = NULL};
    (void)state;

    assert_int_equal(settings_init(&settings), 0);
    struct written written = write_by(&settings);
    for (size_t i = 0; i < 3; i++) {
        assert_true(has_line(written.of_2, of_2_only[i]));
        assert_null(strstr(written.of_1, of_2_only[i]));
    }
    assert_memory_equal(written.of_2, written.of_1, strlen(written.of_1));
    written_release(&written);
    settings_release(&settings);
}

static void the_agent_has_no_pinentry_and_no_card(void **state)
{
    struct settings settings = {.data = NULL};
    (void)state;

    assert_int_equal(settings_init(&settings), 0);
    struct written written = write_by(&settings);
    char *agent = scratch_read("gpg-agent.conf");
    assert_true(has_line(agent, "pinentry-program /nonexistent"));
    assert_true(has_line(agent, "disable-scdaemon"));
    free(agent);
    written_release(&written);
    settings_release(&settings);
}

static void what_is_there_is_not_written_over(void **state)
{
    struct settings settings = {.data = NULL};
    (void)state;

    assert_int_equal(settings_init(&settings), 0);
    scratch_write("gpg.conf-2", "mine");
    assert_int_equal(gpg_err_code(conf_write(".", &settings)), GPG_ERR_EEXIST);
    scratch_assert_content("gpg.conf-2", "mine");
    assert_int_equal(gpg_err_code(conf_write("missing", &settings)),
                     GPG_ERR_ENOENT);
    settings_release(&settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(the_defaults_leave_digest_and_compression_to_gpg),
        scratch_test(algorithms_are_written_as_asked),
        scratch_test(aes128_is_aes_and_the_others_are_themselves),
        scratch_test(further_lines_keep_their_order),
        scratch_test(what_only_gnupg_2_knows_is_for_it_alone),
        scratch_test(the_agent_has_no_pinentry_and_no_card),
        scratch_test(what_is_there_is_not_written_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
