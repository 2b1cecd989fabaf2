/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of run_file: what others wrote is refused, with words that say where
 * it is wrong. */
#include "model/run_file.h"

#include "base/text.h"
#include "file_bytes.h"
#include "model/fault.h"
#include "model/run.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

static void assert_refused(const char *bytes, const char *expected)
{
    struct run run = {0};
    struct fault fault = {0};
    struct text text = {0};

    assert_int_not_equal(read_bytes(bytes, strlen(bytes), &run, &fault), 0);
    fault_describe(&fault, &text);
    assert_string_equal(text_string(&text), expected);
    assert_int_equal(run.series_count, 0);
    text_release(&text);
    fault_release(&fault);
}

static void a_text_that_is_no_json_is_refused_with_line_and_column(void **state)
{
    (void)state;

    assert_refused("{\"schema\":\n  oops}",
                   "r.json:2:6: not understood (Syntax error); invalid token "
                   "near 'oops'; give a whole run file");
}

static void another_schema_or_version_is_refused(void **state)
{
    (void)state;

    assert_refused("{}", "r.json: not understood (Invalid value); its schema "
                         "is not \"pgpbench-run\": give a file that pgpbench "
                         "wrote with --export-json");
    assert_refused("[]", "r.json: not understood (Invalid value); its schema "
                         "is not \"pgpbench-run\": give a file that pgpbench "
                         "wrote with --export-json");
    assert_refused("{\"schema\": \"pgpbench-run\", \"version\": 2}",
                   "r.json: not understood (Not supported); it is a run file "
                   "of version 2 and this pgpbench reads version 1: use the "
                   "pgpbench that wrote it");
    assert_refused("{\"schema\": \"pgpbench-run\", \"version\": \"1\"}",
                   "r.json: version: not understood (Invalid value); a whole "
                   "number belongs here");
}

