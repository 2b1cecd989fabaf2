/* SPDX-License-Identifier: GPL-3.0-or-later */

/* engine_option: takes the words of --engine apart.  Whether there is such a
 * gpg is bench's to find out. */
#include "cli/engine_option.h"

#include <stdlib.h>
#include <string.h>

gpg_error_t engine_option_read(const char *value, char **words,
                               struct plan *plan)
{
    char *copy = strdup(value);
    if (!copy)
        return gpg_error(GPG_ERR_ENOMEM);
    free(*words);
    *words = copy;
    plan->engine_name = "gpg";
    plan->engine_environment.count = 0;
    char *rest = copy;
    char *program = strsep(&rest, ",");
    char *equals = strchr(program, '=');
    if (equals && !memchr(program, '/', (size_t)(equals - program))) {
        *equals = '\0';
        plan->engine_name = program;
        program = equals + 1;
    }
    plan->engine_path = program;
    gpg_error_t err = *program == '\0' || *plan->engine_name == '\0' ||
                              strchr(plan->engine_name, '/')
                          ? gpg_error(GPG_ERR_INV_VALUE)
                          : 0;
    for (char *setting; !err && (setting = strsep(&rest, ","));) {
        const size_t name = strspn(setting, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                                            "0123456789");
        err = name > 0 && setting[name] == '='
                  ? plan_list_add(&plan->engine_environment, setting)
                  : gpg_error(GPG_ERR_INV_VALUE);
    }
    return err;
}
