/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/stages.  The call below was drawn on paper: it starts at
 * 1000 and stops at 2000, gpg runs from 1200 to 1900.
 *
 *   1000  open the input: 20          flash of ours, before main
 *   1200  main; the first word at 1300, of which 30 were flash of gpg
 *   1900  gpg has ended
 *   1950  sync of the output: 40      flash of ours, after the end
 *   2000  stop
 *
 * startup 200 - 20, setup 100 - 30, finish 100 - 40. */
#include "bench/stages.h"

#include "close.h"

#include <string.h>

struct drawn {
    struct reading reading;
    struct tally tally;
    struct stages stages;
    struct sample sample;
};

static void add_call(struct tally *tally, enum tally_kind kind,
                     int64_t start_ns, int64_t ns, int64_t bytes)
{
    const struct tally_call call = {start_ns, start_ns + ns};
    tally->first[tally->calls] = call;
    tally->last[tally->calls++] = call;
    tally->ns[kind] += ns;
    tally->bytes[kind] += bytes;
}

static void draw(struct drawn *drawn)
{
    memset(drawn, 0, sizeof *drawn);
    struct reading *reading = &drawn->reading;
    *reading = (struct reading){
        .has_gpg = true,
        .has_agent = true,
        .has_gcrypt = true,
        .has_compress = true,
        .main_ns = 1200,
        .first_word_ns = 1300,
        .ended_ns = 1900,
        .before_first_word_ns = 30,
    };
    reading->gpg.ns[LEDGER_FLASH_META] = 30;
    reading->gpg.calls[LEDGER_FLASH_META] = 4;
    reading->gpg.ns[LEDGER_COMPRESS] = 200;
    reading->gpg.bytes[LEDGER_COMPRESS] = 5000;
    reading->gpg.ns[LEDGER_HASH] = 50;
    reading->gpg.bytes[LEDGER_HASH] = 5001;
    reading->gpg.ns[LEDGER_IPC] = 150;
    reading->gpg.ns[LEDGER_ENTROPY] = 7;
    reading->gpg.bytes[LEDGER_ENTROPY] = 128;
    reading->gpg.calls[LEDGER_ENTROPY] = 2;
    reading->agent.ns[LEDGER_PUBKEY] = 80;
    reading->agent.ns[LEDGER_ENTROPY] = 3;
    reading->agent.bytes[LEDGER_ENTROPY] = 32;
    reading->agent.calls[LEDGER_ENTROPY] = 1;
    reading->agent.jitter_ns = 5;
    reading->agent.ns[LEDGER_IPC] = 1000000; /* it idles between calls */
    add_call(&drawn->tally, TALLY_META, 1000, 20, 0);
    add_call(&drawn->tally, TALLY_READ, 1400, 10, 4096);
    add_call(&drawn->tally, TALLY_SYNC, 1950, 40, 0);
    drawn->stages = (struct stages){1000, 2000, true, reading, &drawn->tally};
    sample_set(&drawn->sample, METRIC_REAL, 1000);
}

static void assert_metric(const struct drawn *drawn, enum metric metric,
                          int64_t expected)
{
    if (!sample_has(&drawn->sample, metric))
        fail_msg("%s is absent", metric_row(metric)->key);
    if (drawn->sample.value[metric] != expected)
        fail_msg("%s is %lld, not %lld", metric_row(metric)->key,
                 (long long)drawn->sample.value[metric], (long long)expected);
}

static int64_t sum_of_parts(const struct sample *sample)
{
    int64_t sum_ns =
        sample->value[METRIC_ENTROPY] + sample->value[METRIC_FLASH];
    for (int m = METRIC_STAGE_FIRST; m <= METRIC_STAGE_LAST; m++)
        if (m != METRIC_STAGE_OVERLAP)
            sum_ns += sample->value[m];
    return sum_ns - sample->value[METRIC_STAGE_OVERLAP];
}

static void moments_bound_startup_setup_and_finish(void **state)
{
    struct drawn drawn;
    (void)state;

    draw(&drawn);
    stages_fill(&drawn.stages, &drawn.sample);
    assert_metric(&drawn, METRIC_STAGE_STARTUP, 180);
    assert_metric(&drawn, METRIC_STAGE_SETUP, 70);
    assert_metric(&drawn, METRIC_STAGE_FINISH, 60);
}

static void accounts_of_gpg_agent_and_ours_are_added(void **state)
{
    struct drawn drawn;
    (void)state;

    draw(&drawn);
    stages_fill(&drawn.stages, &drawn.sample);
    assert_metric(&drawn, METRIC_ENTROPY, 10);
    assert_metric(&drawn, METRIC_ENTROPY_BYTES, 160);
    assert_metric(&drawn, METRIC_ENTROPY_CALLS, 3);
    assert_metric(&drawn, METRIC_FLASH, 30 + 20 + 10 + 40);
    assert_metric(&drawn, METRIC_FLASH_META, 50);
    assert_metric(&drawn, METRIC_FLASH_READ, 10);
    assert_metric(&drawn, METRIC_FLASH_WRITE, 0);
    assert_metric(&drawn, METRIC_FLASH_SYNC, 40);
    assert_metric(&drawn, METRIC_FLASH_READ_BYTES, 4096);
    assert_metric(&drawn, METRIC_FLASH_WRITE_BYTES, 0);
    assert_metric(&drawn, METRIC_FLASH_CALLS, 4 + 3);
    assert_metric(&drawn, METRIC_STAGE_COMPRESS, 200);
    assert_metric(&drawn, METRIC_STAGE_HASH, 50);
    assert_metric(&drawn, METRIC_STAGE_CIPHER, 0);
    assert_metric(&drawn, METRIC_STAGE_PUBKEY, 80);
    assert_metric(&drawn, METRIC_COMPRESS_BYTES, 5000);
    assert_metric(&drawn, METRIC_HASH_BYTES, 5001);
    assert_metric(&drawn, METRIC_JITTER, 5);
    assert_metric(&drawn, METRIC_COMPUTE, 1000 - 10 - 100);
}

