/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/agent against a small server in a child of ours that speaks
 * Assuan as gpg-agent does: libassuan's manual, "Server responses". */
#include "bench/agent.h"

#include "offspring.h"
#include "scratch.h"

#include "close.h"

#include <signal.h>
#include <sys/time.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void answer(int fd, const char *words)
{
    if (write(fd, words, strlen(words)) < 0)
        _exit(1);
}

/* Greet, and answer the questions for pid and version with PID_LINES and
 * the version; NULL: not at all. */
static void serve(int fd, const char *greeting, const char *pid_lines)
{
    char line[256];
    if (greeting)
        answer(fd, greeting);
    for (;;) {
        const ssize_t got = read(fd, line, sizeof line - 1);
        if (got <= 0)
            return;
        line[got] = '\0';
        if (strstr(line, "GETINFO pid") && pid_lines)
            answer(fd, pid_lines);
        else if (strstr(line, "GETINFO version"))
            answer(fd, "D 2.2.40\nOK\n");
        else if (strstr(line, "BYE"))
            answer(fd, "OK\n");
    }
}

/* A server of one connection on the socket S; its pid. */
static pid_t start_server(const char *greeting, const char *pid_lines)
{
    const struct sockaddr_un address = {AF_UNIX, "S"};
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);

    assert_true(fd >= 0);
    assert_int_equal(
        bind(fd, (const struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(fd, 1), 0);
    const pid_t pid = fork();
    if (pid == 0) {
        alarm(30);
        serve(accept(fd, NULL, NULL), greeting, pid_lines);
        _exit(0);
    }
    close(fd);
    return pid;
}

/* What asking a server that answers so gives. */
static gpg_err_code_t ask(const char *greeting, const char *pid_lines,
                          struct agent *agent)
{
    struct children children = {.adopts = false};
    const pid_t server = start_server(greeting, pid_lines);
    const gpg_error_t err = agent_find(agent, "S", 0.2, &children);

    offspring_end(server);
    unlink("S");
    return gpg_err_code(err);
}

static void an_agent_says_who_it_is(void **state)
{
    struct agent agent = {.pid = 0};
    struct children children = {.adopts = false};
    char lines[64];
    int64_t cpu_ns = -1;
    int64_t peak_bytes = 0;
    struct agent_split split;
    (void)state;

    const pid_t watched = offspring_waiting();
    snprintf(lines, sizeof lines, "D %d\nOK\n", (int)watched);
    const pid_t server = start_server("OK Pleased to meet you\n", lines);
    assert_int_equal(agent_find(&agent, "S", 5, &children), 0);
    assert_int_equal(agent.pid, watched);
    assert_string_equal(agent.version, "2.2.40");
    assert_string_equal(agent.socket_path, "S");
    assert_int_equal(children.kept_count, 1);
    assert_int_equal(children.kept[0], watched);
    assert_string_equal(agent_method(&agent), "cpuclock");
    assert_true(agent_cpu_ns(&agent, &cpu_ns));
    assert_true(cpu_ns >= 0);
    assert_true(agent_peak_rss_bytes(&agent, &peak_bytes));
    assert_true(peak_bytes > 0);
    assert_true(agent_stop(&agent, &children, &split));
    assert_false(offspring_is_alive(watched));
    assert_int_equal(agent.pid, 0);
    assert_int_equal(children.kept_count, 0);
    assert_false(agent_stop(&agent, &children, &split));
    agent_release(&agent);
    offspring_end(server);
}

static void an_agent_that_does_not_greet_is_a_timeout(void **state)
{
    struct agent agent = {.pid = 0};
    (void)state;
    assert_int_equal(ask(NULL, NULL, &agent), GPG_ERR_TIMEOUT);
    assert_int_equal(agent.pid, 0);
    agent_release(&agent);
}

static void an_agent_that_falls_silent_is_a_timeout(void **state)
{
    struct agent agent = {.pid = 0};
    (void)state;
    assert_int_equal(ask("OK\n", NULL, &agent), GPG_ERR_TIMEOUT);
    assert_int_equal(agent.pid, 0);
    agent_release(&agent);
}

static void on_alarm(int number)
{
    (void)number;
}

/* Each signal, and the guard's timer sends two a second, would begin the wait
 * anew. */
static void a_silent_agent_is_a_timeout_whatever_signals_come(void **state)
{
    const struct itimerval often = {{0, 20000}, {0, 20000}};
    const struct itimerval never = {{0, 0}, {0, 0}};
    struct sigaction action = {.sa_flags = SA_RESTART};
    struct agent agent = {.pid = 0};
    (void)state;

    action.sa_handler = on_alarm;
    assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
    assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
    const gpg_err_code_t code = ask("OK\n", NULL, &agent);
    setitimer(ITIMER_REAL, &never, NULL);
    assert_int_equal(code, GPG_ERR_TIMEOUT);
    agent_release(&agent);
}

/* 0 and 1 are no agents, and -1 would be everybody when it is killed. */
static void an_answer_that_is_no_pid_is_no_agent(void **state)
{
    static const char *const lines[] = {"D 0\nOK\n", "D 1\nOK\n", "D -1\nOK\n",
                                        "D me\nOK\n", "OK\n"};
    (void)state;

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct agent agent = {.pid = 0};
        assert_int_equal(ask("OK\n", lines[i], &agent), GPG_ERR_NO_AGENT);
        assert_int_equal(agent.pid, 0);
        agent_release(&agent);
    }
}

