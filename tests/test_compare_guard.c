/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/compare_guard: each difference is seen by its name, and no other. */
#include "report/compare_guard.h"

#include "base/text.h"
#include "close.h"
#include "rival_run.h"

#include <stdlib.h>
#include <string.h>

struct rivals {
    struct run runs[2];
    struct compare_guard_side sides[2];
};

static void rivals_init(struct rivals *rivals, enum operation operation)
{
    for (size_t i = 0; i < 2; i++) {
        rival_run_init(&rivals->runs[i], 1);
        rivals->sides[i] = (struct compare_guard_side){
            &rivals->runs[i], rival_run_add(&rivals->runs[i], 0, operation)};
        rival_run_sample(&rivals->runs[i].series[0], 0, 1000);
    }
}

static void rivals_release(struct rivals *rivals)
{
    run_release(&rivals->runs[0]);
    run_release(&rivals->runs[1]);
}

static void set(char **string, const char *with)
{
    free(*string);
    *string = with ? strdup(with) : NULL;
}

/* NAMES of all guards in SET, each behind a blank, are EXPECTED. */
static void assert_names(uint32_t guards, const char *expected)
{
    struct text names = {0};

    for (size_t i = 0; i < compare_guard_count(); i++)
        if (guards >> i & 1)
            text_addf(&names, "%s%s", names.length ? "," : "",
                      compare_guard_name(i));
    assert_string_equal(text_string(&names), expected);
    text_release(&names);
}

static void assert_found(const struct rivals *rivals, const char *different,
                         const char *unknown)
{
    const struct compare_guard_findings found =
        compare_guard_look(&rivals->sides[0], &rivals->sides[1]);

    assert_names(found.different, different);
    assert_names(found.unknown, unknown);
}

static void the_same_is_the_same(void **state)
{
    (void)state;
    for (int o = 0; o < OPERATION_COUNT; o++) {
        struct rivals rivals;
        rivals_init(&rivals, (enum operation)o);
        assert_found(&rivals, "", "");
        rivals_release(&rivals);
    }
}

/* What is changed on the second side, and what that is called. */
static void change_input(struct run *run)
{
    set(&run->fixtures[0].sha256, "ef01");
}
static void change_key(struct run *run)
{
    set(&run->keys[0].subkey, "elg2048");
}
static void change_fingerprint(struct run *run)
{
    set(&run->keys[0].fingerprint, "4567");
}
static void change_digest(struct run *run)
{
    set(&run->series[0].used.digest, "SHA256");
}
static void change_compress(struct run *run)
{
    set(&run->series[0].used.compress, "ZLIB");
}
static void change_armor(struct run *run)
{
    run->series[0].used.armor = true;
}
static void change_options(struct run *run)
{
    assert_int_equal(settings_add_gpg_option(&run->settings, "lock-never"), 0);
}
static void change_imported(struct run *run)
{
    run->settings.imported_keys = 2000;
}
static void change_data(struct run *run)
{
    set(&run->settings.data, "disk");
}
static void change_cache(struct run *run)
{
    run->series[0].cache = CACHE_WARM;
}
static void change_pool(struct run *run)
{
    set(&run->settings.pool, "cold");
}
static void change_gpg_accounting(struct run *run)
{
    set(&run->engines[0].accounting.gpg, "ledger");
}
static void change_agent_accounting(struct run *run)
{
    set(&run->engines[0].accounting.agent, "procstat");
}
static void change_probe(struct run *run)
{
    run->series[0].samples[0].probed = true;
}

static void each_difference_has_its_name(void **state)
{
    static const struct {
        void (*change)(struct run *run);
        const char *name;
    } rows[] = {
        {change_input, "input"},
        {change_key, "key"},
        {change_fingerprint, "key fingerprint"},
        {change_digest, "digest"},
        {change_compress, "compression"},
        {change_armor, "armor"},
        {change_options, "gpg options"},
        {change_imported, "imported keys"},
        {change_data, "data"},
        {change_cache, "cache"},
        {change_pool, "pool"},
        {change_gpg_accounting, "accounting of gpg"},
        {change_agent_accounting, "accounting of gpg-agent"},
        {change_probe, "probe"},
    };
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rivals rivals;
        rivals_init(&rivals, OPERATION_SIGN);
        rows[i].change(&rivals.runs[1]);
        assert_found(&rivals, rows[i].name, "");
        rivals_release(&rivals);
    }
}

