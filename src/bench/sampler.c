/* SPDX-License-Identifier: GPL-3.0-or-later */

/* sampler: takes one sample.  When and how often is the loop's business. */
#include "bench/sampler.h"

#include "bench/complaint.h"
#include "bench/meter.h"
#include "bench/recipe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* How long to wait for a gpg whose call has returned. */
#define GPG_END_NS (5 * NS_PER_S)

/* The files and the call of one attempt. */
struct attempt {
    struct scene *scene;
    const struct cell *cell;
    const struct recipe *recipe;
    char *plain_path;
    char *input_path;
    char *output_path;
    struct transfer transfer;
    struct call call;
    int status; /* of gpg, as wait4 gives it */
};

static gpg_error_t fail(struct fault *fault, gpg_error_t err,
                        const char *thing)
{
    return fault_set(fault, fault_of_error(err), err, thing, NULL);
}

static bool has_file(const char *path)
{
    return access(path, F_OK) == 0;
}

static gpg_error_t set_paths(struct attempt *attempt)
{
    const char *directory = attempt->scene->work_dir;
    const struct cell *cell = attempt->cell;
    if (!attempt->recipe->has_input)
        return 0;
    attempt->plain_path = stock_path(directory, STOCK_PLAIN, cell);
    attempt->input_path =
        stock_path(directory, attempt->recipe->input, cell);
    attempt->output_path = stock_path(directory, STOCK_OUTPUT, cell);
    return attempt->plain_path && attempt->input_path && attempt->output_path
               ? 0
               : gpg_error(GPG_ERR_ENOMEM);
}

static void set_call(struct attempt *attempt)
{
    const struct scene *scene = attempt->scene;
    attempt->call = (struct call){
        .context = scene->context,
        .spawner = scene->spawner,
        .gpg_path = scene->engine.path,
        .transfer = &attempt->transfer,
        .plain_path = attempt->plain_path,
        .output_path = attempt->output_path,
    };
    if (attempt->cell->key != CELL_NONE)
        attempt->call.key = scene->keys[attempt->cell->key];
}

static gpgme_ctx_t call_context(const struct attempt *attempt)
{
    return attempt->call.key ? attempt->call.context : attempt->call.spawner;
}

static void arm(const struct attempt *attempt)
{
    guard_arm(&attempt->scene->guard,
              attempt->scene->plan->settings.timeout_s,
              call_context(attempt));
}

/* Let the gpg of an untimed call end, or the next sample would get its CPU
 * time and its status. */
static void await_untimed(struct scene *scene)
{
    struct usage usage = {.count = 0};
    if (scene->children.adopts)
        children_await(&scene->children, NS_PER_S, &usage);
}

/* Make the message that a later operation reads, by the one that writes
 * such: untimed, and kept. */
static gpg_error_t make_message(struct attempt *attempt,
                                enum operation maker)
{
    struct transfer transfer;
    struct call call = attempt->call;
    call.transfer = &transfer;
    gpg_error_t err = transfer_init(&transfer, attempt->plain_path,
                                    attempt->input_path);
    if (!err) {
        arm(attempt);
        err = recipe_perform(recipe_of(maker), &call);
        if (guard_disarm(&attempt->scene->guard) == GUARD_TIMED_OUT)
            err = gpg_error(GPG_ERR_TIMEOUT);
        await_untimed(attempt->scene);
    }
    transfer_release(&transfer);
    if (err)
        unlink(attempt->input_path);
    return err;
}

/* Put the files into the work directory that this operation reads. */
static gpg_error_t stock_inputs(struct attempt *attempt, struct fault *fault)
{
    const enum stock_kind kind = attempt->recipe->input;
    gpg_error_t err = 0;
    if (!has_file(attempt->plain_path))
        err = fixture_write(
            &attempt->scene->fixtures[attempt->cell->fixture],
            attempt->cell->copies, attempt->plain_path);
    if (err)
        return fail(fault, err, attempt->plain_path);
    if (kind != STOCK_PLAIN && !has_file(attempt->input_path))
        err = make_message(attempt, kind == STOCK_SIGNED ? OPERATION_SIGN
                                                         : OPERATION_ENCRYPT);
    if (err)
        return fail(fault, err, attempt->input_path);
    unlink(attempt->output_path);
    return 0;
}