static void what_is_no_assuan_is_an_error(void **state)
{
    struct agent agent = {.pid = 0};
    (void)state;
    assert_int_not_equal(ask("HTTP/1.1 400 Bad Request\n\n", NULL, &agent),
                         GPG_ERR_NO_ERROR);
    assert_int_not_equal(ask("ERR 67108922 no\n", NULL, &agent),
                         GPG_ERR_NO_ERROR);
    assert_int_not_equal(ask("OK\n", "ERR 67109139 unknown\n", &agent),
                         GPG_ERR_NO_ERROR);
    assert_int_equal(agent.pid, 0);
    agent_release(&agent);
}

static void without_a_socket_there_is_no_agent(void **state)
{
    struct children children = {.adopts = false};
    struct agent agent = {.pid = 0};
    struct agent_split split;
    char path[200];
    (void)state;

    assert_int_equal(gpg_err_code(agent_find(&agent, "S", 1, &children)),
                     GPG_ERR_ENOENT);
    scratch_write("S", "no socket");
    assert_int_equal(gpg_err_code(agent_find(&agent, "S", 1, &children)),
                     GPG_ERR_ECONNREFUSED);
    /* unix(7): 108 bytes with the NUL. */
    memset(path, 'x', sizeof path);
    path[108] = '\0';
    assert_int_equal(gpg_err_code(agent_find(&agent, path, 1, &children)),
                     GPG_ERR_ENAMETOOLONG);
    path[107] = '\0';
    assert_int_equal(gpg_err_code(agent_find(&agent, path, 1, &children)),
                     GPG_ERR_ENOENT);
    assert_null(agent_method(&agent));
    assert_false(agent_read_split(&agent, &split));
    agent_release(&agent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(an_agent_says_who_it_is),
        scratch_test(an_agent_that_does_not_greet_is_a_timeout),
        scratch_test(an_agent_that_falls_silent_is_a_timeout),
        scratch_test(a_silent_agent_is_a_timeout_whatever_signals_come),
        scratch_test(an_answer_that_is_no_pid_is_no_agent),
        scratch_test(what_is_no_assuan_is_an_error),
        scratch_test(without_a_socket_there_is_no_agent),
    };
    signal(SIGPIPE, SIG_IGN); /* as guard_catch_signals does */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
