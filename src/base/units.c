/* SPDX-License-Identifier: GPL-3.0-or-later */

/* units: prints and parses numbers with a unit.  Which number is worth
 * showing is not decided here. */
#include "base/units.h"

#include "base/text.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* From small to large. */
static const struct time_unit time_units[] = {
    {"ns", 1.0},
    {"us", 1e3},
    {"ms", 1e6},
    {"s", 1e9},
};

#define TIME_UNIT_COUNT (sizeof time_units / sizeof *time_units)
#define MOST_DIGITS     3

const struct time_unit *units_find_time(const char *name)
{
    for (size_t i = 0; i < TIME_UNIT_COUNT; i++)
        if (strcmp(time_units[i].name, name) == 0)
            return &time_units[i];
    return NULL;
}

const struct time_unit *units_best_time(double ns)
{
    size_t best = 0;

    for (size_t i = 1; i < TIME_UNIT_COUNT; i++)
        if (fabs(ns) >= time_units[i].ns)
            best = i;
    return &time_units[best];
}

/* Three significant digits of VALUE.  The bounds are those from which on
 * rounding would make a further digit before the point. */
static int significant_digits(double value)
{
    if (!(value > 0) || value >= 99.95)
        return 0;
    if (value >= 9.995)
        return 1;
    return value >= 0.9995 ? 2 : MOST_DIGITS;
}

int units_time_digits(double ns, double half_width_ns,
                      const struct time_unit *unit)
{
    unit = unit ? unit : units_best_time(ns);
    if (!(half_width_ns > 0))
        return significant_digits(fabs(ns) / unit->ns);

    int digits = 0;
    double width_ns = half_width_ns * 10;
    while (digits < MOST_DIGITS && width_ns <= unit->ns) {
        digits++;
        width_ns *= 10;
    }
    return digits;
}

void units_add_time(struct text *text, double ns, const struct time_unit *unit,
                    int digits)
{
    if (!isfinite(ns)) {
        text_add(text, "-");
        return;
    }
    unit = unit ? unit : units_best_time(ns);
    digits = digits > 0 ? digits : 0;
    double value = ns / unit->ns;
    if (fabs(value) * pow(10, digits) < 0.5)
        value = 0; /* else "-0.00" */
    text_addf(text, "%.*f %s", digits, value, unit->name);
}

static uint64_t magnitude(int64_t number)
{
    return number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
}

void units_add_grouped(struct text *text, int64_t number)
{
    char digits[32]; /* 19 digits, 6 commas, a sign */
    size_t at = sizeof digits;
    uint64_t rest = magnitude(number);

    for (size_t count = 0; count == 0 || rest > 0; count++) {
        if (count > 0 && count % 3 == 0)
            digits[--at] = ',';
        digits[--at] = (char)('0' + (int)(rest % 10));
        rest /= 10;
    }
    if (number < 0)
        digits[--at] = '-';
    text_add_bytes(text, digits + at, sizeof digits - at);
}

void units_add_size(struct text *text, int64_t size_bytes)
{
    static const char *const names[] = {"KiB", "MiB", "GiB",
                                        "TiB", "PiB", "EiB"};
    static const size_t last = sizeof names / sizeof *names - 1;

    if (magnitude(size_bytes) < UINT64_C(100) * 1024) {
        units_add_grouped(text, size_bytes);
        text_add(text, magnitude(size_bytes) == 1 ? " byte" : " bytes");
        return;
    }
    double size = (double)size_bytes / 1024;
    size_t i = 0;
    while (i < last && fabs(size) >= 1023.95) { /* shown as 1024.0 */
        size /= 1024;
        i++;
    }
    text_addf(text, "%.1f %s", size, names[i]);
}

/* A suffix and what it multiplies by. */
struct suffix {
    const char *name;
    double factor;
};

static const struct suffix size_suffixes[] = {
    {"", 1.0}, {"K", 0x1p10}, {"M", 0x1p20}, {"G", 0x1p30}, {NULL, 0},
};

