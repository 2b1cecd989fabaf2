/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of model/field, with a structure that has one member of each simple
 * kind.  Lists and objects are tested with run_file. */
#include "model/field.h"

#include "model/fault.h"
#include "model/place.h"

#include "close.h"

#include <stdlib.h>
#include <string.h>

enum colour { COLOUR_NONE, COLOUR_RED, COLOUR_BLUE };

static const char *const colours[] = {NULL, "red", "blue", NULL};

struct thing {
    char *string;
    int64_t integer;
    uint32_t count;
    uint64_t seed;
    double real;
    double pair[2];
    bool yes;
    bool sure;
    bool is_known; /* SURE is */
    unsigned colour;
    char **strings;
    size_t string_count;
};

#define AT(member) offsetof(struct thing, member)

static const struct field fields[] = {
    {.key = "string", .kind = FIELD_STRING, .offset = AT(string)},
    {.key = "integer", .kind = FIELD_INTEGER, .offset = AT(integer)},
    {.key = "count", .kind = FIELD_COUNT, .offset = AT(count)},
    {.key = "seed", .kind = FIELD_SEED, .offset = AT(seed)},
    {.key = "real", .kind = FIELD_REAL, .offset = AT(real), .high = 10},
    {.key = "pair",
     .kind = FIELD_PAIR,
     .offset = AT(pair),
     .low = -5,
     .high = 10},
    {.key = "yes", .kind = FIELD_BOOL, .offset = AT(yes)},
    {.key = "sure",
     .kind = FIELD_KNOWN_BOOL,
     .offset = AT(sure),
     .second = AT(is_known)},
    {.key = "colour",
     .kind = FIELD_WORD,
     .offset = AT(colour),
     .left_out = true,
     .words = colours},
    {.key = "strings",
     .kind = FIELD_STRINGS,
     .offset = AT(strings),
     .second = AT(string_count)},
    {.key = NULL},
};

static const struct thing absent = {
    .integer = -1, .seed = UINT64_MAX, .real = NAN, .pair = {NAN, NAN}};

static void thing_release(struct thing *thing)
{
    free(thing->string);
    for (size_t i = 0; i < thing->string_count; i++)
        free(thing->strings[i]);
    free(thing->strings);
}

static void assert_written(const struct thing *thing, const char *expected)
{
    json_t *object = json_object();

    assert_int_equal(fields_write(fields, thing, object), 0);
    char *bytes = json_dumps(object, JSON_COMPACT);
    assert_string_equal(bytes, expected);
    free(bytes);
    json_decref(object);
}

/* Read JSON into THING, which is absent before. */
static gpg_error_t read(const char *json, struct thing *thing,
                        struct fault *fault)
{
    const struct place at = {.key = "x", .fault = fault};
    json_t *object = json_loads(json, JSON_DECODE_ANY, NULL);

    assert_non_null(object);
    *thing = absent;
    const gpg_error_t err = fields_read(fields, object, &at, thing);
    json_decref(object);
    return err;
}

static void members_are_written_in_the_order_of_the_table(void **state)
{
    char *strings[] = {(char *)"a", (char *)"b"};
    const struct thing thing = {
        .string = (char *)"w",
        .integer = 5,
        .count = 7,
        .seed = 9,
        .real = 0.5,
        .pair = {1.5, 2.5},
        .yes = true,
        .sure = false,
        .is_known = true,
        .colour = COLOUR_BLUE,
        .strings = strings,
        .string_count = 2,
    };
    (void)state;

    assert_written(&thing, "{\"string\":\"w\",\"integer\":5,\"count\":7,"
                           "\"seed\":9,\"real\":0.5,\"pair\":[1.5,2.5],"
                           "\"yes\":true,\"sure\":false,"
                           "\"colour\":\"blue\",\"strings\":[\"a\",\"b\"]}");
}

/* A seed that JSON's readers cannot keep is none. */
static void what_is_absent_is_null_or_left_out(void **state)
{
    (void)state;
    assert_written(&absent, "{\"string\":null,\"integer\":null,\"count\":0,"
                            "\"seed\":null,\"real\":null,"
                            "\"pair\":[null,null],\"yes\":false,"
                            "\"sure\":null,\"strings\":[]}");
}

static void bytes_that_are_no_utf_8_are_replaced(void **state)
{
    (void)state;
    json_t *value = field_string("a\xff"
                                 "b");
    assert_string_equal(json_string_value(value), "a\xef\xbf\xbd"
                                                  "b");
    json_decref(value);
}

static void what_is_read_goes_where_it_belongs(void **state)
{
    struct fault fault = {.what = FAULT_NONE};
    struct thing thing;
    (void)state;

    assert_int_equal(
        read("{\"colour\": \"red\", \"string\": \"w\", \"integer\": 0, "
             "\"count\": 4294967295, \"seed\": 9223372036854775807, "
             "\"real\": 3, \"pair\": [null, -2.5], \"yes\": true, "
             "\"sure\": false, \"strings\": [\"a\", \"\"], \"more\": 1}",
             &thing, &fault),
        0);
    assert_string_equal(thing.string, "w");
    assert_int_equal(thing.integer, 0);
    assert_true(thing.count == UINT32_MAX);
    assert_true(thing.seed == INT64_MAX);
    assert_close(thing.real, 3);
    assert_true(isnan(thing.pair[0]));
    assert_close(thing.pair[1], -2.5);
    assert_true(thing.yes);
    assert_false(thing.sure);
    assert_true(thing.is_known);
    assert_int_equal(thing.colour, COLOUR_RED);
    assert_int_equal(thing.string_count, 2);
    assert_string_equal(thing.strings[0], "a");
    assert_string_equal(thing.strings[1], "");
    thing_release(&thing);
}

