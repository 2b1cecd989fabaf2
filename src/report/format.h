/* SPDX-License-Identifier: GPL-3.0-or-later */

/* format: the table of formats in which a run can be shown. */
#ifndef PGPBENCH_REPORT_FORMAT_H
#define PGPBENCH_REPORT_FORMAT_H

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct compare;
struct fleet;
struct run;
struct text;
struct time_unit;

/* How a person wants to see it. */
struct view {
    const struct time_unit *unit; /* NULL: chosen for each group of rows */
    bool color;                   /* ANSI colours may be used */
    bool budget;                  /* the stages of every cell, in text */
};

/* What is to be shown: one of the three. */
struct subject {
    const struct run *run;
    const struct compare *compare;
    const struct fleet *fleet;
};

struct format_row {
    const char *name; /* "text": after -f and --export- */
    gpg_error_t (*write)(const struct run *run, const struct view *view,
                         FILE *stream);
    /* NULL: a comparison has no such form */
    gpg_error_t (*write_compare)(const struct compare *compare,
                                 const struct view *view, FILE *stream);
    /* NULL: neither has many runs */
    gpg_error_t (*write_fleet)(const struct fleet *fleet,
                               const struct view *view, FILE *stream);
    const char *what; /* one line for a person */
};

/* Write SUBJECT to STREAM as FORMAT has it. */
gpg_error_t format_write(const struct format_row *format,
                         const struct subject *subject, const struct view *view,
                         FILE *stream);

/* The format called NAME; NULL if there is none. */
const struct format_row *format_find(const char *name);

/* Row INDEX of the table; NULL past its end. */
const struct format_row *format_at(size_t index);

/* The end of most formats: write TEXT to STREAM at once and flush it, unless
 * ERR is set or memory ran out while TEXT grew; and release it.  Returns ERR,
 * GPG_ERR_ENOMEM, or the system error of the write. */
gpg_error_t format_end(struct text *text, gpg_error_t err, FILE *stream);

/* Flush STREAM.  Fails with the system error of what was written to it. */
gpg_error_t format_flush(FILE *stream);

#endif
