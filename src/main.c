/* SPDX-License-Identifier: GPL-3.0-or-later */

/* main: the table of verbs and the exit status. */
#include "cli/cmd.h"
#include "cli/first_word.h"

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static const struct verb {
    const char *name;
    int (*run)(int argc, char **argv);
} verbs[] = {
    {"run", cmd_run},   {"compare", cmd_compare},    {"report", cmd_report},
    {"list", cmd_list}, {"check", cmd_check},
};

/* A file opened later must not come to stand where messages or the report
 * go.  What was closed stays unusable: its writing fails. */
static void fill_closed_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0) {
            const int mode = fd == STDOUT_FILENO ? O_RDONLY : O_RDWR;
            const int lowest = open("/dev/null", mode); /* which is FD */
            (void)lowest;
        }
}

static const struct verb *find_verb(const char *word)
{
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(word, verbs[i].name) == 0)
            return &verbs[i];
    return NULL;
}

int main(int argc, char **argv)
{
    fill_closed_streams();
    const int word = first_word_find(argc, argv);
    const struct verb *verb = word > 0 ? find_verb(argv[word]) : NULL;
    /* A first word that is no verb is a file of run. */
    if (!verb)
        return cmd_run(argc, argv);
    first_word_bring(argv, word);
    return verb->run(argc - 1, argv + 1);
}
