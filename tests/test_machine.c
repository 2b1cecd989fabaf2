/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of bench/machine, on whatever machine this is: what every one has is
 * there, what this one lacks is absent. */
#include "bench/machine.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static void what_every_machine_has_is_told(void **state)
{
    struct run run;
    struct utsname kernel;
    (void)state;

    run_init(&run);
    machine_read(&run.machine);
    assert_int_equal(uname(&kernel), 0);
    assert_string_equal(run.machine.system, kernel.sysname);
    assert_string_equal(run.machine.release, kernel.release);
    assert_string_equal(run.machine.arch, kernel.machine);
    assert_true(run.machine.cpus > 0);
    /* No more is usable than is installed. */
    assert_true(run.machine.memory_bytes >=
                (int64_t)sysconf(_SC_AVPHYS_PAGES) * sysconf(_SC_PAGESIZE));
    assert_true(run.machine.clock_resolution_ns > 0);
    assert_true(run.machine.cpu_tick_ns >= 1000000);
    run_release(&run);
}

static void what_it_lacks_is_absent(void **state)
{
    struct run run;
    (void)state;

    run_init(&run);
    machine_read(&run.machine);
    machine_read_state(&run.machine, 0);
    if (access("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", R_OK) !=
        0)
        assert_null(run.machine.governor);
    if (access("/sys/class/thermal/thermal_zone0/temp", R_OK) != 0)
        assert_true(isnan(run.machine.celsius[0]));
    /* A name is never empty and has no line end. */
    if (run.machine.cpu) {
        assert_int_not_equal(run.machine.cpu[0], '\0');
        assert_null(strchr(run.machine.cpu, '\n'));
    }
    run_release(&run);
}

static void the_state_goes_to_its_place_of_the_pair(void **state)
{
    struct run run;
    (void)state;

    run_init(&run);
    machine_read_state(&run.machine, 1);
    assert_true(run.machine.load[1] >= 0);
    assert_true(isnan(run.machine.load[0]));
    assert_true(isnan(run.machine.mhz[0]));
    assert_true(isnan(run.machine.celsius[0]));
    assert_true(isnan(run.machine.mhz[1]) || run.machine.mhz[1] > 0);
    run_release(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_every_machine_has_is_told),
        cmocka_unit_test(what_it_lacks_is_absent),
        cmocka_unit_test(the_state_goes_to_its_place_of_the_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