static const struct suffix second_suffixes[] = {
    {"", 1.0}, {"s", 1.0}, {"ms", 1e-3}, {"min", 60.0}, {NULL, 0},
};

static const struct suffix percent_suffixes[] = {
    {"", 1.0},
    {"%", 1.0},
    {NULL, 0},
};

static const struct suffix *find_suffix(const struct suffix *suffixes,
                                        const char *name)
{
    for (; suffixes->name; suffixes++)
        if (strcmp(suffixes->name, name) == 0)
            return suffixes;
    return NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The digits that *R_AT begins with, and move it behind them.  False if there
 * are none, or more than a uint64_t holds. */
static bool scan_digits(const char **r_at, uint64_t *r_number)
{
    const char *at = *r_at;
    uint64_t number = 0;

    for (; is_digit(*at); at++) {
        const uint64_t digit = (uint64_t)(*at - '0');
        if (number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    if (at == *r_at)
        return false;
    *r_at = at;
    *r_number = number;
    return true;
}

gpg_error_t units_parse_count(const char *string, uint64_t low, uint64_t high,
                              uint64_t *r_count)
{
    uint64_t count;

    if (!scan_digits(&string, &count) || *string || count < low || count > high)
        return gpg_error(GPG_ERR_INV_VALUE);
    *r_count = count;
    return 0;
}

gpg_error_t units_parse_copies(const char *string, uint32_t *r_copies)
{
    const bool x_first = *string == 'x';
    uint64_t copies;

    if (x_first)
        string++;
    if (!scan_digits(&string, &copies))
        return gpg_error(GPG_ERR_INV_VALUE);
    if (!x_first && *string == 'x')
        string++;
    if (*string || copies < 1 || copies > UINT32_MAX)
        return gpg_error(GPG_ERR_INV_VALUE);
    *r_copies = (uint32_t)copies;
    return 0;
}

gpg_error_t units_parse_size(const char *string, int64_t *r_size_bytes)
{
    uint64_t number;

    if (!scan_digits(&string, &number))
        return gpg_error(GPG_ERR_INV_VALUE);
    const struct suffix *suffix = find_suffix(size_suffixes, string);
    if (!suffix || number > INT64_MAX / (uint64_t)suffix->factor)
        return gpg_error(GPG_ERR_INV_VALUE);
    *r_size_bytes = (int64_t)(number * (uint64_t)suffix->factor);
    return 0;
}

/* More digits than a double tells apart are passed over. */
#define MOST_FRACTION_DIGITS 15

/* Digits with or without a point, then one of SUFFIXES. */
static gpg_error_t parse_decimal(const char *string,
                                 const struct suffix *suffixes, double most,
                                 double *r_value)
{
    uint64_t whole = 0;
    double fraction = 0;
    double scale = 1;

    if (!scan_digits(&string, &whole))
        return gpg_error(GPG_ERR_INV_VALUE);
    if (*string == '.') {
        const char *first = ++string;
        for (; is_digit(*string); string++) {
            if (string - first >= MOST_FRACTION_DIGITS)
                continue;
            fraction = fraction * 10 + (*string - '0');
            scale *= 10;
        }
        if (string == first)
            return gpg_error(GPG_ERR_INV_VALUE);
    }
    const struct suffix *suffix = find_suffix(suffixes, string);
    if (!suffix)
        return gpg_error(GPG_ERR_INV_VALUE);
    const double value =
        ((double)whole * scale + fraction) / scale * suffix->factor;
    if (!(value >= 0) || value > most)
        return gpg_error(GPG_ERR_INV_VALUE);
    *r_value = value;
    return 0;
}

gpg_error_t units_parse_seconds(const char *string, double *r_seconds)
{
    double seconds = 0;
    const gpg_error_t err =
        parse_decimal(string, second_suffixes, 1e9, &seconds);

    if (err || !(seconds > 0))
        return gpg_error(GPG_ERR_INV_VALUE);
    *r_seconds = seconds;
    return 0;
}

gpg_error_t units_parse_percent(const char *string, double *r_percent)
{
    return parse_decimal(string, percent_suffixes, INFINITY, r_percent);
}
