/* SPDX-License-Identifier: GPL-3.0-or-later */

/* engine: finds a gpg and asks what it is.  It does no OpenPGP. */
#include "bench/engine.h"

#include "base/text.h"
#include "bench/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* False: errno says why not. */
static bool is_program(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return false;
    if (S_ISREG(about.st_mode))
        return access(path, X_OK) == 0;
    errno = EACCES; /* as execve has it */
    return false;
}

/* The first program NAME in PATH, to be freed, or NULL. */
static char *find_in_path(const char *name)
{
    const char *path = getenv("PATH");
    while (path && *path != '\0') {
        const size_t length = strcspn(path, ":");
        char *found = NULL;
        if (length > 0 &&
            asprintf(&found, "%.*s/%s", (int)length, path, name) < 0)
            return NULL;
        if (found && found[0] == '/' && is_program(found))
            return found;
        free(found);
        path += length + (path[length] == ':' ? 1 : 0);
    }
    return NULL;
}

/* FILE as an absolute path, its links not followed: a wrapper may look at
 * the name it was called by.  NULL: errno says why. */
static char *make_absolute(const char *file)
{
    char *absolute = NULL;
    if (file[0] == '/')
        return strdup(file);
    char *here = getcwd(NULL, 0);
    if (here && asprintf(&absolute, "%s/%s", here, file) < 0) {
        absolute = NULL;
        errno = ENOMEM;
    }
    const int error = errno;
    free(here);
    errno = error;
    return absolute;
}

/* NAME could not be made absolute, and errno is why. */
static gpg_error_t refuse_relative(const char *name, struct fault *fault)
{
    const gpg_error_t err = gpg_error_from_syserror();
    return fault_set(fault, FAULT_NO_ENGINE, err, name,
                     gpg_err_code(err) == GPG_ERR_ENOENT
                         ? "the current directory no longer exists: change to "
                           "another, or give an absolute path with --engine"
                         : "where the current directory is cannot be told: "
                           "give an absolute path with --engine");
}

static gpg_error_t find_program(struct engine *engine, const char *asked,
                                struct fault *fault)
{
    const char *name = asked ? asked : "gpg";
    if (strchr(name, '/')) {
        engine->path = make_absolute(name);
        if (!engine->path)
            return refuse_relative(name, fault);
        if (is_program(engine->path))
            return 0;
        return fault_set(fault, FAULT_NO_ENGINE, gpg_error_from_syserror(),
                         name, "give the path of a gpg with --engine");
    }
    engine->path = find_in_path(name);
    if (engine->path)
        return 0;
    const char *path = getenv("PATH");
    return fault_set(fault, FAULT_NO_ENGINE, gpg_error(GPG_ERR_ENOENT), name,
                     "not in PATH (%s): install the package gpg, or give the "
                     "path of a gpg with --engine",
                     path ? path : "which is not set");
}

static gpg_error_t ask(const char *const argv[], double timeout_s,
                       struct guard *guard, struct command_result *answer)
{
    const struct command command = {
        argv, NULL, timeout_s < ENGINE_ANSWER_S ? timeout_s : ENGINE_ANSWER_S};
    return command_run(&command, guard, answer);
}

/* The version behind "gpg (GnuPG) " or "gpg (GnuPG/MacGPG2) ", to be freed;
 * NULL if LINE is something else. */
static char *version_of(const char *line)
{
    static const char start[] = "gpg (GnuPG";
    if (strncmp(line, start, sizeof start - 1) != 0)
        return NULL;
    const char *behind = strstr(line, ") ");
    if (!behind)
        return NULL;
    behind += 2;
    return strndup(behind, strcspn(behind, " \n\r"));
}

