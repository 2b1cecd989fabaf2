/* SPDX-License-Identifier: GPL-3.0-or-later */

/* attempt: prepares one call and explains its failure.  Timing it is
 * sampler's. */
#include "bench/attempt.h"

#include "bench/clock.h"
#include "bench/complaint.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static gpg_error_t fail(struct fault *fault, gpg_error_t err, const char *thing)
{
    return fault_set(fault, fault_of_error(err), err, thing, NULL);
}

static bool is_in_memory(const struct attempt *attempt)
{
    return attempt->scene->stock.is_in_memory;
}

static struct fixture *fixture_of(const struct attempt *attempt)
{
    return &attempt->scene->shelf.fixtures[attempt->cell->fixture];
}

void attempt_init(struct attempt *attempt, struct scene *scene,
                  const struct cell *cell, bool probed)
{
    memset(attempt, 0, sizeof *attempt);
    attempt->scene = scene;
    attempt->rig = &scene->rigs[cell->engine];
    attempt->workplace =
        &attempt->rig
             ->workplaces[probed ? WORKPLACE_PROBED : WORKPLACE_PLAIN];
    attempt->cell = cell;
    attempt->recipe = recipe_of(cell->operation);
    attempt->plain.memory_fd = -1;
    attempt->input.memory_fd = -1;
    attempt->output.memory_fd = -1;
    attempt->source.fd = -1;
    transfer_init(&attempt->transfer);
}

static void set_call(struct attempt *attempt)
{
    const struct scene *scene = attempt->scene;
    const struct cell *cell = attempt->cell;
    struct series *series = run_find_series(scene->run, cell);
    attempt->call = (struct call){
        .context = attempt->workplace->context,
        .spawner = attempt->workplace->spawner,
        .gpg_path = attempt->rig->engine.path,
        .transfer = &attempt->transfer,
        .copies = cell->copies,
        .output = &attempt->output,
        .used = series ? &series->used : NULL,
    };
    if (cell->key != CELL_NONE) {
        const struct keyring_entry *entry = &scene->keyring.entries[cell->key];
        attempt->call.key = keyring_key(entry, cell->engine);
        attempt->call.spec = &entry->spec;
    }
    if (cell->fixture != CELL_NONE)
        attempt->call.plain_path = fixture_of(attempt)->path;
}

static gpgme_ctx_t call_context(const struct attempt *attempt)
{
    return attempt->cell->key == CELL_NONE ? attempt->call.spawner
                                           : attempt->call.context;
}

void attempt_arm(const struct attempt *attempt)
{
    guard_arm(&attempt->scene->guard, attempt->scene->plan->settings.timeout_s);
}

int attempt_await_untimed(const struct attempt *attempt, unsigned count)
{
    struct children *children = &attempt->scene->children;
    struct usage usage = {.count = 0};
    if (!children->adopts) {
        children_settle(children, NS_PER_S);
        return 0;
    }
    children_await(children, count, NS_PER_S, &usage);
    if (count > 1)
        children_settle(children, NS_PER_S);
    return usage.status;
}

/* There is no place for what gpg reads or writes. */
static gpg_error_t fail_place(const struct attempt *attempt, gpg_error_t err,
                              struct fault *fault)
{
    if (!is_in_memory(attempt))
        return fail(fault, err, NULL);
    return fault_set(fault, fault_of_error(err), err, "a file in memory",
                     "it takes memfd or /dev/shm; --data file needs neither");
}

/* The bytes of the fixture, N times over, as input of TRANSFER. */
static gpg_error_t use_plain(struct attempt *attempt, struct transfer *transfer,
                             struct fault *fault)
{
    const struct cell *cell = attempt->cell;
    const char *path = fixture_of(attempt)->path;
    gpg_error_t err = 0;
    if (is_in_memory(attempt)) {
        source_close(&attempt->source);
        err = source_open(&attempt->source, path, cell->copies);
        if (!err)
            err = payload_use_source(&transfer->in, &attempt->source);
        return err ? fail(fault, err, path) : 0;
    }
    if (!attempt->plain.path)
        err = stock_place(&attempt->scene->stock, STOCK_PLAIN, cell,
                          &attempt->plain);
    if (!err && payload_size(&attempt->plain) < 0)
        err = fixture_write(fixture_of(attempt), cell->copies,
                            attempt->plain.path);
    if (!err)
        err = payload_use_place(&transfer->in, &attempt->plain);
    return err ? fail(fault, err, attempt->plain.path) : 0;
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
    transfer_init(&transfer);
    gpg_error_t err = use_plain(attempt, &transfer, fault);
    if (!err)
        err = payload_use_place(&transfer.out, &attempt->input);
    if (!err) {
        attempt_arm(attempt);
        outcome.err = recipe_perform(recipe_of(maker), &call);
        outcome.status = attempt_await_untimed(attempt, 1);
        outcome.verdict = guard_disarm(&attempt->scene->guard);
        if (outcome_is_broken(&outcome) || outcome.status != 0)
            err = attempt_explain(attempt, &transfer, &outcome, fault);
    }
    transfer_release(&transfer);
    if (err)
        payload_remove(&attempt->input);
    return err;
}

