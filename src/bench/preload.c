/* SPDX-License-Identifier: GPL-3.0-or-later */

/* preload: names libraries for the dynamic linker. */
#include "bench/preload.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char separators[] = " :";

/* Whether one who asked before us has made it; errno stays. */
static bool is_link_to(const char *link, const char *library)
{
    const int error = errno;
    char *target = realpath(link, NULL);
    char *file = realpath(library, NULL);
    const bool is = target && file && strcmp(target, file) == 0;
    free(target);
    free(file);
    errno = error;
    return is;
}

gpg_error_t preload_name(const char *library, const char *directory,
                         const char *link, char **r_named)
{
    *r_named = NULL;
    if (!strpbrk(library, separators)) {
        *r_named = strdup(library);
        return *r_named ? 0 : gpg_error(GPG_ERR_ENOMEM);
    }
    if (strpbrk(directory, separators))
        return gpg_error(GPG_ERR_INV_NAME);
    if (asprintf(r_named, "%s/%s", directory, link) < 0) {
        *r_named = NULL;
        return gpg_error(GPG_ERR_ENOMEM);
    }
    if (symlink(library, *r_named) == 0 || is_link_to(*r_named, library))
        return 0;
    const gpg_error_t err = gpg_error_from_syserror();
    free(*r_named);
    *r_named = NULL;
    return err;
}

char *preload_join(const char *first, const char *others)
{
    const bool is_alone = !others || *others == '\0';
    char *joined = NULL;
    if (asprintf(&joined, "%s%s%s", first, is_alone ? "" : ":",
                 is_alone ? "" : others) < 0)
        return NULL;
    return joined;
}
