/* SPDX-License-Identifier: GPL-3.0-or-later */

/* loop: the rounds.  It knows neither gpg nor files. */
#include "bench/loop.h"

#include "bench/peers.h"
#include "bench/schedule.h"

#include <stdlib.h>
#include <string.h>

/* Samples without and with the probe; a kind is a number for its arrays and
 * a truth for all else. */
#define KINDS 2

struct loop {
    struct run *run;
    const struct clock *clock;
    const struct loop_work *work;
    struct loop_position position;
    int64_t start_ns;
    struct peers peers;
    uint32_t *order;        /* of the groups in this round */
    uint32_t *turns;        /* of the members of one group */
    bool *is_enough[KINDS]; /* of each cell, by its place in the run */
    size_t left[KINDS];     /* cells that are not */
    int64_t *scratch;       /* for sorting the samples of a cell */
    size_t scratch_count;
};

static bool is_stopped(const struct loop *loop)
{
    return loop->work->is_stopped && loop->work->is_stopped(loop->work->state);
}

/* --runs asks for a number, so the time is what it takes. */
static bool is_time_up(const struct loop *loop)
{
    const struct settings *settings = &loop->run->settings;
    return settings->runs == 0 && (double)loop->position.elapsed_ns >=
                                      settings->max_time_s * (double)NS_PER_S;
}

static gpg_error_t make_room(struct loop *loop, size_t count)
{
    if (count <= loop->scratch_count)
        return 0;
    int64_t *grown = realloc(loop->scratch, 2 * count * sizeof *grown);
    if (!grown)
        return gpg_error(GPG_ERR_ENOMEM);
    loop->scratch = grown;
    loop->scratch_count = 2 * count;
    return 0;
}

/* One sample of one cell; it is kept unless this is a warm-up. */
static gpg_error_t take(struct loop *loop, struct series *series, bool probed)
{
    struct sample sample;
    struct fault fault = {.what = FAULT_NONE};
    memset(&sample, 0, sizeof sample);
    sample.round = loop->position.round;
    sample.probed = probed;
    loop->position.cell = &series->cell;
    if (loop->work->show)
        loop->work->show(loop->work->state, &loop->position);
    gpg_error_t err =
        loop->work->take(loop->work->state, &series->cell, &sample, &fault);
    if (err && is_stopped(loop)) {
        fault_release(&fault); /* the stop made it fail */
        return gpg_error(GPG_ERR_CANCELED);
    }
    if (err) {
        fault.round = sample.round;
        series->failure = fault;
        return 0;
    }
    if (loop->position.is_warmup)
        return 0;
    loop->position.samples++;
    return series_add(series, &sample);
}

static bool is_done(const struct loop *loop, size_t index)
{
    return loop->is_enough[0][index] && loop->is_enough[1][index];
}

/* Look anew at which samples cell INDEX needs. */
static gpg_error_t settle(struct loop *loop, size_t index)
{
    const struct series *series = &loop->run->series[index];
    const bool was_done = is_done(loop, index);
    gpg_error_t err = make_room(loop, series->sample_count);
    if (err)
        return err;
    for (int kind = 0; kind < KINDS; kind++) {
        bool *is_enough = &loop->is_enough[kind][index];
        loop->left[kind] += *is_enough;
        *is_enough =
            schedule_is_enough(loop->run, series, kind != 0, loop->scratch);
        loop->left[kind] -= *is_enough;
    }
    if (!was_done && is_done(loop, index))
        loop->position.cells_enough++;
    return 0;
}

static void look_at_clock(struct loop *loop)
{
    loop->position.elapsed_ns = clock_now_ns(loop->clock) - loop->start_ns;
}

static gpg_error_t measure_cell(struct loop *loop, size_t index, bool probed)
{
    if (fault_is_set(&loop->run->series[index].failure))
        return 0;
    look_at_clock(loop);
    if (is_stopped(loop))
        return gpg_error(GPG_ERR_CANCELED);
    gpg_error_t err = take(loop, &loop->run->series[index], probed);
    if (!err)
        err = settle(loop, index);
    if (!err && loop->work->save)
        loop->work->save(loop->work->state);
    return err;
}

/* Peers are measured one right after the other, so that what changes on the
 * machine meanwhile changes for all; and as long as one of them needs it. */