/* Evict the input if that was asked; what cannot be evicted is warm. */
static void set_cache(const struct attempt *attempt)
{
    struct run *run = attempt->scene->run;
    for (size_t i = 0; i < run->series_count; i++) {
        struct series *series = &run->series[i];
        if (memcmp(&series->cell, attempt->cell, sizeof series->cell) == 0 &&
            series->cache == CACHE_COLD &&
            !payload_evict(attempt->input_path))
            series->cache = CACHE_WARM;
    }
}

static gpg_error_t prepare(struct attempt *attempt, struct fault *fault)
{
    const bool has_output = operation_row(attempt->cell->operation)->has_output;
    gpg_error_t err = set_paths(attempt);
    if (err)
        return fail(fault, err, NULL);
    set_call(attempt);
    if (attempt->recipe->has_input) {
        err = stock_inputs(attempt, fault);
        if (err)
            return err;
        set_cache(attempt);
    } else {
        err = gpgme_data_new(&attempt->call.words);
    }
    if (!err && attempt->call.key) {
        gpgme_signers_clear(attempt->call.context);
        err = gpgme_signers_add(attempt->call.context, attempt->call.key);
    }
    if (!err)
        err = transfer_init(&attempt->transfer, attempt->input_path,
                            has_output ? attempt->output_path : NULL);
    return err ? fail(fault, err, NULL) : 0;
}

/* What made the call fail, the surest sign first. */
static gpg_error_t explain(const struct attempt *attempt, enum guard_verdict verdict,
                           gpg_error_t err, struct fault *fault)
{
    const char *gpg = attempt->call.gpg_path;
    if (guard_signal() != 0)
        return fault_set(fault, FAULT_INTERRUPTED,
                         gpg_error(GPG_ERR_CANCELED), NULL, NULL);
    if (verdict == GUARD_TIMED_OUT)
        return fault_set(fault, FAULT_TIMEOUT, gpg_error(GPG_ERR_TIMEOUT), gpg,
                         "it took longer than --timeout allows (%g s)",
                         attempt->scene->plan->settings.timeout_s);
    const gpg_error_t own_err = attempt->transfer.out.err
                                    ? attempt->transfer.out.err
                                    : attempt->transfer.in.err;
    if (own_err)
        return fail(fault, own_err, attempt->output_path);
    return complaint_explain(call_context(attempt), gpg, err,
                             attempt->status, fault);
}

static gpg_error_t check(struct attempt *attempt, struct fault *fault)
{
    const struct recipe *recipe = attempt->recipe;
    gpg_error_t err =
        recipe->judge ? recipe->judge(&attempt->call, fault) : 0;
    /* gpg says by its status that it failed, whatever GPGME made of it. */
    if (!err && attempt->status != 0)
        err = complaint_explain(call_context(attempt),
                                attempt->call.gpg_path, 0, attempt->status,
                                fault);
    if (err || !recipe->prove)
        return err;
    arm(attempt);
    err = recipe->prove(&attempt->call, fault);
    if (recipe->proves_by_gpg)
        await_untimed(attempt->scene);
    if (guard_disarm(&attempt->scene->guard) == GUARD_TIMED_OUT && err) {
        fault_release(fault);
        err = fault_set(fault, FAULT_TIMEOUT, gpg_error(GPG_ERR_TIMEOUT),
                        attempt->call.gpg_path,
                        "checking the result took longer than --timeout "
                        "allows");
    }
    return err;
}

