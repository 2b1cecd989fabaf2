/* SPDX-License-Identifier: GPL-3.0-or-later */

/* agent: finds, reads and ends the gpg-agent of a home.  It does not start
 * it: the gpg under test does, so that it is that gpg's own. */
#include "bench/agent.h"

#include "bench/clock.h"

#include <assuan.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* A socket of our own, so that a stopped agent cannot hold us for ever. */
static gpg_error_t connect_socket(const char *path, double limit_s, int *r_fd)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const struct timeval limit = {
        (time_t)limit_s,
        (suseconds_t)((limit_s - (double)(time_t)limit_s) * 1e6)};
    if (strlen(path) >= sizeof address.sun_path)
        return gpg_error(GPG_ERR_ENAMETOOLONG);
    memcpy(address.sun_path, path, strlen(path) + 1);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return gpg_error_from_syserror();
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (connect(fd, (const struct sockaddr *)&address, sizeof address) != 0) {
        const gpg_error_t err = gpg_error_from_syserror();
        close(fd);
        return err;
    }
    *r_fd = fd;
    return 0;
}

/* Whether a call that failed is to be made again.  libassuan would try for
 * ever where SO_RCVTIMEO has run out (EAGAIN), and so would we where signals
 * (the guard's timer is one) come before it does; but it takes any other
 * error for what it is.  The connection's pointer is the deadline, in ns. */
static bool is_worth_another(assuan_context_t connection)
{
    const int64_t *deadline_ns = assuan_get_pointer(connection);
    if (errno == EINTR && clock_now_ns(&clock_monotonic) < *deadline_ns)
        return true;
    if (errno == EINTR || errno == EAGAIN)
        errno = ETIMEDOUT;
    return false;
}

static ssize_t read_in_time(assuan_context_t connection, assuan_fd_t fd,
                            void *buffer, size_t size)
{
    ssize_t got = 0;
    do
        got = read(fd, buffer, size);
    while (got < 0 && is_worth_another(connection));
    return got;
}

static ssize_t write_in_time(assuan_context_t connection, assuan_fd_t fd,
                             const void *bytes, size_t size)
{
    ssize_t put = 0;
    do
        put = write(fd, bytes, size);
    while (put < 0 && is_worth_another(connection));
    return put;
}

/* All but these two are libassuan's own. */
static void set_hooks(assuan_context_t connection)
{
    struct assuan_system_hooks hooks = {
        .version = ASSUAN_SYSTEM_HOOKS_VERSION,
        .usleep = __assuan_usleep,
        .pipe = __assuan_pipe,
        .close = __assuan_close,
        .read = read_in_time,
        .write = write_in_time,
        .recvmsg = __assuan_recvmsg,
        .sendmsg = __assuan_sendmsg,
        .spawn = __assuan_spawn,
        .waitpid = __assuan_waitpid,
        .socketpair = __assuan_socketpair,
        .socket = __assuan_socket,
        .connect = __assuan_connect,
    };
    assuan_ctx_set_system_hooks(connection, &hooks);
}

static gpg_error_t plain_timeout(gpg_error_t err)
{
    return gpg_err_code(err) == GPG_ERR_ETIMEDOUT ? gpg_error(GPG_ERR_TIMEOUT)
                                                  : err;
}

/* An open connection, its greeting read; *DEADLINE_NS is set, and must live as
 * long.  The caller releases it. */
static gpg_error_t open_connection(const char *socket_path, double limit_s,
                                   int64_t *deadline_ns,
                                   assuan_context_t *r_connection)
{
    assuan_context_t connection = NULL;
    int fd = -1;
    gpg_error_t err = connect_socket(socket_path, limit_s, &fd);
    if (err)
        return err;
    *deadline_ns =
        clock_now_ns(&clock_monotonic) + (int64_t)(limit_s * (double)NS_PER_S);
    err = assuan_new(&connection);
    if (!err) {
        set_hooks(connection);
        assuan_set_pointer(connection, deadline_ns);
        err = assuan_socket_connect_fd(connection, fd, 0);
    }
    if (err) {
        assuan_release(connection);
        close(fd);
        return plain_timeout(err);
    }
    *r_connection = connection;
    return 0;
}

struct answer {
    char bytes[64];
    size_t length;
};

static gpg_error_t take_answer(void *state, const void *bytes, size_t length)
{
    struct answer *answer = state;
    const size_t room = sizeof answer->bytes - 1 - answer->length;
    const size_t taken = length < room ? length : room;
    memcpy(answer->bytes + answer->length, bytes, taken);
    answer->length += taken;
    return 0;
}

static gpg_error_t ask(assuan_context_t connection, const char *question,
                       struct answer *answer)
{
    memset(answer, 0, sizeof *answer);
    return assuan_transact(connection, question, take_answer, answer, NULL,
                           NULL, NULL, NULL);
}

static void set_pid(struct agent *agent, pid_t pid, struct children *children)
{
    if (agent->pid != pid && agent->pid > 0)
        children_forget(children, agent->pid);
    agent->pid = pid;
    /* clock_getcpuclockid(0) would be ourselves. */
    agent->has_clock = pid > 0 && clock_getcpuclockid(pid, &agent->clock) == 0;
    if (pid > 0)
        children_keep(children, pid);
}

