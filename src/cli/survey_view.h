/* SPDX-License-Identifier: GPL-3.0-or-later */

/* survey_view: a survey for a person and for a program. */
#ifndef PGPBENCH_CLI_SURVEY_VIEW_H
#define PGPBENCH_CLI_SURVEY_VIEW_H

#include "base/say.h"
#include "bench/survey.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stdio.h>

struct survey_view {
    /* SAY_QUIET: only what is not in order; SAY_VERBOSE: details, too */
    enum say_level level;
    bool color;
    bool cleans; /* left-overs were to be removed */
};

/* Write SURVEY to STREAM, by topics, a line or two for each fact, in 80
 * columns; or as one JSON object of all facts.  Fail with the system's error
 * or GPG_ERR_ENOMEM. */
gpg_error_t survey_view_write_text(const struct survey *survey,
                                   const struct survey_view *view,
                                   FILE *stream);
gpg_error_t survey_view_write_json(const struct survey *survey,
                                   const struct survey_view *view,
                                   FILE *stream);

#endif
