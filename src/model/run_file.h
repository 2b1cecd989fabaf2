/* SPDX-License-Identifier: GPL-3.0-or-later */

/* run_file: the record as a JSON file, by jansson; the only reader of JSON.
 *
 * The format is INTERFACE's "Run file", held by doc/run-file.schema.json.
 * Names that are not valid UTF-8 are written with U+FFFD for each byte that
 * is wrong; where that makes two alike, the later one becomes "NAME#2". */
#ifndef PGPBENCH_MODEL_RUN_FILE_H
#define PGPBENCH_MODEL_RUN_FILE_H

#include <gpg-error.h>
#include <stdio.h>

struct fault;
struct run;

#define RUN_FILE_VERSION 1

/* Write RUN to STREAM, one JSON object and a newline.  Fails with the system
 * error of the write, or GPG_ERR_ENOMEM. */
gpg_error_t run_file_write(const struct run *run, FILE *stream);

/* Read one run from STREAM into the zeroed RUN.  NAME is for messages.  On
 * failure RUN is released and FAULT says what, with line and column where
 * the text is no JSON and with the path of the value where that is wrong
 * ("cells[3].plain.real_ns[7]"); a version that is not known is an error that
 * says so.  Keys that are not known are passed over, and so is the name of a
 * cell, which follows from its parts. */
gpg_error_t run_file_read(FILE *stream, const char *name, struct run *run,
                          struct fault *fault);

/* The version of the library behind it, "2.14". */
const char *run_file_library(void);

#endif
