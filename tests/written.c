/* SPDX-License-Identifier: GPL-3.0-or-later */

/* written: writes into memory.  It tests nothing itself. */
#include "written.h"

#include "base/text.h"
#include "close.h"

#include <stdio.h>
#include <string.h>

char *written_run(const struct run *run, const char *name,
                  const struct view *view)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&bytes, &length);

    assert_non_null(stream);
    assert_int_equal(format_find(name)->write(run, view, stream), 0);
    assert_int_equal(fclose(stream), 0);
    assert_int_equal(strlen(bytes), length);
    return bytes;
}

char *written_sample(enum sample_run which, const struct view *view)
{
    struct run run;

    sample_run_make(which, &run);
    char *report = written_run(&run, "text", view);
    run_release(&run);
    return report;
}

static void read_golden(const char *name, struct text *text)
{
    char path[4096];
    char buffer[4096];
    size_t length;

    snprintf(path, sizeof path, "%s/golden/%s.txt", TESTS_DIR, name);
    FILE *stream = fopen(path, "r");
    if (!stream)
        fail_msg("%s cannot be read", path);
    while ((length = fread(buffer, 1, sizeof buffer, stream)) > 0)
        text_add_bytes(text, buffer, length);
    fclose(stream);
}

void assert_golden(const char *report, const char *name)
{
    struct text golden = {0};

    read_golden(name, &golden);
    if (strcmp(report, text_string(&golden)) != 0)
        fail_msg("golden/%s.txt is\n%s\nbut the report is\n%s", name,
                 text_string(&golden), report);
    text_release(&golden);
}