static gpg_error_t use_message(struct attempt *attempt, struct fault *fault)
{
    const enum stock_kind kind = attempt->recipe->input;
    gpg_error_t err = stock_place(&attempt->scene->stock, kind, attempt->cell,
                                  &attempt->input);
    /* An empty one is none: no message has no bytes. */
    if (!err && payload_size(&attempt->input) <= 0)
        err = make_message(
            attempt, kind == STOCK_SIGNED ? OPERATION_SIGN : OPERATION_ENCRYPT,
            fault);
    if (!err)
        err = payload_use_place(&attempt->transfer.in, &attempt->input);
    return err ? fail_place(attempt, err, fault) : 0;
}

/* In memory what decrypt gives is discarded, and only summed. */
static gpg_error_t use_output(struct attempt *attempt, struct fault *fault)
{
    if (is_in_memory(attempt) && attempt->recipe->input != STOCK_PLAIN)
        return payload_use_sink(&attempt->transfer.out, &attempt->sink);
    gpg_error_t err = stock_place(&attempt->scene->stock, STOCK_OUTPUT,
                                  attempt->cell, &attempt->output);
    if (!err) {
        payload_remove(&attempt->output);
        err = payload_use_place(&attempt->transfer.out, &attempt->output);
    }
    return err ? fail_place(attempt, err, fault) : 0;
}

static gpg_error_t say_changed(const struct attempt *attempt,
                               struct fault *fault)
{
    return fault_set(fault, FAULT_BYTES_DIFFER, 0, fixture_of(attempt)->path,
                     "the file has changed since it was first read");
}

gpg_error_t attempt_check_fixture(const struct attempt *attempt,
                                  struct fault *fault)
{
    if (!attempt->recipe->has_input || !is_in_memory(attempt) ||
        fixture_is_unchanged(fixture_of(attempt)))
        return 0;
    if (access(fixture_of(attempt)->path, R_OK) != 0)
        return fail(fault, gpg_error_from_syserror(),
                    fixture_of(attempt)->path);
    return say_changed(attempt, fault);
}

void attempt_suspect_change(const struct attempt *attempt, struct fault *fault)
{
    if (fault->what != FAULT_BYTES_DIFFER || fault->advice ||
        fixture_is_unchanged(fixture_of(attempt)))
        return;
    fault_release(fault);
    say_changed(attempt, fault);
}

/* In memory the user's file itself is read each time: its first sum says what
 * the bytes must be. */
static gpg_error_t use_sum(struct attempt *attempt, struct fault *fault)
{
    struct fixture *fixture = fixture_of(attempt);
    gpg_error_t err = attempt_check_fixture(attempt, fault);
    if (err || !is_in_memory(attempt))
        return err;
    attempt->call.right_sum = fixture_checksum(fixture, attempt->cell->copies);
    if (attempt->call.right_sum)
        return 0;
    return fail(fault,
                gpg_error(guard_signal() != 0 ? GPG_ERR_CANCELED : GPG_ERR_EIO),
                fixture->path);
}

/* Evict the input if that was asked; what cannot be evicted is warm. */
static void set_cache(const struct attempt *attempt)
{
    struct series *series = run_find_series(attempt->scene->run, attempt->cell);
    const struct payload_end *in = &attempt->transfer.in;
    if (series && series->cache == CACHE_COLD && !payload_evict(in->place.path))
        series->cache = CACHE_WARM;
}

static gpg_error_t use_ends(struct attempt *attempt, struct fault *fault)
{
    const bool has_output = operation_row(attempt->cell->operation)->has_output;
    gpg_error_t err = use_sum(attempt, fault);
    if (!err)
        err = attempt->recipe->input == STOCK_PLAIN
                  ? use_plain(attempt, &attempt->transfer, fault)
                  : use_message(attempt, fault);
    if (!err && has_output)
        err = use_output(attempt, fault);
    if (!err)
        set_cache(attempt);
    return err;
}

static bool is_pool_cold(const struct attempt *attempt)
{
    return strcmp(attempt->scene->plan->settings.pool, "cold") == 0;
}

gpg_error_t attempt_prepare(struct attempt *attempt, struct fault *fault)
{
    gpg_error_t err = workplace_enter(attempt->workplace);
    set_call(attempt);
    if (!err && attempt->call.key) {
        gpgme_signers_clear(attempt->call.context);
        err = gpgme_signers_add(attempt->call.context, attempt->call.key);
    }
    if (!err)
        err = gpgme_data_new(&attempt->call.words);
    if (!err && attempt->recipe->has_input)
        err = use_ends(attempt, fault);
    /* Last, for making a message fills the pool. */
    if (!err && is_pool_cold(attempt))
        err = workplace_chill(attempt->workplace, fault);
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
        return fail(fault, end->err,
                    end->place.path ? end->place.path : "memory");
    /* The guard's cancelling is not the reason. */
    const gpg_error_t err =
        outcome->verdict == GUARD_ABANDONED ? 0 : outcome->err;
    complaint_explain(call_context(attempt), gpg, err, outcome->status, fault);
    complaint_suspect_full(attempt->workplace->home.path, fault);
    return fault->err ? fault->err : gpg_error(GPG_ERR_GENERAL);
}

void attempt_release(struct attempt *attempt)
{
    transfer_release(&attempt->transfer);
    gpgme_data_release(attempt->call.words);
    source_close(&attempt->source);
    stock_release_place(&attempt->plain);
    stock_release_place(&attempt->input);
    stock_release_place(&attempt->output);
}