/* 150 waited, less 83 of the agent and 10 of ours between main and end. */
static void waiting_is_what_nobody_else_accounts_for(void **state)
{
    struct drawn drawn;
    (void)state;

    draw(&drawn);
    stages_fill(&drawn.stages, &drawn.sample);
    assert_metric(&drawn, METRIC_STAGE_IPC, 150 - 83 - 10);
}

/* 1000 - (10 + 100 + 180 + 70 + 60 + 200 + 50 + 80 + 57) */
static void what_is_left_is_other(void **state)
{
    struct drawn drawn;
    (void)state;

    draw(&drawn);
    stages_fill(&drawn.stages, &drawn.sample);
    assert_metric(&drawn, METRIC_STAGE_OTHER, 193);
    assert_metric(&drawn, METRIC_STAGE_OVERLAP, 0);
    assert_int_equal(sum_of_parts(&drawn.sample), 1000);
}

static void what_is_too_much_is_overlap(void **state)
{
    struct drawn drawn;
    (void)state;

    draw(&drawn);
    drawn.reading.gpg.ns[LEDGER_COMPRESS] = 600;
    stages_fill(&drawn.stages, &drawn.sample);
    assert_metric(&drawn, METRIC_STAGE_OTHER, 0);
    assert_metric(&drawn, METRIC_STAGE_OVERLAP, 400 - 193);
    assert_int_equal(sum_of_parts(&drawn.sample), 1000);
}

static void nothing_is_negative_when_sides_run_at_once(void **state)
{
    struct drawn drawn;
    (void)state;

    draw(&drawn);
    drawn.reading.gpg.ns[LEDGER_IPC] = 1;
    drawn.reading.before_first_word_ns = 500;
    drawn.tally.ns[TALLY_READ] = 2000;
    stages_fill(&drawn.stages, &drawn.sample);
    assert_metric(&drawn, METRIC_STAGE_IPC, 0);
    assert_metric(&drawn, METRIC_STAGE_SETUP, 0);
    assert_int_equal(sum_of_parts(&drawn.sample), 1000);
    /* By its definition the only one that may be: 1000 - 10 - 2090. */
    assert_metric(&drawn, METRIC_COMPUTE, -1100);
}

/* gpg --version reads no payload: 700 from main to end, less 437. */
static void without_a_first_word_all_is_setup(void **state)
{
    struct drawn drawn;
    (void)state;

    draw(&drawn);
    drawn.reading.first_word_ns = 0;
    drawn.reading.before_first_word_ns = 0;
    stages_fill(&drawn.stages, &drawn.sample);
    assert_metric(&drawn, METRIC_STAGE_SETUP, 700 - 30 - 200 - 50 - 150 - 7);
}

static void an_unwatched_gpg_leaves_all_absent(void **state)
{
    struct drawn drawn;
    (void)state;

    draw(&drawn);
    drawn.reading.has_gpg = false;
    stages_fill(&drawn.stages, &drawn.sample);
    for (int m = 0; m < METRIC_COUNT; m++)
        assert_int_equal(sample_has(&drawn.sample, (enum metric)m),
                         m == METRIC_REAL);
}

static void an_unwatched_agent_matters_where_it_works(void **state)
{
    struct drawn drawn;
    (void)state;

    draw(&drawn);
    drawn.reading.has_agent = false;
    stages_fill(&drawn.stages, &drawn.sample);
    assert_false(sample_has(&drawn.sample, METRIC_FLASH));
    drawn.stages.needs_agent = false;
    stages_fill(&drawn.stages, &drawn.sample);
    assert_true(sample_has(&drawn.sample, METRIC_FLASH));
}

static void a_gpg_with_its_own_crypto_has_no_crypto_stages(void **state)
{
    static const enum metric absent[] = {
        METRIC_STAGE_HASH,   METRIC_STAGE_CIPHER, METRIC_STAGE_PUBKEY,
        METRIC_STAGE_RANDOM, METRIC_HASH_BYTES,   METRIC_JITTER};
    struct drawn drawn;
    (void)state;

    draw(&drawn);
    drawn.reading.has_gcrypt = false;
    drawn.reading.gpg.ns[LEDGER_HASH] = 0;
    drawn.reading.agent.ns[LEDGER_PUBKEY] = 0;
    stages_fill(&drawn.stages, &drawn.sample);
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        assert_false(sample_has(&drawn.sample, absent[i]));
    assert_metric(&drawn, METRIC_STAGE_COMPRESS, 200);
    assert_int_equal(sum_of_parts(&drawn.sample), 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moments_bound_startup_setup_and_finish),
        cmocka_unit_test(accounts_of_gpg_agent_and_ours_are_added),
        cmocka_unit_test(waiting_is_what_nobody_else_accounts_for),
        cmocka_unit_test(what_is_left_is_other),
        cmocka_unit_test(what_is_too_much_is_overlap),
        cmocka_unit_test(nothing_is_negative_when_sides_run_at_once),
        cmocka_unit_test(without_a_first_word_all_is_setup),
        cmocka_unit_test(an_unwatched_gpg_leaves_all_absent),
        cmocka_unit_test(an_unwatched_agent_matters_where_it_works),
        cmocka_unit_test(a_gpg_with_its_own_crypto_has_no_crypto_stages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
