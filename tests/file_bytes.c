/* SPDX-License-Identifier: GPL-3.0-or-later */

/* file_bytes: writes to and reads from memory. */
#include "file_bytes.h"

#include "base/text.h"
#include "full_run.h"
#include "model/run.h"
#include "model/run_file.h"

#include "close.h"

#include <stdio.h>
#include <string.h>

char *written(const struct run *run)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&bytes, &length);

    assert_non_null(stream);
    assert_int_equal(run_file_write(run, stream), 0);
    fclose(stream);
    return bytes;
}

char *written_full(void)
{
    struct run run;

    full_run_init(&run);
    char *bytes = written(&run);
    run_release(&run);
    return bytes;
}

gpg_error_t read_bytes(const char *bytes, size_t length, struct run *run,
                       struct fault *fault)
{
    FILE *stream = fmemopen((void *)bytes, length, "r");

    assert_non_null(stream);
    const gpg_error_t err = run_file_read(stream, "r.json", run, fault);
    fclose(stream);
    return err;
}

char *replaced(const char *bytes, const char *old, const char *new)
{
    struct text text = {0};
    const char *found = strstr(bytes, old);

    if (!found)
        fail_msg("there is no %s", old);
    text_add_bytes(&text, bytes, (size_t)(found - bytes));
    text_add(&text, new);
    text_add(&text, found + strlen(old));
    return text_take(&text);
}
