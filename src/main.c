/* SPDX-License-Identifier: GPL-3.0-or-later */

/* main: the table of verbs and the exit status. */
#include "cli/cmd.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const struct verb {
    const char *name;
    int (*run)(int argc, char **argv); /* NULL: not built yet */
} verbs[] = {
    {"run", cmd_run},   {"compare", NULL},    {"report", cmd_report},
    {"list", cmd_list}, {"check", cmd_check},
};

int main(int argc, char **argv)
{
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
