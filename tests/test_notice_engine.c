/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/notice_engine, on the records of sample_run changed in one
 * point. */
#include "noticed_run.h"

#include "close.h"
#include "sample_run.h"

#include <string.h>

static void a_home_elsewhere_is_told_in_the_engine_s_words(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    assert_null(noticed_run_find(&noticed, NOTICE_HOME_DIR));
    noticed.run.engines[0].home_dir_notice = strdup("the home is in\n/tmp");
    assert_notice_says(noticed_run_find(&noticed, NOTICE_HOME_DIR),
                       "the home is in\\x0a/tmp", "--home-dir");
    assert_int_equal(noticed_run_find(&noticed, NOTICE_HOME_DIR)->engine, 0);
    noticed_run_release(&noticed);
}

static void an_agent_that_ended_is_told(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    assert_null(noticed_run_find(&noticed, NOTICE_AGENT_DEATHS));
    noticed.run.engines[0].agent_deaths = 1;
    assert_notice_says(noticed_run_find(&noticed, NOTICE_AGENT_DEATHS),
                       "ended once", "who ends it");
    noticed_run_release(&noticed);
}

static void an_agent_of_another_version_is_told(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    assert_null(noticed_run_find(&noticed, NOTICE_VERSIONS));
    sample_run_replace(&noticed.run.engines[0].agent_version, "2.4.1");
    assert_notice_says(noticed_run_find(&noticed, NOTICE_VERSIONS),
                       "gpg is 2.2.40 but its gpg-agent is 2.4.1", "install");
    noticed_run_release(&noticed);
}

static void weak_accounting_is_told_for_gpg_and_agent(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_FULL);
    struct accounting *accounting = &noticed.run.engines[0].accounting;
    assert_null(noticed_run_find(&noticed, NOTICE_ACCOUNTING));
    sample_run_replace(&accounting->agent, "procstat");
    assert_notice_says(noticed_run_find(&noticed, NOTICE_ACCOUNTING),
                       "steps of 10 ms", "check");
    sample_run_replace(&accounting->agent, NULL);
    assert_notice_says(noticed_run_find(&noticed, NOTICE_ACCOUNTING),
                       "CPU time of gpg-agent cannot be measured", "check");
    sample_run_replace(&accounting->gpg, NULL);
    assert_notice_says(
        noticed_run_find(&noticed, NOTICE_ACCOUNTING),
        "CPU time of gpg cannot be measured here and is shown as -", "check");
    noticed_run_release(&noticed);
}

static void an_engine_without_agent_needs_no_account_of_it(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_NO_AGENT);
    assert_null(noticed_run_find(&noticed, NOTICE_ACCOUNTING));
    noticed_run_release(&noticed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_home_elsewhere_is_told_in_the_engine_s_words),
        cmocka_unit_test(an_agent_that_ended_is_told),
        cmocka_unit_test(an_agent_of_another_version_is_told),
        cmocka_unit_test(weak_accounting_is_told_for_gpg_and_agent),
        cmocka_unit_test(an_engine_without_agent_needs_no_account_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
