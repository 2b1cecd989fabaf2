/* SPDX-License-Identifier: GPL-3.0-or-later */

/* stages: arithmetic on moments and accounts.  It reads no ledger. */
#include "bench/stages.h"

#include <stddef.h>

static const enum ledger_account flash_accounts[] = {
    [TALLY_READ] = LEDGER_FLASH_READ,
    [TALLY_WRITE] = LEDGER_FLASH_WRITE,
    [TALLY_SYNC] = LEDGER_FLASH_SYNC,
    [TALLY_META] = LEDGER_FLASH_META,
};

static const enum metric flash_metrics[] = {
    [TALLY_READ] = METRIC_FLASH_READ,
    [TALLY_WRITE] = METRIC_FLASH_WRITE,
    [TALLY_SYNC] = METRIC_FLASH_SYNC,
    [TALLY_META] = METRIC_FLASH_META,
};

/* Stages that are accounts, the bytes that went through them, if that means
 * anything, and who must be seen for them. */
enum needed { NEEDS_COMPRESS, NEEDS_GCRYPT };
static const struct account_stage {
    enum ledger_account account;
    enum metric ns;
    enum metric bytes; /* METRIC_COUNT: none */
    enum needed needed;
} account_stages[] = {
    {LEDGER_COMPRESS, METRIC_STAGE_COMPRESS, METRIC_COMPRESS_BYTES,
     NEEDS_COMPRESS},
    {LEDGER_HASH, METRIC_STAGE_HASH, METRIC_HASH_BYTES, NEEDS_GCRYPT},
    {LEDGER_CIPHER, METRIC_STAGE_CIPHER, METRIC_CIPHER_BYTES, NEEDS_GCRYPT},
    {LEDGER_PUBKEY, METRIC_STAGE_PUBKEY, METRIC_COUNT, NEEDS_GCRYPT},
    {LEDGER_RANDOM, METRIC_STAGE_RANDOM, METRIC_COUNT, NEEDS_GCRYPT},
};

static int64_t at_least_0(int64_t value)
{
    return value > 0 ? value : 0;
}

static bool is_seen(const struct reading *reading, enum needed needed)
{
    return needed == NEEDS_GCRYPT ? reading->has_gcrypt : reading->has_compress;
}

static int64_t both_ns(const struct reading *reading,
                       enum ledger_account account)
{
    return reading->gpg.ns[account] + reading->agent.ns[account];
}

static int64_t set_entropy(const struct stages *stages, struct sample *sample)
{
    const struct reading *reading = stages->reading;
    const int64_t ns = both_ns(reading, LEDGER_ENTROPY);
    sample_set(sample, METRIC_ENTROPY, ns);
    sample_set(sample, METRIC_ENTROPY_BYTES,
               reading->gpg.bytes[LEDGER_ENTROPY] +
                   reading->agent.bytes[LEDGER_ENTROPY]);
    sample_set(sample, METRIC_ENTROPY_CALLS,
               (int64_t)reading->gpg.calls[LEDGER_ENTROPY] +
                   reading->agent.calls[LEDGER_ENTROPY]);
    return ns;
}

static int64_t flash_bytes(const struct stages *stages, enum tally_kind kind)
{
    const struct reading *reading = stages->reading;
    return reading->gpg.bytes[flash_accounts[kind]] +
           reading->agent.bytes[flash_accounts[kind]] +
           stages->tally->bytes[kind];
}

static int64_t set_flash(const struct stages *stages, struct sample *sample)
{
    const struct reading *reading = stages->reading;
    int64_t sum_ns = 0;
    int64_t calls = stages->tally->calls;
    for (size_t kind = 0; kind < TALLY_KINDS; kind++) {
        const enum ledger_account account = flash_accounts[kind];
        const int64_t ns = both_ns(reading, account) + stages->tally->ns[kind];
        sample_set(sample, flash_metrics[kind], ns);
        sum_ns += ns;
        calls += (int64_t)reading->gpg.calls[account] +
                 reading->agent.calls[account];
    }
    sample_set(sample, METRIC_FLASH, sum_ns);
    sample_set(sample, METRIC_FLASH_CALLS, calls);
    sample_set(sample, METRIC_FLASH_READ_BYTES,
               flash_bytes(stages, TALLY_READ));
    sample_set(sample, METRIC_FLASH_WRITE_BYTES,
               flash_bytes(stages, TALLY_WRITE));
    return sum_ns;
}

