/* SPDX-License-Identifier: GPL-3.0-or-later */

/* home: makes, pins and removes a GNUPGHOME.  The keys in it are key's. */
#include "bench/home.h"

#include "base/text.h"
#include "bench/workdir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static gpg_error_t write_settings(const char *home,
                                  const struct settings *settings)
{
    struct text text = {.bytes = NULL};
    text_add(&text, settings_of_both);
    add_algorithm(&text, "cipher-algo", settings->cipher);
    add_algorithm(&text, "digest-algo", settings->digest);
    add_algorithm(&text, "compress-algo", settings->compress);
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

/* Where the home goes; *R_NOTICE is set if it is not the work directory. */
static gpg_error_t choose_path(struct home *home, const char *work_dir,
                               char **r_notice)
{
    const char *parent = work_dir;
    if (strlen(work_dir) + strlen("/home") > HOME_PATH_MAX) {
        gpg_error_t err = workdir_make("/tmp", &home->elsewhere);
        if (err)
            return err;
        parent = home->elsewhere;
        if (asprintf(r_notice,
                     "the path of the work directory (%zu bytes) is too long "
                     "for the agent's socket, so the home is in %s",
                     strlen(work_dir), home->elsewhere) < 0)
            *r_notice = NULL;
    }
    if (asprintf(&home->path, "%s/home", parent) < 0) {
        home->path = NULL;
        return gpg_error(GPG_ERR_ENOMEM);
    }
    return mkdir(home->path, 0700) != 0 ? gpg_error_from_syserror() : 0;
}

gpg_error_t home_init(struct home *home, const char *work_dir,
                      const struct settings *settings, char **r_notice,
                      struct fault *fault)
{
    gpg_error_t err = choose_path(home, work_dir, r_notice);
    if (!err)
        err = write_settings(home->path, settings);
    if (err)
        fault_set(fault, fault_of_error(err), err,
                  home->path ? home->path : work_dir,
                  "choose another place with --work-dir");
    return err;
}

gpg_error_t home_find_agent(struct home *home, const struct engine *engine,
                            double timeout_s, struct guard *guard,
                            struct children *children, struct fault *fault)
{
    if (!engine->has_agent)
        return 0;
    /* Where the socket is can change while we run: ask each time. */
    char *path = engine_agent_socket(engine, home->path, timeout_s, guard);
    if (!path)
        return fault_set(fault, FAULT_NO_MEMORY, gpg_error(GPG_ERR_ENOMEM),
                         NULL, NULL);
    free(home->socket_path);
    home->socket_path = path;
    gpg_error_t err = agent_find(
        &home->agent, path,
        timeout_s < ENGINE_ANSWER_S ? timeout_s : ENGINE_ANSWER_S, children);
    if (err)
        fault_set(fault, FAULT_NO_AGENT, err, path,
                  "gpg-agent does not answer on this socket");
    return err;
}

/* A socket directory below /run/user is the agent's own, one for each home:
 * what gpgconf --remove-socketdir would remove. */
static void remove_socket_dir(const struct home *home)
{
    static const char *const sockets[] = {"S.gpg-agent", "S.gpg-agent.extra",
                                          "S.gpg-agent.browser",
                                          "S.gpg-agent.ssh"};
    if (!home->socket_path)
        return;
    const size_t length =
        (size_t)(strrchr(home->socket_path, '/') - home->socket_path);
    char *directory = strndup(home->socket_path, length);
    if (directory && strcmp(directory, home->path) != 0) {
        for (size_t i = 0; i < sizeof sockets / sizeof sockets[0]; i++) {
            char *path = NULL;
            if (asprintf(&path, "%s/%s", directory, sockets[i]) >= 0) {
                unlink(path);
                free(path);
            }
        }
        rmdir(directory);
    }
    free(directory);
}

bool home_remove(struct home *home, struct children *children,
                 struct agent_split *r_split)
{
    const bool is_split = agent_stop(&home->agent, children, r_split);
    if (home->path) {
        remove_socket_dir(home);
        workdir_remove(home->path);
    }
    if (home->elsewhere)
        workdir_remove(home->elsewhere);
    return is_split;
}

void home_release(struct home *home)
{
    agent_release(&home->agent);
    free(home->path);
    free(home->elsewhere);
    free(home->socket_path);
    memset(home, 0, sizeof *home);
}
