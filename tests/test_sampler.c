/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/sampler with scripts in place of gpg: the operation start
 * needs no more of it.  How much room the medium has is told by the test. */
#include "bench/sampler.h"

#include "bench/workdir.h"

#include "bare_scene.h"
#include "scratch.h"

#include "close.h"

#include <string.h>
#include <sys/stat.h>

#define GPG "./gpg"

/* As gpg --version begins. */
#define VERSION "echo 'gpg (GnuPG) 2.2.40'\n"

/* Leaves a line for each time it was run. */
#define COUNT "echo run >>runs\n"

static const struct cell start = {0, CELL_NONE, CELL_NONE, 1, OPERATION_START};

static int64_t free_bytes;

/* The linker puts it in the place of workdir_free_bytes. */
int64_t __wrap_workdir_free_bytes(const char *path);

int64_t __wrap_workdir_free_bytes(const char *path)
{
    (void)path;
    return free_bytes;
}

/* SCRIPT is gpg; the medium has room. */
static void set_up(struct bare_scene *bare, const char *script)
{
    free_bytes = INT64_MAX;
    bare_scene_init(bare, GPG);
    scratch_write(GPG, script);
    assert_int_equal(chmod(GPG, 0700), 0);
}

/* A sample of start, with SCRIPT as gpg. */
static gpg_error_t take(struct bare_scene *bare, const char *script,
                        struct sample *sample, struct fault *fault)
{
    set_up(bare, script);
    return sampler_take(&bare->scene, &start, sample, fault);
}

/* With SCRIPT as gpg there is no sample, but the fault CODE and WHAT. */
static void assert_refused(const char *script, gpg_err_code_t code,
                           enum fault_what what)
{
    struct sample sample = {.round = 0};
    struct fault fault = {.what = FAULT_NONE};
    struct bare_scene bare;

    assert_int_equal(gpg_err_code(take(&bare, script, &sample, &fault)), code);
    assert_int_equal(fault.what, what);
    assert_string_equal(fault.thing, GPG);
    fault_release(&fault);
    bare_scene_release(&bare);
}

static void a_good_call_gives_a_sample_and_no_fault(void **state)
{
    struct sample sample = {.round = 7};
    struct fault fault = {.what = FAULT_NONE};
    struct bare_scene bare;
    (void)state;

    assert_int_equal(take(&bare, "#!/bin/sh\n" COUNT VERSION, &sample, &fault),
                     0);
    assert_false(fault_is_set(&fault));
    assert_true(sample_has(&sample, METRIC_REAL));
    assert_true(sample_has(&sample, METRIC_GPG_CPU));
    assert_true(sample_has(&sample, METRIC_CPU));
    assert_false(sample_has(&sample, METRIC_AGENT_CPU));
    /* What writes no file has no size of one. */
    assert_false(sample_has(&sample, METRIC_OUTPUT));
    assert_int_equal(sample.round, 7);
    scratch_assert_content("runs", "run\n");
    bare_scene_release(&bare);
}

static void a_result_that_is_not_right_is_no_sample(void **state)
{
    (void)state;
    assert_refused("#!/bin/sh\necho 'pgp 2.6.3'\n", GPG_ERR_NO_DATA,
                   FAULT_NO_OUTPUT);
}

/* GPGME does not tell: its spawned program has printed and closed. */
static void a_bad_status_fails_a_call_whose_output_is_right(void **state)
{
    (void)state;
    assert_refused("#!/bin/sh\n" VERSION "exit 2\n", GPG_ERR_GENERAL,
                   FAULT_GPG_FAILED);
}

static void a_death_by_signal_fails_a_call_whose_output_is_right(void **state)
{
    (void)state;
    assert_refused("#!/bin/sh\n" VERSION "kill -9 $$\n", GPG_ERR_GENERAL,
                   FAULT_KILLED);
}

/* The guard looks twice a second. */
static void a_call_that_hangs_is_a_timeout(void **state)
{
    struct sample sample = {.round = 0};
    struct fault fault = {.what = FAULT_NONE};
    struct bare_scene bare;
    (void)state;

    set_up(&bare, "#!/bin/sh\nexec sleep 30\n");
    bare.plan.settings.timeout_s = 0.01;
    assert_int_equal(guard_start(&bare.scene.guard, &bare.scene.children), 0);
    assert_int_equal(
        gpg_err_code(sampler_take(&bare.scene, &start, &sample, &fault)),
        GPG_ERR_TIMEOUT);
    guard_stop(&bare.scene.guard);
    assert_int_equal(fault.what, FAULT_TIMEOUT);
    fault_release(&fault);
    bare_scene_release(&bare);
}

/* Likewise, on a medium that is full and holds payload of another
 * cell. */
static gpg_error_t take_where_full(struct bare_scene *bare, const char *script,
                                   struct sample *sample, struct fault *fault)
{
    set_up(bare, script);
    scratch_write("payload-0-x20", "of another cell");
    free_bytes = 0;
    return sampler_take(&bare->scene, &start, sample, fault);
}

static void where_the_medium_is_full_it_is_tried_twice(void **state)
{
    struct sample sample = {.round = 0};
    struct fault fault = {.what = FAULT_NONE};
    struct bare_scene bare;
    (void)state;

    const gpg_error_t err = take_where_full(
        &bare, "#!/bin/sh\n" COUNT VERSION "exit 2\n", &sample, &fault);
    assert_int_equal(gpg_err_code(err), GPG_ERR_ENOSPC);
    assert_int_equal(fault.what, FAULT_DISK_FULL);
    scratch_assert_content("runs", "run\nrun\n");
    assert_false(scratch_is_there("payload-0-x20"));
    fault_release(&fault);
    bare_scene_release(&bare);
}

/* The script works once the other cell's payload is gone. */
static void room_that_other_cells_gave_back_is_used(void **state)
{
    struct sample sample = {.round = 3};
    struct fault fault = {.what = FAULT_NONE};
    struct bare_scene bare;
    (void)state;

    const gpg_error_t err = take_where_full(
        &bare,
        "#!/bin/sh\n" COUNT VERSION "test ! -e payload-0-x20 || exit 2\n",
        &sample, &fault);
    assert_int_equal(err, 0);
    assert_false(fault_is_set(&fault));
    assert_true(sample_has(&sample, METRIC_REAL));
    assert_int_equal(sample.round, 3);
    scratch_assert_content("runs", "run\nrun\n");
    bare_scene_release(&bare);
}

static void any_other_failure_is_final_and_drops_nothing(void **state)
{
    struct sample sample = {.round = 0};
    struct fault fault = {.what = FAULT_NONE};
    struct bare_scene bare;
    (void)state;

    scratch_write("payload-0-x20", "of another cell");
    take(&bare, "#!/bin/sh\n" COUNT VERSION "exit 2\n", &sample, &fault);
    assert_int_equal(fault.what, FAULT_GPG_FAILED);
    scratch_assert_content("runs", "run\n");
    assert_true(scratch_is_there("payload-0-x20"));
    fault_release(&fault);
    bare_scene_release(&bare);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(a_good_call_gives_a_sample_and_no_fault),
        scratch_test(a_result_that_is_not_right_is_no_sample),
        scratch_test(a_bad_status_fails_a_call_whose_output_is_right),
        scratch_test(a_death_by_signal_fails_a_call_whose_output_is_right),
        scratch_test(a_call_that_hangs_is_a_timeout),
        scratch_test(where_the_medium_is_full_it_is_tried_twice),
        scratch_test(room_that_other_cells_gave_back_is_used),
        scratch_test(any_other_failure_is_final_and_drops_nothing),
    };
    gpgme_check_version(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