/* What is changed in the full file, and where that is found wrong. */
static const struct {
    const char *old, *new, *where, *expected;
} wrongs[] = {
    {"\"complete\": true", "\"complete\": 1", "complete", "true or false"},
    {"\"setup_cpu_ns\": 123456789", "\"setup_cpu_ns\": -5", "setup_cpu_ns",
     "a whole number from 0 to 2^53 - 1 or null"},
    {"\"cpus\": 2", "\"cpus\": 2.0", "machine.cpus",
     "a whole number from 0 to 2^53 - 1 or null"},
    {"\"cpus\": 2", "\"cpus\": 9007199254740992", "machine.cpus",
     "a whole number from 0 to 2^53 - 1 or null"},
    {"\"load\": [0.1, 0.9]", "\"load\": [0.1]", "machine.load",
     "a list of two"},
    {"\"load\": [0.1, 0.9]", "\"load\": [0.1, \"x\"]", "machine.load[1]",
     "a number from 0 to 1000000 or null"},
    {"\"load\": [0.1, 0.9]", "\"load\": [-0.1, 0.9]", "machine.load[0]",
     "a number from 0 to 1000000 or null"},
    {"\"load\": [0.1, 0.9]", "\"load\": [0.1, 1e300]", "machine.load[1]",
     "a number from 0 to 1000000 or null"},
    {"\"mhz\": [", "\"mhz\": [-1, 1], \"x\": [", "machine.mhz[0]",
     "a number from 0 to 1000000 or null"},
    {"\"celsius\": [", "\"celsius\": [20, 1e300], \"x\": [",
     "machine.celsius[1]", "a number from -273.15 to 10000 or null"},
    {"\"system\": \"Linux\"", "\"system\": []", "machine.system",
     "a string or null"},
    {"\"gpg_options\": [\"s2k", "\"gpg_options\": [null, \"s2k",
     "settings.gpg_options[0]", "a string"},
    {"\"seed\": 9223372036854775807", "\"seed\": -1", "settings.seed",
     "a whole number from 0 to 2^63 - 1 or null"},
    {"\"warmup\": 1", "\"warmup\": 4294967296", "settings.warmup",
     "a whole number from 0 to 2^32 - 1"},
    {"\"timeout_s\": 300.0", "\"timeout_s\": -1", "settings.timeout_s",
     "a number from 0 to 1000000000 or null"},
    {"\"accounting\": {", "\"accounting\": 3, \"x\": {",
     "engines[0].accounting", "an object"},
    {"\"libraries\": [{", "\"libraries\": [7, {", "engines[0].libraries[0]",
     "an object"},
    {"\"keys\": [{", "\"keys\": {}, \"x\": [{", "keys", "a list"},
    {"\"name\": \"old\"", "\"name\": \"gpg\"", "engines[1].name",
     "a name that no other has"},
    {"\"name\": \"old\"", "\"name\": null", "engines[1].name", "a string"},
    {"\"cells\": [", "\"cells\": {}, \"x\": [", "cells", "a list"},
    {"\"cells\": [", "\"cells\": [[],", "cells[0]", "an object"},
    {"\"engine\": \"old\"", "\"engine\": \"new\"", "cells[1].engine",
     "the name of one of the file's engines, not 'new'"},
    {"\"engine\": \"old\"", "\"engine\": null", "cells[1].engine", "a string"},
    {"\"key\": \"dsa1024\"", "\"key\": \"rsa\"", "cells[0].key",
     "the name of one of the file's keys, not 'rsa'"},
    {"\"key\": \"dsa1024\"", "\"key\": null", "cells[0].key", "a string"},
    {"\"key\": null", "\"key\": 4", "cells[2].key", "a string or null"},
    {"\"fixture\": \"COPYING\"", "\"fixture\": \"COPYING2\"",
     "cells[0].fixture",
     "the name of one of the file's fixtures, not 'COPYING2'"},
    {"\"operation\": \"sign\"", "\"operation\": \"seal\"", "cells[0].operation",
     "an operation that this pgpbench knows, not 'seal',"},
    {"\"copies\": 20", "\"copies\": 0", "cells[0].copies",
     "a whole number from 1 to 2^32 - 1"},
    {"\"variant\": null", "\"variant\": \"hwf=none\"", "cells[0].variant",
     "null"},
    {"\"cache\": \"warm\", \"used", "\"cache\": \"hot\", \"used",
     "cells[1].cache", "a word this pgpbench knows, such as \"cold\","},
    {"\"armor\": null", "\"armor\": 0", "cells[1].used.armor", "true or false"},
    {"\"what\": \"disk full\"", "\"what\": null", "cells[1].failure.what",
     "a string"},
    {"\"round\": [0, 1, 2]", "\"round\": [0, -1, 2]", "cells[0].plain.round[1]",
     "a whole number from 0 to 2^32 - 1"},
    {"\"round\": [0, 1, 2]", "\"round\": 3", "cells[0].plain.round", "a list"},
    {"\"plain\": {", "\"plain\": null, \"x\": {", "cells[0].plain",
     "an object"},
    {"\"real_ns\": [4690000, ", "\"real_ns\": [", "cells[0].plain.real_ns",
     "a list as long as \"round\""},
    {"\"real_ns\": [4690000", "\"real_ns\": [\"4690000\"",
     "cells[0].plain.real_ns[0]", "a whole number from 0 to 2^53 - 1 or null"},
    {"9007199254740991", "9007199254740992", "cells[0].plain.real_ns[2]",
     "a whole number from 0 to 2^53 - 1 or null"},
    {"\"real_ns\": [5100000]", "\"real_ns\": [-1]",
     "cells[0].probed.real_ns[0]", "a whole number from 0 to 2^53 - 1 or null"},
    {"\"engine\": \"old\", \"key\": \"dsa1024\", \"operation\": \"encrypt\", "
     "\"fixture\": \"caf\xc3\xa9\", \"copies\": 1,",
     "\"engine\": \"gpg\", \"key\": \"dsa1024\", \"operation\": \"sign\", "
     "\"fixture\": \"COPYING\", \"copies\": 20,",
     "cells[1]",
     "a cell that is not there yet, not 'gpg/dsa1024/sign/COPYING/x20' "
     "again,"},
};

