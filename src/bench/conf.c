/* SPDX-License-Identifier: GPL-3.0-or-later */

/* conf: writes and tries gpg.conf.  The directory it lies in is home's. */
#include "bench/conf.h"

#include "base/text.h"
#include "bench/command.h"
#include "bench/complaint.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No trust question, no network, no prompt, and the same algorithms
 * everywhere.  With digest preferences in this order gpg signs SHA1 for
 * DSA-1024 (q has 160 bits) and SHA256 for every other key. */
static const char settings_of_both[] = "no-greeting\n"
                                       "no-secmem-warning\n"
                                       "no-permission-warning\n"
                                       "trust-model always\n"
                                       "no-auto-check-trustdb\n"
                                       "ignore-time-conflict\n"
                                       "ignore-valid-from\n"
                                       "personal-digest-preferences "
                                       "SHA256 SHA1\n";

static const char settings_of_2[] = "disable-dirmngr\n"
                                    "no-auto-key-retrieve\n"
                                    "no-auto-key-locate\n";

/* A protected key must fail, not ask: there is no such pinentry. */
static const char settings_of_agent[] = "disable-scdaemon\n"
                                        "s2k-count 65536\n"
                                        "pinentry-program /nonexistent\n";

static gpg_error_t write_file(const char *home, const char *name,
                              const char *content)
{
    char *path = NULL;
    gpg_error_t err = 0;
    if (asprintf(&path, "%s/%s", home, name) < 0)
        return gpg_error(GPG_ERR_ENOMEM);
    FILE *file = fopen(path, "wxe");
    free(path);
    if (!file)
        return gpg_error_from_syserror();
    if (fputs(content, file) == EOF)
        err = gpg_error_from_syserror();
    if (fclose(file) != 0 && !err)
        err = gpg_error_from_syserror();
    return err;
}

/* gpg 1.4 knows AES128 only as AES, which every version understands. */
static const char *cipher_for_gpg(const char *cipher)
{
    return strcmp(cipher, "AES128") == 0 ? "AES" : cipher;
}

static void add_algorithm(struct text *text, const char *option,
                          const char *algorithm)
{
    if (strcmp(algorithm, "default") != 0)
        text_addf(text, "%s %s\n", option, cipher_for_gpg(algorithm));
}

gpg_error_t conf_write(const char *home, const struct settings *settings)
{
    struct text text = {.bytes = NULL};
    text_add(&text, settings_of_both);
    add_algorithm(&text, "cipher-algo", settings->cipher);
    add_algorithm(&text, "digest-algo", settings->digest);
    add_algorithm(&text, "compress-algo", settings->compress);
    for (size_t i = 0; i < settings->gpg_option_count; i++)
        text_addf(&text, "%s\n", settings->gpg_options[i]);
    gpg_error_t err = write_file(home, "gpg.conf-1", text_string(&text));
    text_add(&text, settings_of_2);
    if (!err && text_failed(&text))
        err = gpg_error(GPG_ERR_ENOMEM);
    if (!err)
        err = write_file(home, "gpg.conf-2", text_string(&text));
    if (!err)
        err = write_file(home, "gpg-agent.conf", settings_of_agent);
    text_release(&text);
    return err;
}

/* gpg 1.4 does not make a key without a trust database, and under
 * "trust-model always" it does not make that either, unless told to. */
static void make_trustdb(const struct engine *engine, double timeout_s,
                         struct guard *guard)
{
    const char *const argv[] = {engine->path,      "--batch",
                                "--trust-model",   "pgp",
                                "--check-trustdb", NULL};
    const struct command command = {argv, NULL, timeout_s};
    struct command_result answer = {.status = 0};
    if (!engine->has_agent)
        command_run(&command, guard, &answer);
    command_release(&answer);
}

/* Line NUMBER of the file PATH, without its newline, to be freed, or NULL. */
static char *read_line(const char *path, unsigned long number)
{
    char *line = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "re");
    ssize_t length = file ? 0 : -1;
    for (unsigned long i = 0; i < number && length >= 0; i++)
        length = getline(&line, &room, file);
    if (file)
        fclose(file);
    if (length > 0) {
        line[strcspn(line, "\n")] = '\0';
        return line;
    }
    free(line);
    return NULL;
}

/* gpg names the place, "gpg: /tmp/…/gpg.conf-2:10: invalid option", which is
 * gone when a person reads of it: instead, what is wrong, and of which line.
 * To be freed; NULL where WORDS name no place. */
static char *quote_line(const char *words)
{
    static const char name[] = "/gpg.conf-";
    const char *start = strchr(words, '/');
    const char *colon = strstr(words, name);
    colon = colon ? strchr(colon, ':') : NULL;
    if (!colon)
        return NULL;
    char *behind = NULL;
    const unsigned long number = strtoul(colon + 1, &behind, 10);
    char *path = strndup(start, (size_t)(colon - start));
    char *line = path ? read_line(path, number) : NULL;
    char *quoted = NULL;
    if (line && strncmp(behind, ": ", 2) == 0 &&
        asprintf(&quoted, "\"%.80s\" of the line \"%.160s\"", behind + 2,
                 line) < 0)
        quoted = NULL;
    free(path);
    free(line);
    return quoted;
}

/* LOG is what gpg said when it only had to read them. */
static gpg_error_t refuse_settings(const char *log, struct fault *fault)
{
    enum fault_what what = FAULT_REFUSED;
    gpg_error_t err = 0;
    char *words = complaint_find(log, &what, &err);
    char *quoted = words ? quote_line(words) : NULL;
    const char *quote = quoted ? "" : "\"";
    const bool is_refused = what == FAULT_REFUSED;
    err = fault_set(
        fault, what, err, is_refused ? "the settings" : "the home",
        "gpg said %s%.300s%s%s", quote,
        quoted  ? quoted
        : words ? words
                : "nothing",
        quote,
        is_refused ? ": see --cipher, --digest, --compress, --gpg-option" : "");
    free(quoted);
    free(words);
    return err;
}

gpg_error_t conf_check(const struct engine *engine, double timeout_s,
                       struct guard *guard, struct fault *fault)
{
    const char *const argv[] = {engine->path, "--batch", "--list-keys", NULL};
    const struct command command = {argv, NULL, timeout_s};
    struct command_result answer = {.status = 0};
    gpg_error_t err = command_run(&command, guard, &answer);
    if (err)
        fault_set(fault, fault_of_error(err), err, engine->path,
                  "gpg --list-keys did not end well");
    else if (!command_succeeded(&answer) ||
             strstr(text_string(&answer.err), "invalid option"))
        err = refuse_settings(text_string(&answer.err), fault);
    command_release(&answer);
    if (!err)
        make_trustdb(engine, timeout_s, guard);
    return err;
}
