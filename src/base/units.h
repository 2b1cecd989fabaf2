/* SPDX-License-Identifier: GPL-3.0-or-later */

/* units: one table of units; prints "4.69 ms", parses "20x", "64M", "30s".
 *
 * The decimal sign is always a point: nothing here depends on the locale. */
#ifndef PGPBENCH_BASE_UNITS_H
#define PGPBENCH_BASE_UNITS_H

#include <gpg-error.h>
#include <stdint.h>

struct text;

/* A unit of time for -u and for columns that share one. */
struct time_unit {
    const char *name; /* "ms" */
    double ns;        /* 1e6 */
};

/* The unit called NAME ("ns", "us", "ms", "s"); NULL if there is none. */
const struct time_unit *units_find_time(const char *name);

/* The largest unit in which NS, its sign aside, is at least 1; "ns" for 0 and
 * for what is no number. */
const struct time_unit *units_best_time(double ns);

/* How many digits after the point NS deserves in UNIT when it is known to
 * within HALF_WIDTH_NS: the last digit shown is no finer than that.  From
 * 0 to 3.  HALF_WIDTH_NS of 0 (exact) or negative (unknown) gives the digits
 * that make three significant ones, and none for 0.  UNIT may be NULL: the
 * best. */
int units_time_digits(double ns, double half_width_ns,
                      const struct time_unit *unit);

/* Append "4.69 ms" in UNIT (NULL: the best) with DIGITS after the point; "-"
 * for what is no finite number. */
void units_add_time(struct text *text, double ns, const struct time_unit *unit,
                    int digits);

/* Append a size for a person, powers of 1024: "17,983 bytes" below 100 KiB,
 * else "30.0 MiB". */
void units_add_size(struct text *text, int64_t size_bytes);

/* Append a whole number with a comma between thousands: "17,983". */
void units_add_grouped(struct text *text, int64_t number);

/* A whole number from LOW to HIGH, decimal digits only.
 * Fails with GPG_ERR_INV_VALUE. */
gpg_error_t units_parse_count(const char *string, uint64_t low, uint64_t high,
                              uint64_t *r_count);

/* A count of copies: "20" or "20x" or "x20"; at least 1.
 * Fails with GPG_ERR_INV_VALUE. */
gpg_error_t units_parse_copies(const char *string, uint32_t *r_copies);

/* A size: "64", "64K", "64M", "1G" (powers of 1024).
 * Fails with GPG_ERR_INV_VALUE. */
gpg_error_t units_parse_size(const char *string, int64_t *r_size_bytes);

/* A time span above 0 in seconds: "30", "1.5", "30s", "500ms", "2min"; at
 * most 1e9 s, so that it can be counted in nanoseconds.
 * Fails with GPG_ERR_INV_VALUE. */
gpg_error_t units_parse_seconds(const char *string, double *r_seconds);

/* A percentage from 0: "3", "0.5", "3%".  Fails with GPG_ERR_INV_VALUE. */
gpg_error_t units_parse_percent(const char *string, double *r_percent);

#endif