static void null_and_what_is_not_there_stay_absent(void **state)
{
    static const char *const texts[] = {
        "{}",
        "{\"string\": null, \"integer\": null, \"seed\": null, "
        "\"real\": null, \"pair\": [null, null], \"sure\": null, "
        "\"colour\": null}",
    };
    struct fault fault = {.what = FAULT_NONE};
    struct thing thing;
    (void)state;

    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(read(texts[i], &thing, &fault), 0);
        assert_null(thing.string);
        assert_int_equal(thing.integer, -1);
        assert_true(thing.seed == UINT64_MAX);
        assert_true(isnan(thing.real));
        assert_true(isnan(thing.pair[0]) && isnan(thing.pair[1]));
        assert_false(thing.is_known);
        assert_int_equal(thing.colour, COLOUR_NONE);
        assert_int_equal(thing.string_count, 0);
    }
}

/* 2^53 is the first that not every reader keeps: RFC 8259, section 6. */
static void a_value_of_another_kind_is_refused_with_its_place(void **state)
{
    static const struct {
        const char *json;
        const char *thing;
    } bad[] = {
        {"7", "x"},
        {"{\"string\": 7}", "x: string"},
        {"{\"integer\": -1}", "x: integer"},
        {"{\"integer\": 9007199254740992}", "x: integer"},
        {"{\"integer\": 1.0}", "x: integer"},
        {"{\"count\": null}", "x: count"},
        {"{\"count\": -1}", "x: count"},
        {"{\"count\": 4294967296}", "x: count"},
        {"{\"seed\": -1}", "x: seed"},
        {"{\"real\": -0.5}", "x: real"},
        {"{\"real\": 10.5}", "x: real"},
        {"{\"real\": 1e300}", "x: real"},
        {"{\"real\": \"1\"}", "x: real"},
        {"{\"pair\": [1, -6]}", "x: pair[1]"},
        {"{\"pair\": [11, 1]}", "x: pair[0]"},
        {"{\"pair\": [1]}", "x: pair"},
        {"{\"pair\": [1, 2, 3]}", "x: pair"},
        {"{\"pair\": [1, \"2\"]}", "x: pair[1]"},
        {"{\"yes\": null}", "x: yes"},
        {"{\"yes\": 1}", "x: yes"},
        {"{\"sure\": 0}", "x: sure"},
        {"{\"colour\": \"green\"}", "x: colour"},
        {"{\"colour\": 1}", "x: colour"},
        {"{\"strings\": null}", "x: strings"},
        {"{\"strings\": [\"a\", null]}", "x: strings[1]"},
    };
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct fault fault = {.what = FAULT_NONE};
        struct thing thing;
        if (gpg_err_code(read(bad[i].json, &thing, &fault)) !=
            GPG_ERR_INV_VALUE)
            fail_msg("%s was taken", bad[i].json);
        assert_string_equal(fault.thing, bad[i].thing);
        fault_release(&fault);
        thing_release(&thing);
    }
}

/* What is read back must not be refused. */
static void what_cannot_be_is_not_written(void **state)
{
    struct thing thing = absent;
    json_t *object = json_object();
    (void)state;

    thing.real = 1e300;
    thing.pair[0] = -1e300;
    thing.pair[1] = -5;
    assert_int_equal(fields_write(fields, &thing, object), 0);
    assert_true(json_is_null(json_object_get(object, "real")));
    const json_t *pair = json_object_get(object, "pair");
    assert_true(json_is_null(json_array_get(pair, 0)));
    assert_close(json_real_value(json_array_get(pair, 1)), -5);
    json_decref(object);
}

static void a_count_may_have_a_least_one(void **state)
{
    struct fault fault = {.what = FAULT_NONE};
    const struct place at = {.key = "x", .fault = &fault};
    json_t *one = json_integer(1);
    json_t *two = json_integer(2);
    uint32_t count = 0;
    (void)state;

    assert_int_equal(field_read_count(two, &at, 2, &count), 0);
    assert_int_equal(count, 2);
    assert_int_equal(gpg_err_code(field_read_count(one, &at, 2, &count)),
                     GPG_ERR_INV_VALUE);
    fault_release(&fault);
    json_decref(one);
    json_decref(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_written_in_the_order_of_the_table),
        cmocka_unit_test(what_is_absent_is_null_or_left_out),
        cmocka_unit_test(bytes_that_are_no_utf_8_are_replaced),
        cmocka_unit_test(what_is_read_goes_where_it_belongs),
        cmocka_unit_test(null_and_what_is_not_there_stay_absent),
        cmocka_unit_test(a_value_of_another_kind_is_refused_with_its_place),
        cmocka_unit_test(what_cannot_be_is_not_written),
        cmocka_unit_test(a_count_may_have_a_least_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