static int64_t set_stage(struct sample *sample, enum metric metric, int64_t ns)
{
    sample_set(sample, metric, at_least_0(ns));
    return at_least_0(ns);
}

static int64_t set_bounds(const struct stages *stages, struct sample *sample)
{
    const struct reading *reading = stages->reading;
    const struct tally *tally = stages->tally;
    int64_t setup_ns = reading->first_word_ns - reading->main_ns -
                       reading->before_first_word_ns;
    if (reading->first_word_ns == 0) {
        setup_ns = reading->ended_ns - reading->main_ns;
        for (int i = 0; i < LEDGER_ACCOUNTS; i++)
            setup_ns -= reading->gpg.ns[i];
    }
    return set_stage(sample, METRIC_STAGE_STARTUP,
                     reading->main_ns - stages->start_ns -
                         tally_before_ns(tally, reading->main_ns)) +
           set_stage(sample, METRIC_STAGE_SETUP, setup_ns) +
           set_stage(sample, METRIC_STAGE_FINISH,
                     stages->stop_ns - reading->ended_ns -
                         tally_after_ns(tally, reading->ended_ns));
}

static int64_t set_accounts(const struct reading *reading,
                            struct sample *sample)
{
    int64_t sum_ns = 0;
    for (size_t i = 0; i < sizeof account_stages / sizeof *account_stages;
         i++) {
        const struct account_stage *stage = &account_stages[i];
        if (!is_seen(reading, stage->needed))
            continue;
        sum_ns +=
            set_stage(sample, stage->ns, both_ns(reading, stage->account));
        if (stage->bytes != METRIC_COUNT)
            sample_set(sample, stage->bytes,
                       reading->gpg.bytes[stage->account] +
                           reading->agent.bytes[stage->account]);
    }
    if (reading->has_gcrypt)
        sample_set(sample, METRIC_JITTER,
                   reading->gpg.jitter_ns + reading->agent.jitter_ns);
    return sum_ns;
}

/* What the agent and pgpbench did while gpg ran has accounts of its own. */
static int64_t set_ipc(const struct stages *stages, struct sample *sample)
{
    const struct reading *reading = stages->reading;
    const struct tally *tally = stages->tally;
    int64_t ns = reading->gpg.ns[LEDGER_IPC];
    for (int i = 0; i < LEDGER_ACCOUNTS; i++)
        if (i != LEDGER_IPC)
            ns -= reading->agent.ns[i];
    ns -= tally_ns(tally) - tally_before_ns(tally, reading->main_ns) -
          tally_after_ns(tally, reading->ended_ns);
    return set_stage(sample, METRIC_STAGE_IPC, ns);
}

void stages_fill(const struct stages *stages, struct sample *sample)
{
    const struct reading *reading = stages->reading;
    const int64_t real_ns = sample->value[METRIC_REAL];
    if (!reading->has_gpg || (stages->needs_agent && !reading->has_agent))
        return;
    const int64_t away_ns =
        set_entropy(stages, sample) + set_flash(stages, sample);
    const int64_t known_ns = away_ns + set_bounds(stages, sample) +
                             set_accounts(reading, sample) +
                             set_ipc(stages, sample);
    /* Below 0 where our flash ran beside gpg's. */
    sample_set(sample, METRIC_COMPUTE, real_ns - away_ns);
    set_stage(sample, METRIC_STAGE_OTHER, real_ns - known_ns);
    set_stage(sample, METRIC_STAGE_OVERLAP, known_ns - real_ns);
}
