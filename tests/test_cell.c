/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of cell. */
#include "model/cell.h"

#include "base/text.h"
#include "full_run.h"
#include "model/run.h"

#include "close.h"

static void assert_name(const struct run *run, const struct cell *cell,
                        const char *expected)
{
    struct text text = {0};

    cell_name(run, cell, &text);
    assert_string_equal(text_string(&text), expected);
    text_release(&text);
}

/* The forms are those of INTERFACE, "Cell names". */
static void a_name_says_where_we_stand(void **state)
{
    struct run run;
    (void)state;

    full_run_init(&run);
    assert_name(&run, &(struct cell){0, 0, 0, 20, OPERATION_SIGN},
                "gpg/dsa1024/sign/COPYING/x20");
    assert_name(&run, &(struct cell){1, 0, 1, 4294967295, OPERATION_DECRYPT},
                "old/dsa1024/decrypt/caf\xc3\xa9/x4294967295");
    run_release(&run);
}

static void what_does_not_apply_is_a_dash(void **state)
{
    struct run run;
    (void)state;

    full_run_init(&run);
    assert_name(&run,
                &(struct cell){0, CELL_NONE, CELL_NONE, 1, OPERATION_START},
                "gpg/-/start/-/x1");
    run_release(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_says_where_we_stand),
        cmocka_unit_test(what_does_not_apply_is_a_dash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