static gpg_error_t measure_group(struct loop *loop, size_t group, bool probed)
{
    size_t count = 0;
    const uint32_t *members = peers_of(&loop->peers, group, &count);
    const uint64_t seed = loop->run->settings.seed + 1 + group;
    bool is_enough = true;
    gpg_error_t err = 0;
    for (size_t i = 0; i < count; i++)
        is_enough = is_enough && loop->is_enough[probed][members[i]];
    if (is_enough)
        return 0;
    schedule_order(seed, loop->position.round, loop->turns, count);
    for (size_t i = 0; !err && i < count; i++)
        err = measure_cell(loop, members[loop->turns[i]], probed);
    return err;
}

/* A later round ends as soon as the time is up; the first one gives every
 * cell its one sample of each kind. */
static gpg_error_t measure_groups(struct loop *loop, bool probed)
{
    gpg_error_t err = 0;
    for (size_t i = 0; !err && i < loop->peers.group_count; i++) {
        look_at_clock(loop);
        if (loop->position.round > 0 && is_time_up(loop))
            return 0;
        err = measure_group(loop, loop->order[i], probed);
    }
    return err;
}

static gpg_error_t measure_round(struct loop *loop)
{
    const enum probe_use use = run_probe_use(loop->run);
    const uint32_t round = loop->position.round;
    gpg_error_t err = 0;
    schedule_order(loop->run->settings.seed, round, loop->order,
                   loop->peers.group_count);
    for (int kind = 0; !err && kind < KINDS; kind++)
        if (schedule_has_round(use, kind != 0, round, loop->left[0] == 0))
            err = measure_groups(loop, kind != 0);
    return err;
}

static gpg_error_t warm_up_cells(struct loop *loop, bool probed)
{
    for (size_t i = 0; i < loop->run->series_count; i++) {
        struct series *series = &loop->run->series[i];
        if (is_stopped(loop))
            return gpg_error(GPG_ERR_CANCELED);
        const gpg_error_t err =
            fault_is_set(&series->failure) ? 0 : take(loop, series, probed);
        if (err)
            return err;
    }
    return 0;
}

static gpg_error_t warm_up(struct loop *loop)
{
    const enum probe_use use = run_probe_use(loop->run);
    const uint32_t rounds = loop->run->settings.warmup;
    gpg_error_t err = 0;
    loop->position.is_warmup = true;
    for (uint32_t round = 0; !err && round < rounds; round++) {
        loop->position.round = round;
        for (int kind = 0; !err && kind < KINDS; kind++)
            if (schedule_has_round(use, kind != 0, 0, false))
                err = warm_up_cells(loop, kind != 0);
    }
    loop->position.is_warmup = false;
    return err;
}

/* What has failed by now, or is not taken at all, is enough. */
static gpg_error_t settle_all(struct loop *loop)
{
    gpg_error_t err = 0;
    for (int kind = 0; kind < KINDS; kind++)
        loop->left[kind] = loop->run->series_count;
    for (size_t i = 0; !err && i < loop->run->series_count; i++)
        err = settle(loop, i);
    return err;
}

static gpg_error_t measure(struct loop *loop)
{
    const size_t count = loop->run->series_count;
    gpg_error_t err = settle_all(loop);
    loop->start_ns = clock_now_ns(loop->clock);
    for (uint32_t round = 0; !err && loop->position.cells_enough < count;
         round++) {
        loop->position.round = round;
        look_at_clock(loop);
        if (round > 0 && is_time_up(loop))
            break;
        err = measure_round(loop);
    }
    return err;
}

gpg_error_t loop_run(struct run *run, const struct clock *clock,
                     const struct loop_work *work)
{
    struct loop loop = {.run = run, .clock = clock, .work = work};
    gpg_error_t err = peers_init(&loop.peers, run);
    loop.order = calloc(run->series_count + 1, sizeof *loop.order);
    loop.turns = calloc(run->series_count + 1, sizeof *loop.turns);
    if (!loop.order || !loop.turns)
        err = gpg_error(GPG_ERR_ENOMEM);
    for (int kind = 0; kind < KINDS; kind++) {
        loop.is_enough[kind] = calloc(run->series_count + 1, sizeof(bool));
        if (!loop.is_enough[kind])
            err = gpg_error(GPG_ERR_ENOMEM);
    }
    if (!err)
        err = warm_up(&loop);
    if (!err)
        err = measure(&loop);
    peers_release(&loop.peers);
    free(loop.order);
    free(loop.turns);
    for (int kind = 0; kind < KINDS; kind++)
        free(loop.is_enough[kind]);
    free(loop.scratch);
    return err;
}
