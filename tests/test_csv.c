/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of report/csv, and of report/format_csv by what it writes of
 * sample_run's records. */
#include "report/csv.h"

#include "base/text.h"
#include "close.h"
#include "model/run.h"
#include "report/format_csv.h"
#include "sample_run.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void assert_field(const char *string, const char *expected)
{
    struct text text = {0};
    struct csv csv = {.text = &text};

    csv_add_string(&csv, string);
    assert_string_equal(text_string(&text), expected);
    text_release(&text);
}

/* RFC 4180, section 2, rules 5 to 7. */
static void quotes_and_commas_are_quoted(void **state)
{
    (void)state;
    assert_field("COPYING", "COPYING");
    assert_field("two words", "two words");
    assert_field("a,b", "\"a,b\"");
    assert_field("b\"bb", "\"b\"\"bb\"");
    assert_field("a\xff", "a\xef\xbf\xbd");
    assert_field("", "");
    assert_field(NULL, "");
}

/* What is written may go to a terminal. */
static void no_field_holds_a_control_character(void **state)
{
    (void)state;
    assert_field("b\r\nbb", "b\\x0d\\x0abb");
    assert_field("\x1b[2J,\x7f", "\"\\x1b[2J,\\x7f\"");
    assert_field("\xc2\x9b", "\\xc2\\x9b");
    assert_field("\\x1b", "\\x5cx1b");
    assert_field("a\\b", "a\\b");
}

static void a_median_is_whole_or_a_half(void **state)
{
    struct text text = {0};
    struct csv csv = {.text = &text};

    (void)state;
    csv_add_median(&csv, 0);
    csv_add_median(&csv, 4690000);
    csv_add_median(&csv, 0.5);
    csv_add_median(&csv, 9007199254740991);
    csv_add_median(&csv, -0.5);
    csv_add_median(&csv, -10.5);
    csv_add_median(&csv, -3);
    csv_add_integer(&csv, INT64_MAX);
    csv_end_record(&csv);
    csv_add_string(&csv, NULL);
    csv_add_string(&csv, "x");
    csv_end_record(&csv);
    assert_string_equal(text_string(&text), "0,4690000,0.5,9007199254740991,"
                                            "-0.5,-10.5,-3,"
                                            "9223372036854775807\n,x\n");
    text_release(&text);
}

/* The records of a run, to be freed. */
static char *write_csv(enum sample_run which)
{
    struct run run;
    char *bytes = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&bytes, &length);

    sample_run_make(which, &run);
    assert_int_equal(format_csv_write(&run, NULL, stream), 0);
    fclose(stream);
    run_release(&run);
    return bytes;
}

static size_t count_fields(const char *line)
{
    size_t count = 1;

    for (; *line != '\n'; line++)
        count += *line == ',';
    return count;
}

static void every_run_has_the_same_columns(void **state)
{
    (void)state;
    for (int which = SAMPLE_RUN_FULL; which <= SAMPLE_RUN_EMPTY; which++) {
        char *csv = write_csv((enum sample_run)which);
        assert_memory_equal(csv, "cell,engine,key,operation,fixture,copies,",
                            41);
        for (const char *line = csv; *line; line = strchr(line, '\n') + 1)
            assert_int_equal(count_fields(line), 10 + METRIC_COUNT + 7);
        free(csv);
    }
}

/* The first sample of decrypt, whose figures are the course of sample_run
 * with 4 thousandths added; there are no others. */
static void a_record_holds_exact_figures_and_nothing_where_absent(void **state)
{
    (void)state;
    char *csv = write_csv(SAMPLE_RUN_SINGLE);
    assert_non_null(
        strstr(csv, "\ngpg/dsa1024/decrypt/COPYING/x1,gpg,dsa1024,decrypt,"
                    "COPYING,1,17983,cold,,1,6375400,5120400,1490940,3629460,"
                    "3132480,0,1987920,431720,7096320,4403200,,,,,17983,,,,,"
                    ",,,,,,,,,,,,,,,,,,,,,,,,,6375400,6375400,0,,\n"));
    assert_non_null(
        strstr(csv, "\ngpg/-/start/-/x1,gpg,,start,,1,,,,1,2078280,"));
    free(csv);
}

/* Of 24 samples, twice the list of sample_run, the middle two are -1 and 1
 * thousandth off; the interval of 24 is from the 7th to the 18th value. */
static void a_record_holds_interval_and_range_of_the_real_time(void **state)
{
    (void)state;
    char *csv = write_csv(SAMPLE_RUN_FULL);
    const char *record = strstr(csv, "\ngpg/dsa1024/sign/COPYING/x1,");
    assert_non_null(strstr(record, ",cold,,24,4690000,"));
    /* Probed: the course of sample_run, entropy 1500 ns, flash 190 us, and
     * real 130 us above 4690; their median is 1.5 thousandths off. */
    assert_non_null(strstr(record, ",7209,1502,,,190285,"));
    assert_non_null(
        strstr(record, ",4675930,4708760,4647790,4741590,6,137230,4827230\n"));
    free(csv);
}

/* The first probed sample of sign is 4 thousandths above 4820 us. */
static void a_record_without_plain_samples_is_of_the_probed_ones(void **state)
{
    struct run run;
    char *csv = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&csv, &length);
    (void)state;

    sample_run_make(SAMPLE_RUN_FULL, &run);
    struct series *series =
        sample_run_find(&run, "gpg/dsa1024/sign/COPYING/x1");
    series->samples[0] = series->samples[series_count(series, false)];
    series->sample_count = 1;
    assert_int_equal(format_csv_write(&run, NULL, stream), 0);
    fclose(stream);
    const char *record = strstr(csv, "\ngpg/dsa1024/sign/COPYING/x1,");
    assert_non_null(strstr(record, ",cold,,1,4839280,"));
    assert_non_null(strstr(record, ",,,4839280,4839280,1,,4839280\n"));
    free(csv);
    run_release(&run);
}

static void a_failed_cell_has_words_and_no_figures(void **state)
{
    (void)state;
    char *csv = write_csv(SAMPLE_RUN_DISK_FULL);
    const char *record = strstr(csv, "\ngpg/dsa1024/decrypt/COPYING/x20,");
    assert_non_null(strstr(record, ",cold,disk full,0,,,,"));
    free(csv);
}

static void no_locale_changes_a_number(void **state)
{
    (void)state;
    char *plain = write_csv(SAMPLE_RUN_FULL);
    if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "de_DE.utf8"))
        setlocale(LC_ALL, "");
    char *csv = write_csv(SAMPLE_RUN_FULL);
    setlocale(LC_ALL, "C");
    assert_string_equal(csv, plain);
    free(csv);
    free(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotes_and_commas_are_quoted),
        cmocka_unit_test(no_field_holds_a_control_character),
        cmocka_unit_test(a_median_is_whole_or_a_half),
        cmocka_unit_test(every_run_has_the_same_columns),
        cmocka_unit_test(a_record_holds_exact_figures_and_nothing_where_absent),
        cmocka_unit_test(a_record_holds_interval_and_range_of_the_real_time),
        cmocka_unit_test(a_record_without_plain_samples_is_of_the_probed_ones),
        cmocka_unit_test(a_failed_cell_has_words_and_no_figures),
        cmocka_unit_test(no_locale_changes_a_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
