/* SPDX-License-Identifier: GPL-3.0-or-later */

/* asked: a command line of pgpbench run and what options made of it, for the
 * tests of cli/options. */
#ifndef PGPBENCH_TESTS_ASKED_H
#define PGPBENCH_TESTS_ASKED_H

#include "cli/options.h"

#define ASKED_WORDS_MAX 16

struct asked {
    struct options options;
    struct fault fault;
    char *argv[ASKED_WORDS_MAX]; /* getopt sorts it */
    gpg_error_t err;
};

/* Read WORDS, ended by NULL; the first is the program's name. */
void asked_init(struct asked *asked, const char *const *words);
void asked_release(struct asked *asked);

/* Read the words behind the program's name. */
#define ASK(asked, ...) \
    asked_init(asked, (const char *const[]){"pgpbench", __VA_ARGS__})

void assert_asked_accepted(const struct asked *asked);

/* Refused for OPTION, with ADVICE somewhere in the advice. */
void assert_asked_refused(const struct asked *asked, const char *option,
                          const char *advice);

#endif
