/* SPDX-License-Identifier: GPL-3.0-or-later */

/* main: finds the verb and ends with its exit status. */
#include "cli/cmd.h"
#include "cli/first_word.h"
#include "cli/verb.h"

#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

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

int main(int argc, char **argv)
{
    fill_closed_streams();
    const int word = first_word_find(argc, argv);
    const struct verb *verb = word > 0 ? verb_find(argv[word]) : NULL;
    /* A first word that is no verb is a file of run. */
    if (!verb)
        return cmd_run(argc, argv);
    first_word_bring(argv, word);
    return verb->run(argc - 1, argv + 1);
}
