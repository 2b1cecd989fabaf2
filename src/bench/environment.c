/* SPDX-License-Identifier: GPL-3.0-or-later */

/* environment: cleans what gpg inherits.  It does not look at gpg. */
#include "bench/environment.h"

#include <stddef.h>
#include <stdlib.h>
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
    if (setenv("GNUPGHOME", home, 1) != 0)
        return gpg_error_from_syserror();
    return 0;
}