/* VALUE of the line "KEY VALUE" in TEXT, to be freed, or NULL. */
static char *value_of(const char *text, const char *key, const char *stop)
{
    const size_t length = strlen(key);
    for (const char *line = text; line && *line != '\0';) {
        if (strncmp(line, key, length) == 0)
            return strndup(line + length, strcspn(line + length, stop));
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    return NULL;
}

/* What no answer to --version stands for. */
static enum fault_what what_of(gpg_error_t err)
{
    switch (gpg_err_code(err)) {
    case GPG_ERR_TIMEOUT:
    case GPG_ERR_EAGAIN: /* no process: gpg is not to blame */
        return fault_of_error(err);
    default:
        return FAULT_NO_ENGINE;
    }
}

/* The first line of what ANSWER has where a version belongs; of a gpg that
 * failed, of why. */
static const char *first_words(struct command_result *answer)
{
    if (!command_succeeded(answer) || answer->out.length == 0)
        return command_complaint(answer);
    answer->out.bytes[strcspn(answer->out.bytes, "\n")] = '\0';
    return answer->out.bytes;
}

static gpg_error_t refuse_version(const struct engine *engine,
                                  struct command_result *answer,
                                  struct fault *fault)
{
    struct text end = {.bytes = NULL};
    if (!command_succeeded(answer)) {
        text_add(&end, " and ");
        command_add_end(answer, &end);
    }
    const gpg_error_t err = fault_set(
        fault, FAULT_NO_ENGINE, gpg_error(GPG_ERR_INV_ENGINE), engine->path,
        "it is no gpg that works: --version printed \"%.60s\"%s",
        first_words(answer), text_string(&end));
    text_release(&end);
    return err;
}

static gpg_error_t read_version(struct engine *engine, double timeout_s,
                                struct guard *guard, struct run_engine *record,
                                struct fault *fault)
{
    const char *const argv[] = {engine->path, "--version", NULL};
    struct command_result answer = {.status = 0};
    gpg_error_t err = ask(argv, timeout_s, guard, &answer);
    if (err) {
        fault_set(fault, what_of(err), err, engine->path,
                  "gpg --version did not answer: give a gpg that works with "
                  "--engine");
        goto leave;
    }
    record->version = version_of(text_string(&answer.out));
    record->libgcrypt.version =
        value_of(text_string(&answer.out), "libgcrypt ", "\n");
    engine->public_algorithms =
        value_of(text_string(&answer.out), "Pubkey: ", "\n");
    if (!command_succeeded(&answer) || !record->version) {
        err = refuse_version(engine, &answer, fault);
        goto leave;
    }
    engine->major = (int)strtol(record->version, NULL, 10);
    engine->has_agent = engine->major >= 2;

leave:
    command_release(&answer);
    return err;
}

/* What --list-gcrypt-config calls a field, and where it is kept. */
static void read_gcrypt_config(const struct engine *engine, double timeout_s,
                               struct guard *guard,
                               struct gcrypt_config *config)
{
    const char *const argv[] = {engine->path, "--batch", "--list-gcrypt-config",
                                NULL};
    struct command_result answer = {.status = 0};
    if (ask(argv, timeout_s, guard, &answer) == 0 &&
        command_succeeded(&answer)) {
        const char *text = text_string(&answer.out);
        char *version = value_of(text, "version:", ":\n");
        if (version) {
            free(config->version);
            config->version = version;
        }
        config->cc = value_of(text, "cc:", "\n");
        config->mpi_asm = value_of(text, "mpi-asm:", "\n");
        config->hwflist = value_of(text, "hwflist:", "\n");
        config->rnd_mod = value_of(text, "rnd-mod:", "\n");
    }
    command_release(&answer);
}

/* gpgconf of the same build stands beside gpg; a wrapper has none. */
static void find_gpgconf(struct engine *engine)
{
    const char *slash = strrchr(engine->path, '/');
    if (asprintf(&engine->gpgconf, "%.*s/gpgconf", (int)(slash - engine->path),
                 engine->path) < 0)
        engine->gpgconf = NULL;
    if (engine->gpgconf && is_program(engine->gpgconf))
        return;
    free(engine->gpgconf);
    engine->gpgconf = find_in_path("gpgconf");
}

/* gpg itself would only say "No agent running". */
static gpg_error_t check_agent(struct engine *engine, double timeout_s,
                               struct guard *guard, struct fault *fault)
{
    const char *const argv[] = {engine->gpgconf, "--list-components", NULL};
    struct command_result answer = {.status = 0};
    gpg_error_t err = 0;
    if (ask(argv, timeout_s, guard, &answer) == 0)
        engine->agent_program = value_of(text_string(&answer.out),
                                         "gpg-agent:Private Keys:", ":\n");
    if (engine->agent_program && !is_program(engine->agent_program))
        err = fault_set(fault, FAULT_NO_AGENT, gpg_error(GPG_ERR_NO_AGENT),
                        engine->agent_program, "install the package gpg-agent");
    command_release(&answer);
    return err;
}

gpg_error_t engine_init(struct engine *engine, const char *asked,
                        double timeout_s, struct guard *guard,
                        struct run_engine *record, struct fault *fault)
{
    gpg_error_t err = find_program(engine, asked, fault);
    if (!err)
        err = read_version(engine, timeout_s, guard, record, fault);
    if (err)
        return err;
    record->path = strdup(engine->path);
    if (!record->path)
        return fault_no_memory(fault);
    if (!engine->has_agent)
        return 0;
    read_gcrypt_config(engine, timeout_s, guard, &record->libgcrypt);
    find_gpgconf(engine);
    if (!engine->gpgconf)
        return 0;
    return check_agent(engine, timeout_s, guard, fault);
}

char *engine_agent_socket(const struct engine *engine, const char *home,
                          double timeout_s, struct guard *guard)
{
    char *socket = NULL;
    if (engine->gpgconf) {
        const char *const argv[] = {engine->gpgconf, "--homedir",    home,
                                    "--list-dirs",   "agent-socket", NULL};
        struct command_result answer = {.status = 0};
        /* One path and a newline; it may have newlines of its own. */
        if (ask(argv, timeout_s, guard, &answer) == 0 &&
            command_succeeded(&answer) && answer.out.length > 1 &&
            answer.out.bytes[0] == '/')
            socket = strndup(answer.out.bytes, answer.out.length - 1);
        command_release(&answer);
    }
    if (!socket && asprintf(&socket, "%s/S.gpg-agent", home) < 0)
        socket = NULL;
    return socket;
}

bool engine_knows(const struct engine *engine, const char *algorithm)
{
    const char *list = engine->public_algorithms;
    const size_t length = strlen(algorithm);
    while (list && *list != '\0') {
        const size_t next = strcspn(list, ", ");
        if (next == length && strncmp(list, algorithm, length) == 0)
            return true;
        list += next;
        list += strspn(list, ", ");
    }
    return !engine->public_algorithms;
}

void engine_release(struct engine *engine)
{
    free(engine->path);
    free(engine->gpgconf);
    free(engine->agent_program);
    free(engine->public_algorithms);
    memset(engine, 0, sizeof *engine);
}
