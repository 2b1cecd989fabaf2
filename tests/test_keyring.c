/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/keyring: which keys a plan has.  Without gpg: nothing is
 * imported or made. */
#include "bench/keyring.h"

#include "scratch.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

struct ring {
    struct plan plan;
    struct run run;
    struct keyring keyring;
    struct fault fault;
};

static void ring_init(struct ring *ring)
{
    memset(ring, 0, sizeof *ring);
    assert_int_equal(plan_init(&ring->plan), 0);
    run_init(&ring->run);
    assert_non_null(run_add_engine(&ring->run));
}

static void ask_key(struct ring *ring, const char *name)
{
    assert_int_equal(plan_list_add(&ring->plan.keys, name), 0);
}

static void ask_made(struct ring *ring, const char *name)
{
    assert_int_equal(plan_list_add(&ring->plan.generate, name), 0);
}

static gpg_error_t fill(struct ring *ring)
{
    return keyring_init(&ring->keyring, &ring->plan, &ring->run, &ring->fault);
}

static void ring_release(struct ring *ring)
{
    keyring_release(&ring->keyring);
    fault_release(&ring->fault);
    run_release(&ring->run);
    plan_release(&ring->plan);
}

static void assert_entry(const struct ring *ring, size_t index,
                         const char *name, bool is_made, bool is_used)
{
    assert_true(index < ring->keyring.count);
    const struct keyring_entry *entry = &ring->keyring.entries[index];
    assert_string_equal(ring->run.keys[index].name, name);
    assert_int_equal(entry->is_made, is_made);
    assert_int_equal(entry->is_used, is_used);
    assert_int_equal(entry->path != NULL, !is_made);
    assert_int_equal(entry->spec.parameters != NULL, is_made);
}

static void assert_count(const struct ring *ring, size_t count)
{
    assert_int_equal(ring->keyring.count, count);
    assert_int_equal(ring->run.key_count, count);
}

static void without_a_word_the_key_is_dsa1024(void **state)
{
    struct ring ring;
    (void)state;

    ring_init(&ring);
    assert_int_equal(fill(&ring), 0);
    assert_count(&ring, 1);
    assert_entry(&ring, 0, "dsa1024", false, true);
    ring_release(&ring);
}

static void keys_are_listed_as_asked_for(void **state)
{
    struct ring ring;
    (void)state;

    ring_init(&ring);
    ask_key(&ring, "rsa2048");
    ask_key(&ring, "ed25519");
    assert_int_equal(fill(&ring), 0);
    assert_count(&ring, 2);
    assert_entry(&ring, 0, "rsa2048", false, true);
    assert_entry(&ring, 1, "ed25519", false, true);
    ring_release(&ring);
}

static void a_key_that_is_made_is_used_where_no_other_is_given(void **state)
{
    struct ring ring;
    (void)state;

    ring_init(&ring);
    ask_made(&ring, "rsa1024");
    ask_made(&ring, "dsa1024/elg2048");
    assert_int_equal(fill(&ring), 0);
    assert_count(&ring, 2);
    assert_entry(&ring, 0, "rsa1024", true, true);
    /* The slash parts the names of a cell. */
    assert_entry(&ring, 1, "dsa1024+elg2048", true, true);
    assert_string_equal(ring.keyring.entries[1].spec.subkey, "elg2048");
    ring_release(&ring);
}

static void beside_a_given_key_it_is_only_made(void **state)
{
    struct ring ring;
    (void)state;

    ring_init(&ring);
    ask_made(&ring, "rsa1024");
    ask_key(&ring, "ed25519");
    assert_int_equal(fill(&ring), 0);
    assert_count(&ring, 2);
    assert_entry(&ring, 0, "ed25519", false, true);
    assert_entry(&ring, 1, "rsa1024", true, false);
    ring_release(&ring);
}