static void a_cipher_matters_where_there_is_one(void **state)
{
    static const struct {
        enum operation operation;
        const char *expected;
    } rows[] = {{OPERATION_SIGN, ""},
                {OPERATION_VERIFY, ""},
                {OPERATION_ENCRYPT, "cipher"},
                {OPERATION_DECRYPT, "cipher"}};
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rivals rivals;
        rivals_init(&rivals, rows[i].operation);
        set(&rivals.runs[1].series[0].used.cipher, "AES256");
        assert_found(&rivals, rows[i].expected, "");
        rivals_release(&rivals);
    }
}

static void what_gpg_was_told_counts_where_it_did_not_say(void **state)
{
    struct rivals rivals;
    (void)state;

    rivals_init(&rivals, OPERATION_ENCRYPT);
    for (size_t i = 0; i < 2; i++)
        set(&rivals.runs[i].series[0].used.cipher, NULL);
    assert_found(&rivals, "", "");
    set(&rivals.runs[1].settings.cipher, "3DES");
    assert_found(&rivals, "cipher", "");
    set(&rivals.runs[1].settings.cipher, "default");
    assert_found(&rivals, "", "cipher");
    rivals_release(&rivals);
}

static void unknown_on_one_side_is_no_difference(void **state)
{
    struct rivals rivals;
    (void)state;

    rivals_init(&rivals, OPERATION_SIGN);
    set(&rivals.runs[1].fixtures[0].sha256, NULL);
    set(&rivals.runs[1].settings.pool, NULL);
    assert_found(&rivals, "", "input,pool");
    set(&rivals.runs[0].settings.pool, NULL);
    assert_found(&rivals, "", "input");
    rivals_release(&rivals);
}

static void a_gpg_without_agent_is_comparable(void **state)
{
    struct rivals rivals;
    (void)state;

    rivals_init(&rivals, OPERATION_SIGN);
    set(&rivals.runs[1].engines[0].accounting.agent, NULL);
    assert_found(&rivals, "", "");
    rivals_release(&rivals);
}

static void keys_that_are_made_are_never_the_same_one(void **state)
{
    struct rivals rivals;
    (void)state;

    rivals_init(&rivals, OPERATION_SIGN);
    for (size_t i = 0; i < 2; i++)
        set(&rivals.runs[i].keys[0].origin, "generated");
    set(&rivals.runs[1].keys[0].fingerprint, "4567");
    assert_found(&rivals, "", "");
    rivals_release(&rivals);
}

static void machines_are_known_by_what_they_are(void **state)
{
    struct rivals rivals;
    struct machine *machine = &rivals.runs[1].machine;
    (void)state;

    rivals_init(&rivals, OPERATION_SIGN);
    assert_false(
        compare_guard_machines_differ(&rivals.runs[0], &rivals.runs[1]));
    machine->cpus = 4;
    assert_true(
        compare_guard_machines_differ(&rivals.runs[0], &rivals.runs[1]));
    machine->cpus = -1; /* not known */
    assert_false(
        compare_guard_machines_differ(&rivals.runs[0], &rivals.runs[1]));
    rivals.runs[0].machine.memory_bytes = 8000000000;
    machine->memory_bytes = 7900000000;
    assert_false(
        compare_guard_machines_differ(&rivals.runs[0], &rivals.runs[1]));
    machine->memory_bytes = 16000000000;
    assert_true(
        compare_guard_machines_differ(&rivals.runs[0], &rivals.runs[1]));
    machine->memory_bytes = -1;
    set(&machine->cpu, "Another CPU");
    assert_true(
        compare_guard_machines_differ(&rivals.runs[0], &rivals.runs[1]));
    rivals_release(&rivals);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_is_the_same),
        cmocka_unit_test(each_difference_has_its_name),
        cmocka_unit_test(a_cipher_matters_where_there_is_one),
        cmocka_unit_test(what_gpg_was_told_counts_where_it_did_not_say),
        cmocka_unit_test(unknown_on_one_side_is_no_difference),
        cmocka_unit_test(a_gpg_without_agent_is_comparable),
        cmocka_unit_test(keys_that_are_made_are_never_the_same_one),
        cmocka_unit_test(machines_are_known_by_what_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
