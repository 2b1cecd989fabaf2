/* SPDX-License-Identifier: GPL-3.0-or-later */

/* attempt: prepares one call and explains its failure.  Timing it is
 * sampler's. */
#include "bench/attempt.h"

#include "bench/clock.h"
#include "bench/complaint.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static gpg_error_t fail(struct fault *fault, gpg_error_t err, const char *thing)
{
    return fault_set(fault, fault_of_error(err), err, thing, NULL);
}

static bool has_file(const char *path)
{
    return access(path, F_OK) == 0;
}

void attempt_init(struct attempt *attempt, struct scene *scene,
                  const struct cell *cell)
{
    memset(attempt, 0, sizeof *attempt);
    attempt->scene = scene;
    attempt->cell = cell;
    attempt->recipe = recipe_of(cell->operation);
    attempt->transfer.in.fd = -1;
    attempt->transfer.out.fd = -1;
}

static gpg_error_t set_paths(struct attempt *attempt)
{
    const char *directory = attempt->scene->work_dir;
    const struct cell *cell = attempt->cell;
    if (!attempt->recipe->has_input)
        return 0;
    attempt->plain_path = stock_path(directory, STOCK_PLAIN, cell);
    attempt->input_path = stock_path(directory, attempt->recipe->input, cell);
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
    struct series *series = run_find_series(scene->run, attempt->cell);
    if (series)
        attempt->call.used = &series->used;
    if (attempt->cell->key != CELL_NONE) {
        const struct keyring_entry *entry =
            &scene->keyring.entries[attempt->cell->key];
        attempt->call.key = entry->key;
        attempt->call.spec = &entry->spec;
    }
}

static gpgme_ctx_t call_context(const struct attempt *attempt)
{
    return attempt->cell->key == CELL_NONE ? attempt->call.spawner
                                           : attempt->call.context;
}

void attempt_arm(const struct attempt *attempt)
{
    guard_arm(&attempt->scene->guard, attempt->scene->plan->settings.timeout_s,
              call_context(attempt));
}

int attempt_await_untimed(const struct attempt *attempt)
{
    struct usage usage = {.count = 0};
    if (attempt->scene->children.adopts)
        children_await(&attempt->scene->children, NS_PER_S, &usage);
    return usage.status;
}

/* Make the message that a later operation reads, by the one that writes
 * such: untimed, and kept. */
static gpg_error_t make_message(struct attempt *attempt, enum operation maker,
                                struct fault *fault)
{
    struct transfer transfer;
    struct outcome outcome = {.verdict = GUARD_FINE};
    struct call call = attempt->call;
    call.transfer = &transfer;
    outcome.err =
        transfer_init(&transfer, attempt->plain_path, attempt->input_path);
    if (!outcome.err) {
        attempt_arm(attempt);
        outcome.err = recipe_perform(recipe_of(maker), &call);
        outcome.status = attempt_await_untimed(attempt);
        outcome.verdict = guard_disarm(&attempt->scene->guard);
    }
    gpg_error_t err = 0;
    if (outcome_is_broken(&outcome) || outcome.status != 0)
        err = attempt_explain(attempt, &transfer, &outcome, fault);
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
        err = fixture_write(&attempt->scene->fixtures[attempt->cell->fixture],
                            attempt->cell->copies, attempt->plain_path);
    if (err)
        return fail(fault, err, attempt->plain_path);
    if (kind != STOCK_PLAIN && !has_file(attempt->input_path))
        err = make_message(
            attempt, kind == STOCK_SIGNED ? OPERATION_SIGN : OPERATION_ENCRYPT,
            fault);
    unlink(attempt->output_path);
    return err;
}

/* Evict the input if that was asked; what cannot be evicted is warm. */
static void set_cache(const struct attempt *attempt)
{
    struct series *series = run_find_series(attempt->scene->run, attempt->cell);
    if (series && series->cache == CACHE_COLD &&
        !payload_evict(attempt->input_path))
        series->cache = CACHE_WARM;
}

static bool is_pool_cold(const struct attempt *attempt)
{
    return strcmp(attempt->scene->plan->settings.pool, "cold") == 0;
}

gpg_error_t attempt_prepare(struct attempt *attempt, struct fault *fault)
{
    const bool has_output = operation_row(attempt->cell->operation)->has_output;
    gpg_error_t err = set_paths(attempt);
    if (err)
        return fail(fault, err, NULL);
    set_call(attempt);
    if (attempt->call.key) {
        gpgme_signers_clear(attempt->call.context);
        err = gpgme_signers_add(attempt->call.context, attempt->call.key);
    }
    if (!err)
        err = gpgme_data_new(&attempt->call.words);
    if (!err && attempt->recipe->has_input) {
        err = stock_inputs(attempt, fault);
        if (!err)
            set_cache(attempt);
    }
    /* Last, for making a message fills the pool. */
    if (!err && is_pool_cold(attempt))
        err = home_chill(&attempt->scene->home, &attempt->scene->engine,
                         attempt->scene->plan->settings.timeout_s,
                         &attempt->scene->guard, &attempt->scene->children,
                         fault);
    if (!err)
        err = transfer_init(&attempt->transfer, attempt->input_path,
                            has_output ? attempt->output_path : NULL);
    return err ? fail(fault, err, NULL) : 0;
}

bool outcome_is_broken(const struct outcome *outcome)
{
    return outcome->err || outcome->verdict != GUARD_FINE ||
           WIFSIGNALED(outcome->status);
}

gpg_error_t attempt_explain(const struct attempt *attempt,
                            const struct transfer *transfer,
                            const struct outcome *outcome, struct fault *fault)
{
    const char *gpg = attempt->call.gpg_path;
    const struct payload_end *out = &transfer->out;
    const struct payload_end *end = out->err ? out : &transfer->in;
    if (outcome->verdict == GUARD_SIGNALED || guard_signal() != 0)
        return fault_set(fault, FAULT_INTERRUPTED, gpg_error(GPG_ERR_CANCELED),
                         NULL, NULL);
    if (outcome->verdict == GUARD_TIMED_OUT)
        return fault_set(fault, FAULT_TIMEOUT, gpg_error(GPG_ERR_TIMEOUT), gpg,
                         "it took longer than --timeout allows (%g s)",
                         attempt->scene->plan->settings.timeout_s);
    if (end->err)
        return fail(fault, end->err, end->path);
    /* The guard's cancelling is not the reason. */
    const gpg_error_t err =
        outcome->verdict == GUARD_ABANDONED ? 0 : outcome->err;
    return complaint_explain(call_context(attempt), gpg, err, outcome->status,
                             fault);
}

void attempt_release(struct attempt *attempt)
{
    transfer_release(&attempt->transfer);
    gpgme_data_release(attempt->call.words);
    free(attempt->plain_path);
    free(attempt->input_path);
    free(attempt->output_path);
}