static void a_name_that_is_taken_gets_a_number(void **state)
{
    struct ring ring;
    (void)state;

    scratch_write("rsa1024.asc", "any");
    ring_init(&ring);
    ask_key(&ring, "rsa1024");
    ask_key(&ring, "rsa1024");
    ask_key(&ring, "./rsa1024.asc");
    ask_made(&ring, "rsa1024");
    assert_int_equal(fill(&ring), 0);
    assert_count(&ring, 4);
    assert_entry(&ring, 0, "rsa1024", false, true);
    assert_entry(&ring, 1, "rsa1024#2", false, true);
    assert_entry(&ring, 2, "rsa1024#3", false, true);
    assert_entry(&ring, 3, "rsa1024#4", true, false);
    assert_string_equal(ring.keyring.entries[0].path,
                        ring.keyring.entries[1].path);
    assert_string_not_equal(ring.keyring.entries[0].path,
                            ring.keyring.entries[2].path);
    ring_release(&ring);
}

static void what_is_no_algorithm_is_wrong_usage_by_name(void **state)
{
    static const char *const bad[] = {"foo", "rsa", "rsa1024/", "/x"};
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct ring ring;
        ring_init(&ring);
        ask_key(&ring, "dsa1024");
        ask_made(&ring, bad[i]);
        assert_int_equal(gpg_err_code(fill(&ring)), GPG_ERR_PUBKEY_ALGO);
        assert_int_equal(ring.fault.what, FAULT_USAGE);
        assert_string_equal(ring.fault.thing, bad[i]);
        ring_release(&ring);
    }
}

static void a_key_that_is_not_there_is_named(void **state)
{
    struct ring ring;
    (void)state;

    ring_init(&ring);
    ask_key(&ring, "dsa1024");
    ask_key(&ring, "none-such");
    assert_int_equal(gpg_err_code(fill(&ring)), GPG_ERR_ENOENT);
    assert_int_equal(ring.fault.what, FAULT_UNREADABLE);
    assert_string_equal(ring.fault.thing, "none-such");
    ring_release(&ring);
}

/* The operations of the plan, for each key that is used; generate for each
 * that is made; what could not be made fails from the start. */
static void cells_of_a_key_that_could_not_be_made_have_failed(void **state)
{
    struct ring ring;
    (void)state;

    ring_init(&ring);
    ask_made(&ring, "rsa512");
    ring.plan.operations[OPERATION_GENERATE] = true;
    assert_int_equal(fill(&ring), 0);
    assert_non_null(run_add_fixture(&ring.run));
    ring.run.fixtures[0].size_bytes = 5;
    assert_true(fault_set(&ring.keyring.entries[0].held[0].fault, FAULT_OTHER_KEY_MADE,
                          0, "rsa512", NULL) != 0);
    assert_int_equal(keyring_line_up(&ring.keyring, &ring.plan, &ring.run), 0);
    size_t failed = 0;
    for (size_t i = 0; i < ring.run.series_count; i++) {
        const struct series *series = &ring.run.series[i];
        const bool has_key = series->cell.key != CELL_NONE;
        assert_int_equal(series->failure.what,
                         has_key ? FAULT_OTHER_KEY_MADE : FAULT_NONE);
        failed += has_key;
    }
    /* generate, and four operations at ×1 and ×20. */
    assert_int_equal(failed, 9);
    ring_release(&ring);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_word_the_key_is_dsa1024),
        cmocka_unit_test(keys_are_listed_as_asked_for),
        cmocka_unit_test(a_key_that_is_made_is_used_where_no_other_is_given),
        cmocka_unit_test(beside_a_given_key_it_is_only_made),
        scratch_test(a_name_that_is_taken_gets_a_number),
        cmocka_unit_test(what_is_no_algorithm_is_wrong_usage_by_name),
        scratch_test(a_key_that_is_not_there_is_named),
        cmocka_unit_test(cells_of_a_key_that_could_not_be_made_have_failed),
    };
    setenv("PGPBENCH_DATADIR", TESTS_DIR "/..", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
