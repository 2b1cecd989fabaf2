/* SPDX-License-Identifier: GPL-3.0-or-later */

/* home: makes, pins and removes a GNUPGHOME.  The keys in it are key's. */
#include "bench/home.h"

#include "bench/command.h"
#include "bench/conf.h"
#include "bench/workdir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

void home_name(size_t engine, bool probed, char r_name[HOME_NAME_BYTES])
{
    char number[HOME_NAME_BYTES / 2] = "";
    if (engine > 0)
        snprintf(number, sizeof number, "%u", (unsigned)engine % 1000);
    snprintf(r_name, HOME_NAME_BYTES, "%s%s", probed ? "probed" : "home",
             number);
}

/* Why an agent cannot live in DIRECTORY; NULL if it can. */
static const char *find_hindrance(const char *directory)
{
    struct stat about;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(directory) > HOME_PATH_MAX)
        return "its path is too long for the agent's socket";
    if (strchr(directory, ':'))
        return "gpg-agent takes no path with a colon";
    if (stat(directory, &about) != 0 || (about.st_mode & 077) != 0)
        return "its medium keeps no file modes";
    snprintf(address.sun_path, sizeof address.sun_path, "%s/S.try", directory);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool has_sockets =
        fd >= 0 &&
        bind(fd, (const struct sockaddr *)&address, sizeof address) == 0;
    const bool is_full = errno == ENOSPC;
    if (fd >= 0)
        close(fd);
    unlink(address.sun_path);
    return has_sockets || is_full ? NULL : "its medium has no sockets";
}

static gpg_error_t make_directory(const char *parent, const char *name,
                                  char **r_path)
{
    if (asprintf(r_path, "%s/%s", parent, name) < 0) {
        *r_path = NULL;
        return gpg_error(GPG_ERR_ENOMEM);
    }
    return mkdir(*r_path, 0700) != 0 ? gpg_error_from_syserror() : 0;
}

/* Move to /tmp; what stood in the way goes into *R_NOTICE. */
static gpg_error_t move_away(struct home *home, const char *name,
                             const char *hindrance, char **r_notice)
{
    gpg_error_t err = workdir_make("/tmp", &home->elsewhere);
    if (err)
        return err;
    if (asprintf(r_notice, "the home is in %s, not in %s: %s", home->elsewhere,
                 home->path, hindrance) < 0)
        *r_notice = NULL;
    rmdir(home->path);
    free(home->path);
    return make_directory(home->elsewhere, name, &home->path);
}

gpg_error_t home_init(struct home *home, const char *parent, const char *name,
                      const struct settings *settings, char **r_notice,
                      struct fault *fault)
{
    gpg_error_t err = make_directory(parent, name, &home->path);
    const char *hindrance = err ? NULL : find_hindrance(home->path);
    if (hindrance)
        err = move_away(home, name, hindrance, r_notice);
    if (!err)
        err = conf_write(home->path, settings);
    if (err)
        fault_set(fault, fault_of_error(err), err,
                  home->path ? home->path : parent,
                  "choose another place with --work-dir or --home-dir");
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
        return fault_no_memory(fault);
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

/* An agent that was ended at once leaves its sockets.  They are the home's
 * own, in it or in a directory below /run/user that is the home's too: what
 * gpgconf --remove-socketdir would remove. */
static void remove_sockets(const struct home *home)
{
    static const char *const endings[] = {"", ".extra", ".browser", ".ssh"};
    if (!home->socket_path)
        return;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char *path = NULL;
        if (asprintf(&path, "%s%s", home->socket_path, endings[i]) >= 0) {
            unlink(path);
            free(path);
        }
    }
}

static void remove_socket_dir(const struct home *home)
{
    remove_sockets(home);
    if (!home->socket_path)
        return;
    const size_t length =
        (size_t)(strrchr(home->socket_path, '/') - home->socket_path);
    char *directory = strndup(home->socket_path, length);
    if (directory && strcmp(directory, home->path) != 0)
        rmdir(directory);
    free(directory);
}

/* Asking for secret keys makes gpg start its agent. */
static gpg_error_t start_agent(const struct engine *engine, double timeout_s,
                               struct guard *guard)
{
    const char *const argv[] = {engine->path, "--batch", "--list-secret-keys",
                                NULL};
    const struct command command = {argv, NULL, timeout_s};
    struct command_result answer = {.status = 0};
    const gpg_error_t err = command_run(&command, guard, &answer);
    command_release(&answer);
    return err;
}

static void end_agent(struct home *home, struct children *children)
{
    struct agent_split split = {0, 0};
    if (agent_stop(&home->agent, children, &split)) {
        home->lived.user_ns += split.user_ns;
        home->lived.sys_ns += split.sys_ns;
    }
}

gpg_error_t home_chill(struct home *home, const struct engine *engine,
                       double timeout_s, struct guard *guard,
                       struct children *children, struct fault *fault)
{
    char *seed = NULL;
    if (asprintf(&seed, "%s/random_seed", home->path) < 0)
        return fault_no_memory(fault);
    unlink(seed);
    free(seed);
    if (!engine->has_agent)
        return 0;
    end_agent(home, children);
    remove_sockets(home);
    gpg_error_t err = start_agent(engine, timeout_s, guard);
    if (err)
        return fault_set(
            fault,
            gpg_err_code(err) == GPG_ERR_EAGAIN ? fault_of_error(err)
                                                : FAULT_NO_AGENT,
            err, engine->path, "it could not start its agent anew");
    return home_find_agent(home, engine, timeout_s, guard, children, fault);
}

bool home_read_split(const struct home *home, struct agent_split *r_split)
{
    if (!agent_read_split(&home->agent, r_split))
        *r_split = (struct agent_split){0, 0};
    r_split->user_ns += home->lived.user_ns;
    r_split->sys_ns += home->lived.sys_ns;
    return r_split->user_ns + r_split->sys_ns > 0;
}

bool home_remove(struct home *home, struct children *children,
                 struct agent_split *r_split)
{
    end_agent(home, children);
    *r_split = home->lived;
    if (home->path) {
        remove_socket_dir(home);
        workdir_remove(home->path);
    }
    if (home->elsewhere)
        workdir_remove(home->elsewhere);
    return r_split->user_ns + r_split->sys_ns > 0;
}

void home_release(struct home *home)
{
    agent_release(&home->agent);
    free(home->path);
    free(home->elsewhere);
    free(home->socket_path);
    memset(home, 0, sizeof *home);
}
