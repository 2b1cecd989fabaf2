/* SPDX-License-Identifier: GPL-3.0-or-later */

/* output: where a run is shown: the user's stdout and export files.
 *
 * What stands there is format's. */
#ifndef PGPBENCH_CLI_OUTPUT_H
#define PGPBENCH_CLI_OUTPUT_H

#include "base/say.h"
#include "cli/export.h"
#include "cli/view_options.h"
#include "model/fault.h"

#include <gpg-error.h>
#include <stddef.h>
#include <stdio.h>

/* The zeroed structure shows nothing. */
struct output {
    FILE *stream; /* the user's stdout; NULL: not taken yet, or ended */
    const struct view_options *options; /* not owned */
    struct view view;                   /* of stdout */
    struct export *exports;
    size_t export_count;
};

/* Nothing is open yet.  OPTIONS must outlive OUTPUT. */
void output_init(struct output *output, const struct view_options *options);

/* Open the export files, then take the user's stdout, leaving /dev/null in its
 * place: GPGME looks whether fd 1 is a terminal and then makes gpg tell its
 * agent about it, and a forgotten agent would hold a pipe open.  Signals must
 * be caught already, or temporary files would stay.  Fails with FAULT
 * filled. */
gpg_error_t output_open(struct output *output, struct fault *fault);

/* Refuse exports of OUTPUT (open) that would replace the file PATH, for the
 * reason WHY.  Fails with FAULT filled. */
gpg_error_t output_protect(const struct output *output, const char *path,
                           const char *why, struct fault *fault);

/* Put SUBJECT into the export files that are regular ones, see export_save.  At
 * the end each failure is said; the first is returned. */
gpg_error_t output_save(struct output *output, const struct subject *subject,
                        bool is_final, struct say *say);

/* Write SUBJECT to the others, once, at the end.  That takes as long as who
 * reads there, so let signals end it: guard_restore_signals.  Each failure is
 * said; the first is returned. */
gpg_error_t output_send(struct output *output, const struct subject *subject,
                        struct say *say);

/* Write SUBJECT to the open stdout and end it.  Returns the exit status, see
 * output_end. */
int output_print(struct output *output, const struct subject *subject,
                 struct say *say);

/* Open all, write SUBJECT everywhere and close all: what verbs do that measure
 * nothing.  What they read must be read before: waiting for it leaves nothing
 * behind, and an export may replace it.  Returns the exit status; where that is
 * EXIT_UNUSABLE and nothing has been said, FAULT is filled. */
int output_show(const struct view_options *options,
                const struct subject *subject, struct say *say,
                struct fault *fault);

/* Close STREAM, a stdout into which WHAT ("the report") was written, with
 * success if ERR is 0.  Returns the exit status: EXIT_ALL_MEASURED; 128 +
 * SIGPIPE, in silence, where nobody reads (and SIGPIPE is ignored); and
 * EXIT_UNUSABLE, after a line, where it could not be written. */
int output_end(FILE *stream, gpg_error_t err, const char *what,
               struct say *say);

/* Answer --help, by PRINT_HELP, or --version if OPTIONS ask for one.  True if
 * they do, and *R_STATUS is the exit status. */
bool output_talk(const struct view_options *options,
                 void (*print_help)(FILE *stream), struct say *say,
                 int *r_status);

/* Close all; an export that was not saved leaves no trace. */
void output_release(struct output *output);

#endif
