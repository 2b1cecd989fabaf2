/* SPDX-License-Identifier: GPL-3.0-or-later */

/* main: the table of verbs and the exit status. */
#include "cli/cmd.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct verb {
    const char *name;
    int (*run)(int argc, char **argv); /* NULL: not built yet */
} verbs[] = {
    {"run", cmd_run},   {"compare", NULL},    {"report", cmd_report},
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

int main(int argc, char **argv)
{
    fill_closed_streams();
    for (size_t i = 0; argc > 1 && i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(argv[1], verbs[i].name) != 0)
            continue;
        if (verbs[i].run)
            return verbs[i].run(argc - 1, argv + 1);
        fprintf(stderr,
                "pgpbench: %s: this version does not have it yet (./%s is "
                "a file of that name)\n",
                verbs[i].name, verbs[i].name);
        return EXIT_UNUSABLE;
    }
    /* A first word that is no verb is a file or an option of run. */
    return cmd_run(argc, argv);
}
