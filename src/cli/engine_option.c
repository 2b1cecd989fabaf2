/* SPDX-License-Identifier: GPL-3.0-or-later */

/* engine_option: takes the words of --engine apart.  Whether there is such a
 * gpg is bench's to find out. */
#include "cli/engine_option.h"

#include "base/text.h"
#include "cli/option_value.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define INVALID gpg_error(GPG_ERR_INV_VALUE)

/* The attributes: what each may be, and where in a plan_engine it goes. */
static const struct attribute {
    const char *name;
    const char *choices;
    size_t offset; /* of a const char * */
} attributes[] = {
    {"hwf", "none|all", offsetof(struct plan_engine, hwf)},
};

/* NAME=VALUE in lower case. */
static gpg_error_t set_attribute(struct plan_engine *engine, char *setting)
{
    char *value = strchr(setting, '=');
    if (!value)
        return INVALID;
    *value++ = '\0';
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
        const struct attribute *attribute = &attributes[i];
        if (strcmp(setting, attribute->name) != 0)
            continue;
        if (!option_is_choice(attribute->choices, value))
            return INVALID;
        *(const char **)((char *)engine + attribute->offset) = value;
        return 0;
    }
    return INVALID;
}

/* VAR=VALUE in capitals. */
static bool is_variable(const char *setting)
{
    const size_t name = strspn(setting, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                                        "0123456789");
    return name > 0 && setting[name] == '=';
}

static gpg_error_t add_setting(struct plan_engine *engine, char *setting)
{
    return is_variable(setting) ? plan_list_add(&engine->environment, setting)
                                : set_attribute(engine, setting);
}

/* The name may stand before the program; else the program gives it. */
static gpg_error_t set_program(struct plan_engine *engine, char *program)
{
    char *equals = strchr(program, '=');
    engine->name = NULL;
    if (equals && !memchr(program, '/', (size_t)(equals - program))) {
        *equals = '\0';
        engine->name = program;
        program = equals + 1;
    }
    engine->path = program;
    if (!engine->name)
        engine->name = text_base_name(program);
    return *program == '\0' || *engine->name == '\0' ||
                   strchr(engine->name, '/')
               ? INVALID
               : 0;
}

gpg_error_t engine_option_read(const char *value, struct plan *plan)
{
    struct plan_engine *engine = plan_add_engine(plan);
    if (!engine || !(engine->words = strdup(value)))
        return gpg_error(GPG_ERR_ENOMEM);
    char *rest = engine->words;
    gpg_error_t err = set_program(engine, strsep(&rest, ","));
    for (char *setting; !err && (setting = strsep(&rest, ","));)
        err = add_setting(engine, setting);
    return err;
}
