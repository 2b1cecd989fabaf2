/* SPDX-License-Identifier: GPL-3.0-or-later */

/* sampler: takes one sample.  When and how often is the loop's business. */
#include "bench/sampler.h"

#include "bench/attempt.h"
#include "bench/meter.h"
#include "bench/reading.h"
#include "bench/stages.h"
#include "bench/used.h"

#include <sys/wait.h>

/* How long to wait for a gpg whose call has returned, with and without
 * success. */
#define GPG_END_NS        (5 * NS_PER_S)
#define GPG_FAILED_END_NS (NS_PER_S / 5)

/* How long to wait for the farewell of a gpg that cannot be waited for: it is
 * said before the pipe is closed that lets the call return. */
#define FAREWELL_NS (NS_PER_S / 5)

/* Whether gpg-agent does a part of the work. */
static bool uses_agent(const struct attempt *attempt)
{
    return attempt->rig->engine.has_agent && attempt->recipe->uses_secret_key;
}

/* An agent whose clock stood still through private-key work is not the one
 * that did it: ask again who is. */
static void watch_agent(const struct attempt *attempt,
                        const struct sample *sample)
{
    struct fault fault = {.what = FAULT_NONE};
    const pid_t before = attempt->workplace->home.agent.pid;
    if (!uses_agent(attempt) || (sample_has(sample, METRIC_AGENT_CPU) &&
                                 sample->value[METRIC_AGENT_CPU] > 0))
        return;
    workplace_find_agent(attempt->workplace, &fault);
    if (attempt->workplace->home.agent.pid != before)
        attempt->scene->run->engines[attempt->cell->engine].agent_deaths++;
    fault_release(&fault);
}

/* The one timed call. */
static bool measure(struct attempt *attempt, struct meter *meter,
                    struct sample *sample, struct outcome *outcome)
{
    attempt_arm(attempt);
    meter_start(meter);
    outcome->err = recipe_perform(attempt->recipe, &attempt->call);
    const bool is_accounted =
        meter_stop(meter, outcome->err ? GPG_FAILED_END_NS : GPG_END_NS, sample,
                   &outcome->status);
    outcome->verdict = guard_disarm(&attempt->scene->guard);
    return is_accounted;
}

/* Bytes that gpg must have read through its pipe. */
static int64_t payload_of(const struct attempt *attempt)
{
    const struct cell *cell = attempt->cell;
    if (cell->operation == OPERATION_START)
        return READING_NO_PAYLOAD;
    if (!attempt->recipe->has_input)
        return 1; /* what kind of key to make */
    if (attempt->recipe->input != STOCK_PLAIN)
        return payload_size(&attempt->input);
    return run_find_series(attempt->scene->run, cell)->input_bytes;
}

/* The same, and what was seen of it from inside. */
static bool measure_watched(struct attempt *attempt, struct meter *meter,
                            struct sample *sample, struct outcome *outcome)
{
    struct ledger *ledger = attempt->scene->watch.ledger;
    const pid_t agent = attempt->workplace->home.agent.pid;
    struct reading reading;
    struct tally tally = {.calls = 0};
    transfer_count(&attempt->transfer, &tally);
    reading_start(&reading, ledger, agent);
    const bool is_accounted = measure(attempt, meter, sample, outcome);
    if (!meter->children->adopts)
        reading_await(&reading, ledger, agent, FAREWELL_NS);
    reading_finish(&reading, ledger, agent, payload_of(attempt));
    transfer_count(&attempt->transfer, NULL);
    if (!meter->children->adopts && reading.has_gpg)
        meter_set_usage(meter, &reading.usage, sample);
    const struct stages stages = {
        .start_ns = meter->start_ns,
        .stop_ns = meter->start_ns + sample->value[METRIC_REAL],
        .needs_agent = uses_agent(attempt),
        .reading = &reading,
        .tally = &tally,
    };
    stages_fill(&stages, sample);
    return is_accounted;
}

static void perform(struct attempt *attempt, struct sample *sample,
                    struct outcome *outcome)
{
    struct scene *scene = attempt->scene;
    struct meter meter = {
        .clock = &clock_monotonic,
        .children = &scene->children,
        .agent = attempt->rig->engine.has_agent
                     ? &attempt->workplace->home.agent
                     : NULL,
    };
    const bool is_accounted =
        sample->probed ? measure_watched(attempt, &meter, sample, outcome)
                       : measure(attempt, &meter, sample, outcome);
    if (!scene->children.adopts)
        children_settle(&scene->children, GPG_END_NS);
    if (!is_accounted)
        children_end(&scene->children, GPG_END_NS);
    watch_agent(attempt, sample);
}