static void set_output_size(const struct attempt *attempt,
                            struct sample *sample)
{
    struct stat about;
    if (operation_row(attempt->cell->operation)->has_output &&
        stat(attempt->output_path, &about) == 0)
        sample_set(sample, METRIC_OUTPUT, about.st_size);
}

/* An agent whose clock stood still through private-key work is not the one
 * that did it: ask again who is. */
static void watch_agent(const struct attempt *attempt,
                        const struct sample *sample)
{
    const bool uses_agent =
        attempt->scene->engine.has_agent &&
        (attempt->cell->operation == OPERATION_SIGN ||
         attempt->cell->operation == OPERATION_DECRYPT);
    if (uses_agent && (!sample_has(sample, METRIC_AGENT_CPU) ||
                       sample->value[METRIC_AGENT_CPU] <= 0))
        scene_find_agent(attempt->scene);
}

static gpg_error_t measure(struct attempt *attempt, struct sample *sample,
                           struct fault *fault)
{
    struct scene *scene = attempt->scene;
    struct meter meter = {
        .clock = &clock_monotonic,
        .children = &scene->children,
        .agent = scene->engine.has_agent ? &scene->home.agent : NULL,
    };
    arm(attempt);
    meter_start(&meter);
    gpg_error_t err = recipe_perform(attempt->recipe, &attempt->call);
    const bool is_accounted =
        meter_stop(&meter, err ? GPG_END_NS / 25 : GPG_END_NS, sample,
                   &attempt->status);
    const enum guard_verdict verdict = guard_disarm(&scene->guard);
    if (!is_accounted)
        children_kill(&scene->children);
    if (err || verdict != GUARD_FINE || WIFSIGNALED(attempt->status))
        err = explain(attempt, verdict,
                      err && verdict == GUARD_FINE
                          ? err
                          : gpg_error(GPG_ERR_GENERAL),
                      fault);
    watch_agent(attempt, sample);
    return err;
}

/* What a good sign or encrypt wrote is what verify or decrypt will read. */
static void keep_output(const struct attempt *attempt)
{
    const enum operation operation = attempt->cell->operation;
    char *path = NULL;
    if (operation == OPERATION_SIGN || operation == OPERATION_ENCRYPT)
        path = stock_path(attempt->scene->work_dir,
                          operation == OPERATION_SIGN ? STOCK_SIGNED
                                                      : STOCK_ENCRYPTED,
                          attempt->cell);
    if (path && !has_file(path))
        rename(attempt->output_path, path);
    free(path);
}

static gpg_error_t attempt_take(struct attempt *attempt,
                                struct sample *sample, struct fault *fault)
{
    gpg_error_t err = prepare(attempt, fault);
    if (!err)
        err = measure(attempt, sample, fault);
    if (!err)
        err = check(attempt, fault);
    if (!err) {
        set_output_size(attempt, sample);
        keep_output(attempt);
    }
    if (attempt->output_path)
        unlink(attempt->output_path);
    return err;
}

static void attempt_release(struct attempt *attempt)
{
    transfer_release(&attempt->transfer);
    gpgme_data_release(attempt->call.words);
    free(attempt->plain_path);
    free(attempt->input_path);
    free(attempt->output_path);
}

gpg_error_t sampler_take(struct scene *scene, const struct cell *cell,
                         struct sample *sample, struct fault *fault)
{
    const struct sample blank = *sample;
    gpg_error_t err = 0;
    for (int tries = 2; tries > 0; tries--) {
        struct attempt attempt = {
            .scene = scene,
            .cell = cell,
            .recipe = recipe_of(cell->operation),
            .transfer = {.in = {.fd = -1}, .out = {.fd = -1}},
        };
        err = attempt_take(&attempt, sample, fault);
        const bool is_full = err && fault->what == FAULT_DISK_FULL;
        if (is_full)
            stock_drop(scene->work_dir);
        attempt_release(&attempt);
        if (!is_full || tries == 1)
            return err;
        fault_release(fault);
        *sample = blank;
    }
    return err;
}
