/* SPDX-License-Identifier: GPL-3.0-or-later */

/* cmd_run: the verb "run": asks bench to measure, shows and saves what it
 * gives.  The only place, with main, where a run speaks to a person. */
#include "cli/cmd.h"

#include "base/text.h"
#include "bench/apart.h"
#include "bench/bench.h"
#include "bench/guard.h"
#include "bench/process.h"
#include "cli/append.h"
#include "cli/inputs.h"
#include "cli/options.h"
#include "cli/output.h"
#include "model/room.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

struct session {
    struct options options;
    struct say say;
    struct output output;
    struct append append;
    struct run run;
};

/* What a person should know before the time is spent. */
static void on_begin(void *state, const struct run *run)
{
    struct session *session = state;
    for (size_t i = 0; i < run->engine_count; i++)
        say_detail(&session->say, "%s is %s, version %s", run->engines[i].name,
                   run->engines[i].path, run->engines[i].version);
    say_detail(&session->say, "%zu cells, %zu keys, %zu files, seed %" PRIu64,
               run->series_count, run->key_count, run->fixture_count,
               run->settings.seed);
    if (!process_lives(getpid()))
        say_warning(&session->say, "/proc is not there: what hangs cannot be "
                                   "found and ended, --timeout does nothing; "
                                   "mount it, or watch the run");
    const struct room room = room_of(run);
    if (room.cells > 0) {
        struct text words = {.bytes = NULL};
        room_describe(run, &room, &words);
        say_warning(&session->say, "%s; " ROOM_ADVICE, text_string(&words));
        text_release(&words);
    }
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
    const struct subject subject = {.run = run};
    output_save(&session->output, &subject, false, &session->say);
}

static int say_interrupted(struct session *session, int number)
{
    say_warning(&session->say, "interrupted by signal %d (%s)", number,
                strsignal(number));
    return EXIT_SIGNAL_BASE + number;
}

/* A run that was stopped before it had cells is not worth a file. */
static gpg_error_t save(struct session *session, gpg_error_t run_err)
{
    const bool is_worth_it = session->run.series_count > 0 || !run_err;
    const struct subject subject = {.run = &session->run};
    gpg_error_t err = 0;
    if (is_worth_it)
        err = output_save(&session->output, &subject, true, &session->say);
    guard_restore_signals();
    if (!is_worth_it)
        return 0;
    const gpg_error_t send_err =
        output_send(&session->output, &subject, &session->say);
    return err ? err : send_err;
}

/* What was interrupted says little of drift, and is not added. */
static bool add_to_file(struct session *session)
{
    struct fault fault = {.what = FAULT_NONE};
    const gpg_error_t err = append_add(&session->append, &session->run, &fault);
    if (err)
        cmd_say_fault(&session->say, &fault);
    fault_release(&fault);
    return !err;
}

static int finish(struct session *session, gpg_error_t err,
                  const struct fault *fault)
{
    const int number = guard_signal();
    say_progress_end(&session->say);
    if (err && number == 0) {
        cmd_say_fault(&session->say, fault);
        return EXIT_UNUSABLE;
    }
    const gpg_error_t save_err = save(session, err);
    if (number != 0)
        return say_interrupted(session, number);
    const bool is_added = add_to_file(session);
    const struct subject subject = {.run = &session->run};
    const int status = output_print(&session->output, &subject, &session->say);
    if (status != EXIT_ALL_MEASURED)
        return status;
    if (save_err || !is_added)
        return EXIT_UNUSABLE;
    return run_has_failure(&session->run) ? EXIT_CELL_FAILED
                                          : EXIT_ALL_MEASURED;
}

/* In this order: inherited children stay behind before anything is made,
 * and what is made is removed at a signal. */
static gpg_error_t open_session(struct session *session, struct fault *fault)
{
    gpg_error_t err = apart_from_children();
    if (err)
        return fault_set(fault, fault_of_error(err), err, NULL, NULL);
    guard_catch_signals();
    err = output_open(&session->output, fault);
    if (!err)
        err = append_open(&session->append, session->options.append, fault);
    /* An export would put another file in the place of the one that is open. */
    if (!err && session->append.path)
        err = output_protect(&session->output, session->append.path,
                             "--append goes there", fault);
    if (!err)
        err = inputs_protect(&session->options.plan, &session->output, fault);
    return err;
}

static int measure(struct session *session)
{
    struct fault fault = {.what = FAULT_NONE};
    const struct bench_events events = {session, on_begin, on_show, on_save};
    gpg_error_t err = open_session(session, &fault);
    int status = EXIT_UNUSABLE;
    if (err && guard_signal() != 0) {
        status = say_interrupted(session, guard_signal());
    } else if (err) {
        cmd_say_fault(&session->say, &fault);
    } else {
        err = bench_run(&session->options.plan, &session->run, &events, &fault);
        status = finish(session, err, &fault);
    }
    fault_release(&fault);
    return status;
}

static void session_release(struct session *session)
{
    output_release(&session->output);
    append_release(&session->append);
    run_release(&session->run);
    options_release(&session->options);
}

struct option_rows cmd_run_rows(void)
{
    return options_rows(NULL);
}

int cmd_run(int argc, char **argv)
{
    struct session session = {.run = {.program = NULL}, .append = {.fd = -1}};
    struct fault fault = {.what = FAULT_NONE};
    int status = EXIT_ALL_MEASURED;
    run_init(&session.run);
    gpg_error_t err = options_init(&session.options, argc, argv, &fault);
    say_init(&session.say, stderr, session.options.shown.level);
    if (err) {
        cmd_say_fault(&session.say, &fault);
        status = EXIT_UNUSABLE;
    } else if (!output_talk(&session.options.shown, options_print_help,
                            &session.say, &status)) {
        output_init(&session.output, &session.options.shown);
        status = measure(&session);
    }
    fault_release(&fault);
    session_release(&session);
    return status;
}