static void a_wrong_value_is_refused_with_its_place(void **state)
{
    (void)state;

    char *full = written_full();
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        struct text expected = {0};
        char *bytes = replaced(full, wrongs[i].old, wrongs[i].new);
        text_addf(&expected,
                  "r.json: %s: not understood (Invalid value); %s belongs "
                  "here",
                  wrongs[i].where, wrongs[i].expected);
        assert_refused(bytes, text_string(&expected));
        text_release(&expected);
        free(bytes);
    }
    free(full);
}

static void a_key_that_stands_twice_is_refused(void **state)
{
    struct run run = {0};
    struct fault fault = {0};
    (void)state;

    char *full = written_full();
    char *bytes = replaced(full, "\"complete\"", "\"program\"");
    assert_int_equal(
        gpg_err_code(read_bytes(bytes, strlen(bytes), &run, &fault)),
        GPG_ERR_SYNTAX);
    assert_int_equal(fault.what, FAULT_BAD_FILE);
    fault_release(&fault);
    free(full);
    free(bytes);
}

static void a_file_cut_off_anywhere_is_refused(void **state)
{
    (void)state;

    char *full = written_full();
    const size_t length = strlen(full) - 2; /* up to the brace */
    for (size_t cut = 1; cut <= length; cut += 13) {
        struct run run = {0};
        struct fault fault = {0};
        assert_int_not_equal(read_bytes(full, cut, &run, &fault), 0);
        assert_int_equal(fault.what, FAULT_BAD_FILE);
        assert_null(run.series);
        fault_release(&fault);
    }
    free(full);
}

/* With a byte changed at random a file is either read or refused: this is
 * for the sanitizers to watch.  The generator is that of C11, 7.22.2.2. */
static void a_damaged_file_is_read_or_refused(void **state)
{
    unsigned long random = 1;
    size_t refused = 0;
    (void)state;

    char *full = written_full();
    const size_t length = strlen(full);
    for (int i = 0; i < 1000; i++) {
        struct run run = {0};
        struct fault fault = {0};
        random = random * 1103515245 + 12345;
        const size_t at = (random >> 16) % length;
        const char kept = full[at];
        full[at] = "0-9,[]{}\"\\n\xff"[(random >> 8) % 12];
        const gpg_error_t err = read_bytes(full, length, &run, &fault);
        assert_int_equal(err != 0, fault_is_set(&fault));
        refused += err != 0;
        full[at] = kept;
        run_release(&run);
        fault_release(&fault);
    }
    assert_in_range(refused, 100, 999);
    free(full);
}

static void deep_nesting_is_refused(void **state)
{
    struct text text = {0};
    struct run run = {0};
    struct fault fault = {0};
    (void)state;

    text_add_char(&text, '[', 1000000);
    assert_int_not_equal(
        read_bytes(text_string(&text), text.length, &run, &fault), 0);
    assert_int_equal(fault.what, FAULT_BAD_FILE);
    fault_release(&fault);
    text_release(&text);
}

static void what_cannot_be_read_is_no_bad_file(void **state)
{
    struct run run = {0};
    struct fault fault = {0};
    (void)state;

    FILE *stream = fopen(TESTS_DIR, "r"); /* a directory */
    assert_non_null(stream);
    assert_int_equal(gpg_err_code(run_file_read(stream, "dir", &run, &fault)),
                     GPG_ERR_EISDIR);
    assert_int_equal(fault.what, FAULT_UNREADABLE);
    assert_string_equal(fault.thing, "dir");
    fault_release(&fault);
    fclose(stream);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_text_that_is_no_json_is_refused_with_line_and_column),
        cmocka_unit_test(another_schema_or_version_is_refused),
        cmocka_unit_test(a_wrong_value_is_refused_with_its_place),
        cmocka_unit_test(a_key_that_stands_twice_is_refused),
        cmocka_unit_test(a_file_cut_off_anywhere_is_refused),
        cmocka_unit_test(a_damaged_file_is_read_or_refused),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(what_cannot_be_read_is_no_bad_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
