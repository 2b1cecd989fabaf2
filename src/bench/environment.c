/* SPDX-License-Identifier: GPL-3.0-or-later */

/* environment: cleans what gpg inherits.  It does not look at gpg. */
#include "bench/environment.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What gpg hands on to its agent, one round trip each (session-env.c of
 * GnuPG), and what leads it to another home or agent. */
static const char *const unwanted[] = {
    "GPG_TTY",
    "TERM",
    "DISPLAY",
    "XAUTHORITY",
    "XMODIFIERS",
    "WAYLAND_DISPLAY",
    "GTK_IM_MODULE",
    "QT_IM_MODULE",
    "DBUS_SESSION_BUS_ADDRESS",
    "INSIDE_EMACS",
    "XDG_SESSION_TYPE",
    "QT_QPA_PLATFORM",
    "LANGUAGE",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LANG",
    "GPG_AGENT_INFO",
    "PINENTRY_USER_DATA",
    "GPGME_DEBUG",
    "ASSUAN_DEBUG",
    "GNUPG_EXEC_DEBUG_FLAGS",
};

gpg_error_t environment_clean(void)
{
    for (size_t i = 0; i < sizeof unwanted / sizeof unwanted[0]; i++)
        unsetenv(unwanted[i]);
    umask(077);
    if (setenv("LC_ALL", "C", 1) != 0)
        return gpg_error_from_syserror();
    return 0;
}

gpg_error_t environment_set_home(const char *home)
{
    if (setenv(ENVIRONMENT_HOME, home, 1) != 0)
        return gpg_error_from_syserror();
    return 0;
}

static struct variable *find(const struct environment *environment,
                             const char *name)
{
    for (size_t i = 0; i < environment->count; i++)
        if (strcmp(environment->variables[i].name, name) == 0)
            return &environment->variables[i];
    return NULL;
}

static struct variable *add(struct environment *environment, const char *name)
{
    struct variable *grown =
        reallocarray(environment->variables, environment->count + 1,
                     sizeof *environment->variables);
    if (!grown)
        return NULL;
    environment->variables = grown;
    struct variable *added = &grown[environment->count];
    *added = (struct variable){strdup(name), NULL};
    if (!added->name)
        return NULL;
    environment->count++;
    return added;
}

gpg_error_t environment_set(struct environment *environment, const char *name,
                            const char *value)
{
    struct variable *variable = find(environment, name);
    char *copy = value ? strdup(value) : NULL;
    if (!variable)
        variable = add(environment, name);
    if (!variable || (value && !copy)) {
        free(copy);
        return gpg_error(GPG_ERR_ENOMEM);
    }
    free(variable->value);
    variable->value = copy;
    return 0;
}

gpg_error_t environment_keep(struct environment *environment, const char *name)
{
    return environment_set(environment, name, getenv(name));
}

const char *environment_get(const struct environment *environment,
                            const char *name)
{
    const struct variable *variable = find(environment, name);
    return variable ? variable->value : NULL;
}

gpg_error_t environment_enter(const struct environment *environment)
{
    for (size_t i = 0; i < environment->count; i++) {
        const struct variable *variable = &environment->variables[i];
        const int failed = variable->value
                               ? setenv(variable->name, variable->value, 1)
                               : unsetenv(variable->name);
        if (failed != 0)
            return gpg_error_from_syserror();
    }
    return 0;
}

void environment_release(struct environment *environment)
{
    for (size_t i = 0; i < environment->count; i++) {
        free(environment->variables[i].name);
        free(environment->variables[i].value);
    }
    free(environment->variables);
    *environment = (struct environment){NULL, 0};
}
