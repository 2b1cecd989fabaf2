/* SPDX-License-Identifier: GPL-3.0-or-later */

/* command: runs a program and keeps what it printed.  What that means is for
 * the caller to know. */
#include "bench/command.h"

#include "bench/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define KEPT_BYTES ((size_t)1 << 20)

/* The read ends of the pipes to the program's stdout and stderr. */
struct pipes {
    int out[2];
    int err[2];
};

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void pipes_close(struct pipes *pipes)
{
    close_end(&pipes->out[0]);
    close_end(&pipes->out[1]);
    close_end(&pipes->err[0]);
    close_end(&pipes->err[1]);
}

static int start(const struct command *command, const struct pipes *pipes,
                 pid_t *r_pid)
{
    const char *input = command->input_path ? command->input_path : "/dev/null";
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t defaults;
    int error = posix_spawn_file_actions_init(&files);
    if (error != 0)
        return error;
    posix_spawnattr_init(&how);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&how, &defaults);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_addopen(&files, 0, input, O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, pipes->out[1], 1);
    posix_spawn_file_actions_adddup2(&files, pipes->err[1], 2);
    /* posix_spawn only reads argv; its type is older than const. */
    error = posix_spawn(r_pid, command->argv[0], &files, &how,
                        (char *const *)command->argv, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

/* Take what stands in FD; close it at its end. */
static void drain(int *fd, struct text *text)
{
    char bytes[4096];
    const ssize_t got = read(*fd, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR)
        return;
    if (got <= 0) {
        close_end(fd);
        return;
    }
    const size_t room = KEPT_BYTES - text->length;
    text_add_bytes(text, bytes, (size_t)got < room ? (size_t)got : room);
}

static void collect(struct pipes *pipes, struct command_result *result)
{
    while (pipes->out[0] >= 0 || pipes->err[0] >= 0) {
        struct pollfd ends[2] = {{pipes->out[0], POLLIN, 0},
                                 {pipes->err[0], POLLIN, 0}};
        if (poll(ends, 2, -1) < 0 && errno != EINTR)
            return;
        if (ends[0].revents != 0)
            drain(&pipes->out[0], &result->out);
        if (ends[1].revents != 0)
            drain(&pipes->err[0], &result->err);
    }
}

static gpg_error_t reap(pid_t pid, int *r_status)
{
    while (waitpid(pid, r_status, 0) != pid)
        if (errno != EINTR)
            return gpg_error_from_syserror();
    return 0;
}

gpg_error_t command_run(const struct command *command, struct guard *guard,
                        struct command_result *result)
{
    struct pipes pipes = {{-1, -1}, {-1, -1}};
    pid_t pid = 0;
    gpg_error_t err = 0;
    enum guard_verdict verdict = GUARD_FINE;

    if (pipe2(pipes.out, O_CLOEXEC) != 0 || pipe2(pipes.err, O_CLOEXEC) != 0) {
        err = gpg_error_from_syserror();
        goto leave;
    }
    guard_arm(guard, command->limit_s);
    const int error = start(command, &pipes, &pid);
    if (error != 0) {
        guard_disarm(guard);
        err = gpg_error_from_errno(error);
        goto leave;
    }
    close_end(&pipes.out[1]);
    close_end(&pipes.err[1]);
    collect(&pipes, result);
    err = reap(pid, &result->status);
    verdict = guard_disarm(guard);
    if (guard_signal() != 0)
        err = gpg_error(GPG_ERR_CANCELED);
    else if (verdict == GUARD_TIMED_OUT)
        err = gpg_error(GPG_ERR_TIMEOUT);
    else if (text_failed(&result->out) || text_failed(&result->err))
        err = gpg_error(GPG_ERR_ENOMEM);

leave:
    pipes_close(&pipes);
    return err;
}

bool command_succeeded(const struct command_result *result)
{
    return WIFEXITED(result->status) && WEXITSTATUS(result->status) == 0;
}

void command_add_end(const struct command_result *result, struct text *text)
{
    if (WIFSIGNALED(result->status))
        text_addf(text, "was ended by signal %d", WTERMSIG(result->status));
    else if (!command_succeeded(result))
        text_addf(text, "exited with status %d", WEXITSTATUS(result->status));
}

const char *command_complaint(struct command_result *result)
{
    struct text *text = result->err.length > 0 ? &result->err : &result->out;
    if (text->bytes)
        text->bytes[strcspn(text->bytes, "\n")] = '\0';
    return text_string(text);
}

void command_release(struct command_result *result)
{
    text_release(&result->out);
    text_release(&result->err);
}