/* Let another gpg, or a comparison, show that the result is right. */
static gpg_error_t prove(struct attempt *attempt, struct fault *fault)
{
    const struct recipe *recipe = attempt->recipe;
    if (!recipe->prove)
        return 0;
    attempt_arm(attempt);
    guard_own_work(recipe->proving_gpgs == 0);
    gpg_error_t err = recipe->prove(&attempt->call, fault);
    if (recipe->proving_gpgs > 0)
        attempt_await_untimed(attempt, recipe->proving_gpgs);
    const enum guard_verdict verdict = guard_disarm(&attempt->scene->guard);
    if (!err || verdict == GUARD_FINE) {
        attempt_suspect_change(attempt, fault);
        return err;
    }
    const struct outcome outcome = {err, verdict, 0};
    fault_release(fault);
    return attempt_explain(attempt, &attempt->transfer, &outcome, fault);
}

static gpg_error_t check(struct attempt *attempt, const struct outcome *outcome,
                         struct fault *fault)
{
    const struct recipe *recipe = attempt->recipe;
    gpg_error_t err = 0;
    if (outcome_is_broken(outcome))
        return attempt_explain(attempt, &attempt->transfer, outcome, fault);
    /* gpg says by its status that it failed, whatever GPGME made of it. */
    if (outcome->status != 0 &&
        WEXITSTATUS(outcome->status) != recipe->judged_status)
        return attempt_explain(attempt, &attempt->transfer, outcome, fault);
    if (recipe->judge)
        err = recipe->judge(&attempt->call, fault);
    if (attempt->cell->operation == OPERATION_DECRYPT)
        used_read_cipher(attempt->call.used, attempt->call.context);
    if (!err && outcome->status != 0)
        err = attempt_explain(attempt, &attempt->transfer, outcome, fault);
    if (!err)
        err = attempt_check_fixture(attempt, fault);
    return err ? err : prove(attempt, fault);
}

/* What gpg really used, once for each cell. */
static void read_used(const struct attempt *attempt)
{
    struct scene *scene = attempt->scene;
    struct series *series = run_find_series(scene->run, attempt->cell);
    if (!series || series->used.has_armor || !attempt->recipe->has_input)
        return;
    used_read_message(&series->used,
                      attempt->recipe->input == STOCK_PLAIN ? &attempt->output
                                                            : &attempt->input,
                      &attempt->rig->engine, scene->plan->settings.timeout_s,
                      &scene->guard);
}

static void set_output_size(const struct attempt *attempt,
                            struct sample *sample)
{
    const struct payload_end *out = &attempt->transfer.out;
    const int64_t size = out->kind == PAYLOAD_SINK
                             ? (int64_t)out->sink->length
                             : payload_size(&attempt->output);
    if (out->kind != PAYLOAD_NONE && size >= 0)
        sample_set(sample, METRIC_OUTPUT, size);
}

/* What a good sign or encrypt wrote is what verify or decrypt will read. */
static void keep_output(struct attempt *attempt)
{
    struct stock *stock = &attempt->scene->stock;
    struct payload_place kept = {NULL, -1};
    const enum operation operation = attempt->cell->operation;
    if (operation != OPERATION_SIGN && operation != OPERATION_ENCRYPT)
        return;
    const enum stock_kind kind =
        operation == OPERATION_SIGN ? STOCK_SIGNED : STOCK_ENCRYPTED;
    if (stock_place(stock, kind, attempt->cell, &kept) == 0 &&
        payload_size(&kept) <= 0)
        stock_move(stock, &attempt->output, &kept);
    stock_release_place(&kept);
}

static gpg_error_t try_once(struct attempt *attempt, struct sample *sample,
                            struct fault *fault)
{
    struct outcome outcome = {.verdict = GUARD_FINE};
    gpg_error_t err = attempt_prepare(attempt, fault);
    if (!err) {
        perform(attempt, sample, &outcome);
        err = check(attempt, &outcome, fault);
    }
    if (!err) {
        read_used(attempt);
        set_output_size(attempt, sample);
        keep_output(attempt);
    }
    if (attempt->output.path)
        payload_remove(&attempt->output);
    return err;
}

gpg_error_t sampler_take(struct scene *scene, const struct cell *cell,
                         struct sample *sample, struct fault *fault)
{
    const struct sample blank = *sample;
    gpg_error_t err = 0;
    for (int tries = 2; tries > 0; tries--) {
        struct attempt attempt;
        attempt_init(&attempt, scene, cell, sample->probed);
        err = try_once(&attempt, sample, fault);
        attempt_release(&attempt);
        if (!err || fault->what != FAULT_DISK_FULL)
            return err;
        stock_drop(&scene->stock);
        if (tries > 1) {
            fault_release(fault);
            *sample = blank;
        }
    }
    return err;
}