gpg_error_t agent_find(struct agent *agent, const char *socket_path,
                       double limit_s, struct children *children)
{
    assuan_context_t connection = NULL;
    struct answer pid;
    struct answer version;
    int64_t deadline_ns = 0;
    gpg_error_t err =
        open_connection(socket_path, limit_s, &deadline_ns, &connection);
    if (err)
        return err;
    err = ask(connection, "GETINFO pid", &pid);
    if (!err)
        err = ask(connection, "GETINFO version", &version);
    assuan_release(connection);
    if (err)
        return plain_timeout(err);
    const long number = strtol(pid.bytes, NULL, 10);
    if (number <= 1)
        return gpg_error(GPG_ERR_NO_AGENT);
    free(agent->socket_path);
    free(agent->version);
    agent->socket_path = strdup(socket_path);
    agent->version = strdup(version.bytes);
    set_pid(agent, (pid_t)number, children);
    if (!agent->socket_path || !agent->version)
        return gpg_error(GPG_ERR_ENOMEM);
    return 0;
}

/* Fields 14 and 15 of /proc/PID/stat: utime and stime, proc(5). */
bool agent_read_split(const struct agent *agent, struct agent_split *r_split)
{
    char path[64];
    char line[1024];
    if (agent->pid <= 0)
        return false;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)agent->pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    const size_t length = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[length] = '\0';
    const char *behind = strrchr(line, ')');
    unsigned long user = 0;
    unsigned long sys = 0;
    if (!behind || sscanf(behind,
                          ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u "
                          "%lu %lu",
                          &user, &sys) != 2)
        return false;
    const long ticks_per_s = sysconf(_SC_CLK_TCK);
    const int64_t tick_ns = NS_PER_S / (ticks_per_s > 0 ? ticks_per_s : 100);
    r_split->user_ns = (int64_t)user * tick_ns;
    r_split->sys_ns = (int64_t)sys * tick_ns;
    return true;
}

bool agent_listens(const char *socket_path)
{
    int fd = -1;
    const bool listens = connect_socket(socket_path, 1.0, &fd) == 0;
    if (fd >= 0)
        close(fd);
    return listens;
}

bool agent_cpu_ns(const struct agent *agent, int64_t *r_cpu_ns)
{
    struct timespec used;
    struct agent_split split;
    if (agent->has_clock && clock_gettime(agent->clock, &used) == 0) {
        *r_cpu_ns = (int64_t)used.tv_sec * NS_PER_S + used.tv_nsec;
        return true;
    }
    if (agent->has_clock || !agent_read_split(agent, &split))
        return false;
    *r_cpu_ns = split.user_ns + split.sys_ns;
    return true;
}

const char *agent_method(const struct agent *agent)
{
    struct agent_split split;
    if (agent->has_clock)
        return "cpuclock";
    return agent_read_split(agent, &split) ? "procstat" : NULL;
}

bool agent_peak_rss_bytes(const struct agent *agent, int64_t *r_bytes)
{
    char path[64];
    char line[256];
    unsigned long kib = 0;
    if (agent->pid <= 0)
        return false;
    snprintf(path, sizeof path, "/proc/%d/status", (int)agent->pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    while (kib == 0 && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %lu kB", &kib) != 1)
            kib = 0;
    fclose(file);
    *r_bytes = (int64_t)kib * 1024;
    return kib > 0;
}

/* Wait LIMIT_NS at most for the agent to end; *R_REAPED: it was ours, and
 * *USED is its life. */
static void await_end(pid_t pid, int64_t limit_ns, struct rusage *used,
                      bool *r_reaped)
{
    const int64_t start_ns = clock_now_ns(&clock_monotonic);
    for (;;) {
        int status = 0;
        const pid_t got = wait4(pid, &status, WNOHANG, used);
        *r_reaped = got == pid;
        if (got == pid || (got < 0 && kill(pid, 0) != 0 && errno == ESRCH))
            return;
        if (clock_now_ns(&clock_monotonic) - start_ns >= limit_ns)
            return;
        clock_sleep_ns(NS_PER_MS);
    }
}

bool agent_stop(struct agent *agent, struct children *children,
                struct agent_split *r_split)
{
    struct rusage used;
    bool is_reaped = false;
    if (agent->pid <= 0)
        return false;
    /* Should it not be ours to wait for. */
    const bool is_told = !children->adopts && agent_read_split(agent, r_split);
    /* Its home is thrown away next, so it has nothing to save; asked kindly
     * (KILLAGENT, SIGTERM) it sleeps for up to 2 s before it ends. */
    kill(agent->pid, SIGKILL);
    await_end(agent->pid, 5 * NS_PER_S, &used, &is_reaped);
    children_forget(children, agent->pid);
    agent->pid = 0;
    agent->has_clock = false;
    if (!is_reaped)
        return is_told;
    r_split->user_ns = (int64_t)used.ru_utime.tv_sec * NS_PER_S +
                       (int64_t)used.ru_utime.tv_usec * NS_PER_US;
    r_split->sys_ns = (int64_t)used.ru_stime.tv_sec * NS_PER_S +
                      (int64_t)used.ru_stime.tv_usec * NS_PER_US;
    return true;
}

void agent_release(struct agent *agent)
{
    free(agent->socket_path);
    free(agent->version);
    memset(agent, 0, sizeof *agent);
}
