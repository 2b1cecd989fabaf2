/* SPDX-License-Identifier: GPL-3.0-or-later */

/* csv: fields and records as RFC 4180 has them, except that a record ends
 * with a newline alone, and that a field never holds a control character:
 * what is written may go to a terminal.
 *
 * It knows no column.  No locale changes what is written. */
#ifndef PGPBENCH_REPORT_CSV_H
#define PGPBENCH_REPORT_CSV_H

#include <stdbool.h>
#include <stdint.h>

struct text;

/* A record while it grows; the zeroed one is empty. */
struct csv {
    struct text *text; /* not owned */
    bool has_field;    /* in this record */
};

/* The next field: STRING, in quotes where it holds one or a comma; control
 * characters become \xHH so that they can be had back (text_add_coded);
 * bytes that are not valid UTF-8 become U+FFFD, as in the run file.  NULL:
 * absent, nothing between the commas. */
void csv_add_string(struct csv *csv, const char *string);

/* The next field: NUMBER with as many digits as it has: "4690000". */
void csv_add_integer(struct csv *csv, int64_t number);

/* The next field: a median, that is a whole number or one and a half of it,
 * or a difference of two: "4690000.5", "-0.5". */
void csv_add_median(struct csv *csv, double median);

/* The next field: RATIO with seven significant digits, a decimal point and no
 * more zeros than that needs: "1.02313", "0.5". */
void csv_add_ratio(struct csv *csv, double ratio);

void csv_end_record(struct csv *csv);

#endif
