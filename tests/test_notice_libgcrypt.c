/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/notice_libgcrypt. */
#include "noticed_run.h"

#include "close.h"

#include <string.h>

/* A libgcrypt of ENGINE, at PATH and with BUILD_ID. */
static void load(struct run_engine *engine, const char *path,
                 const char *build_id)
{
    struct library *library = run_add_library(engine);

    assert_non_null(library);
    library->name = strdup("libgcrypt.so.20");
    library->path = strdup(path);
    library->build_id = build_id ? strdup(build_id) : NULL;
}

static void a_library_that_two_engines_load_is_told(void **state)
{
    static const struct {
        const char *path, *build_id;
        const char *other_path, *other_build_id;
        bool is_same;
    } rows[] = {
        {"/a/lib.so", "01ff", "/b/lib.so", "01ff", true},
        {"/a/lib.so", "01ff", "/a/lib.so", "02ff", false},
        {"/a/lib.so", NULL, "/a/lib.so", "02ff", true},
        {"/a/lib.so", NULL, "/b/lib.so", NULL, false},
    };
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct noticed_run noticed;
        noticed_run_init(&noticed, SAMPLE_RUN_TWO);
        load(&noticed.run.engines[0], rows[i].path, rows[i].build_id);
        load(&noticed.run.engines[1], rows[i].other_path,
             rows[i].other_build_id);
        const struct notice *notice =
            noticed_run_find(&noticed, NOTICE_SAME_LIBRARY);
        if (rows[i].is_same)
            assert_notice_says(notice, "gpg, gpg#2 load the same libgcrypt",
                               "LD_LIBRARY_PATH");
        else
            assert_null(notice);
        noticed_run_release(&noticed);
    }
}

static void one_without_its_features_is_meant_to_be_compared(void **state)
{
    struct noticed_run noticed;
    (void)state;

    noticed_run_init(&noticed, SAMPLE_RUN_TWO);
    load(&noticed.run.engines[0], "/lib.so", "01ff");
    load(&noticed.run.engines[1], "/lib.so", "01ff");
    sample_run_replace(&noticed.run.engines[0].hwf, "all");
    sample_run_replace(&noticed.run.engines[1].hwf, "none");
    sample_run_replace(&noticed.run.engines[1].libgcrypt.hwflist, ":");
    assert_null(noticed_run_find(&noticed, NOTICE_SAME_LIBRARY));
    assert_notice_says(noticed_run_find(&noticed, NOTICE_FEATURES),
                       "gpg#2 does without hardware features, as asked",
                       "json");
    noticed_run_release(&noticed);
}

static void other_features_are_told(void **state)
{
    struct noticed_run noticed;
    (void)state;

    noticed_run_init(&noticed, SAMPLE_RUN_TWO);
    assert_null(noticed_run_find(&noticed, NOTICE_FEATURES));
    sample_run_replace(&noticed.run.engines[1].libgcrypt.hwflist,
                       "intel-cpu:intel-ssse3:");
    assert_notice_says(noticed_run_find(&noticed, NOTICE_FEATURES),
                       "gpg#2 uses other hardware features than gpg", "json");
    /* What is not known is no difference. */
    sample_run_replace(&noticed.run.engines[1].libgcrypt.hwflist, NULL);
    assert_null(noticed_run_find(&noticed, NOTICE_FEATURES));
    noticed_run_release(&noticed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_library_that_two_engines_load_is_told),
        cmocka_unit_test(one_without_its_features_is_meant_to_be_compared),
        cmocka_unit_test(other_features_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
