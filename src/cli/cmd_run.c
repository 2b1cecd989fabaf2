/* SPDX-License-Identifier: GPL-3.0-or-later */

/* cmd_run: the verb "run": asks bench to measure, shows and saves what it
 * gives.  The only place, with main, where a run speaks to a person. */
#include "cli/cmd.h"

#include "base/text.h"
#include "bench/bench.h"
#include "bench/guard.h"
#include "cli/export.h"
#include "cli/options.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct session {
    struct options options;
    struct say say;
    FILE *out; /* the user's stdout */
    struct export *exports;
    size_t export_count;
    struct run run;
};

static void say_fault(struct say *say, const struct fault *fault)
{
    struct text text = {.bytes = NULL};
    fault_describe(fault, &text);
    say_error(say, "%s", text_string(&text));
    text_release(&text);
}

/* GPGME looks whether fd 1 is a terminal and then makes gpg tell its agent
 * about it, and a forgotten agent would hold a pipe open.  So nobody but us
 * gets the user's stdout. */
static FILE *take_stdout(void)
{
    const int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null >= 0) {
        dup2(null, STDOUT_FILENO);
        if (null > STDERR_FILENO)
            close(null);
    }
    return fd >= 0 ? fdopen(fd, "w") : NULL;
}

static bool wants_color(const struct options *options, FILE *out)
{
    const char *no_color = getenv("NO_COLOR");
    if (strcmp(options->color, "auto") != 0)
        return strcmp(options->color, "always") == 0;
    return isatty(fileno(out)) && !(no_color && *no_color != '\0');
}

static gpg_error_t open_exports(struct session *session, struct fault *fault)
{
    const struct options *options = &session->options;
    gpg_error_t err = 0;
    session->exports =
        calloc(options->export_count + 1, sizeof *session->exports);
    if (!session->exports)
        return fault_set(fault, FAULT_NO_MEMORY, gpg_error(GPG_ERR_ENOMEM),
                         NULL, NULL);
    for (size_t i = 0; !err && i < options->export_count; i++) {
        session->export_count = i + 1;
        err = export_open(&session->exports[i], options->exports[i].format,
                          options->exports[i].path);
        if (err)
            fault_set(fault, FAULT_UNWRITABLE, err, options->exports[i].path,
                      "--export-%s needs a place where it may write",
                      options->exports[i].format->name);
    }
    return err;
}

static gpg_error_t save_exports(struct session *session, bool is_final)
{
    gpg_error_t first_err = 0;
    for (size_t i = 0; i < session->export_count; i++) {
        struct export *export = &session->exports[i];
        gpg_error_t err = export_save(export, &session->run, is_final);
        if (err && is_final)
            say_error(&session->say, "%s: cannot be written (%s)", export->path,
                      gpg_strerror(err));
        if (!first_err)
            first_err = err;
    }
    return first_err;
}

static void on_show(void *state, const struct run *run,
                    const struct loop_position *position)
{
    struct session *session = state;
    struct text name = {.bytes = NULL};
    cell_name(run, position->cell, &name);
    if (position->is_warmup)
        say_progress(&session->say, "warming up: %s", text_string(&name));
    else
        say_progress(
            &session->say, "%zu samples, %zu of %zu cells done, %.0f s: %s",
            position->samples, position->cells_enough, run->series_count,
            (double)position->elapsed_ns / 1e9, text_string(&name));
    text_release(&name);
}

static void on_save(void *state, const struct run *run)
{
    struct session *session = state;
    (void)run;
    save_exports(session, false);
}

static int print_report(struct session *session)
{
    const struct options *options = &session->options;
    gpg_error_t err = session->out
                          ? options->format->write(&session->run,
                                                   &options->view, session->out)
                          : gpg_error(GPG_ERR_EBADF);
    if (session->out && fclose(session->out) != 0 && !err)
        err = gpg_error_from_syserror();
    session->out = NULL;
    if (!err)
        return EXIT_ALL_MEASURED;
    if (gpg_err_code(err) == GPG_ERR_EPIPE)
        return EXIT_SIGNAL_BASE + SIGPIPE; /* nobody reads on: no news */
    say_error(&session->say, "the report cannot be written (%s)",
              gpg_strerror(err));
    return EXIT_UNUSABLE;
}

static int finish(struct session *session, gpg_error_t err,
                  const struct fault *fault)
{
    const int number = guard_signal();
    say_progress_end(&session->say);
    if (err && number == 0) {
        say_fault(&session->say, fault);
        return EXIT_UNUSABLE;
    }
    const bool is_measuring = session->run.series_count > 0;
    const gpg_error_t save_err =
        is_measuring || !err ? save_exports(session, true) : 0;
    if (number != 0) {
        say_warning(&session->say, "interrupted by signal %d (%s)", number,
                    strsignal(number));
        return EXIT_SIGNAL_BASE + number;
    }
    guard_restore_signals();
    const int status = print_report(session);
    if (status != EXIT_ALL_MEASURED)
        return status;
    if (save_err)
        return EXIT_UNUSABLE;
    return run_has_failure(&session->run) ? EXIT_CELL_FAILED
                                          : EXIT_ALL_MEASURED;
}

static int measure(struct session *session)
{
    struct fault fault = {.what = FAULT_NONE};
    const struct bench_events events = {session, on_show, on_save};
    guard_catch_signals();
    gpg_error_t err = open_exports(session, &fault);
    int status = EXIT_UNUSABLE;
    if (err) {
        say_fault(&session->say, &fault);
    } else {
        err = bench_run(&session->options.plan, &session->run, &events, &fault);
        status = finish(session, err, &fault);
    }
    for (size_t i = 0; i < session->export_count; i++)
        export_release(&session->exports[i]);
    free(session->exports);
    fault_release(&fault);
    return status;
}

static void session_release(struct session *session)
{
    run_release(&session->run);
    options_release(&session->options);
    if (session->out)
        fclose(session->out);
}

int cmd_run(int argc, char **argv)
{
    struct session session = {.out = NULL};
    struct fault fault = {.what = FAULT_NONE};
    int status = EXIT_ALL_MEASURED;
    run_init(&session.run);
    gpg_error_t err = options_init(&session.options, argc, argv, &fault);
    say_init(&session.say, stderr, session.options.level);
    if (err) {
        say_fault(&session.say, &fault);
        status = EXIT_UNUSABLE;
    } else if (session.options.asks_help) {
        options_print_help(stdout);
    } else if (session.options.asks_version) {
        printf("pgpbench %s\n", PGPBENCH_VERSION);
    } else {
        session.out = take_stdout();
        if (session.out)
            session.options.view.color =
                wants_color(&session.options, session.out);
        status = measure(&session);
    }
    fault_release(&fault);
    session_release(&session);
    return status;
}
