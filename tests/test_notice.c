/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/notice: the list as a whole, on the records of
 * sample_run. */
#include "noticed_run.h"

#include "close.h"
#include "sample_run.h"

#include <string.h>

static void every_notice_fits_in_two_lines(void **state)
{
    (void)state;
    for (int which = SAMPLE_RUN_FULL; which <= SAMPLE_RUN_EMPTY; which++) {
        struct noticed_run noticed;
        noticed_run_init(&noticed, (enum sample_run)which);
        assert_int_equal(notice_collect(&noticed.run, &noticed.list), 0);
        assert_true(noticed.list.count > 0);
        for (size_t i = 0; i < noticed.list.count; i++) {
            const struct notice *notice = &noticed.list.notices[i];
            const size_t advice = notice->advice ? strlen(notice->advice) : 0;
            assert_in_range(strlen(notice->words) + advice, 20, 145);
        }
        noticed_run_release(&noticed);
    }
}

/* With one engine there is one of a kind. */
static void notices_come_in_the_order_of_their_kinds(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_SINGLE);
    assert_int_equal(notice_collect(&noticed.run, &noticed.list), 0);
    assert_true(noticed.list.count >= 3);
    for (size_t i = 1; i < noticed.list.count; i++)
        assert_true(noticed.list.notices[i - 1].kind <
                    noticed.list.notices[i].kind);
    noticed_run_release(&noticed);
}

static void a_released_list_is_empty(void **state)
{
    struct noticed_run noticed;

    (void)state;
    noticed_run_init(&noticed, SAMPLE_RUN_SINGLE);
    assert_int_equal(notice_collect(&noticed.run, &noticed.list), 0);
    notice_list_release(&noticed.list);
    assert_int_equal(noticed.list.count, 0);
    assert_null(noticed.list.notices);
    noticed_run_release(&noticed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_notice_fits_in_two_lines),
        cmocka_unit_test(notices_come_in_the_order_of_their_kinds),
        cmocka_unit_test(a_released_list_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
