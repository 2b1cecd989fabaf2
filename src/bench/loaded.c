/* SPDX-License-Identifier: GPL-3.0-or-later */

/* loaded: reads a slot's list.  What it means that two engines share a
 * library is not judged here. */
#include "bench/loaded.h"

#include "base/text.h"
#include "bench/watch.h"
#include "probe/hwf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Under whatever name LD_PRELOAD could say it. */
static bool is_own(const char *path)
{
    static const char *const own[] = {WATCH_LIBRARY, HWF_LIBRARY};
    char *file = realpath(path, NULL);
    const char *name = text_base_name(file ? file : path);
    bool is = false;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        is = is || strcmp(name, own[i]) == 0;
    free(file);
    return is;
}

/* linux-vdso.so.1 has no path. */
static bool is_wanted(const struct ledger_library *library)
{
    return library->path[0] == '/' && !is_own(library->path);
}

static bool is_known(const struct run_engine *record, const char *path)
{
    for (size_t i = 0; i < record->library_count; i++)
        if (record->libraries[i].path &&
            strcmp(record->libraries[i].path, path) == 0)
            return true;
    return false;
}

/* "libz.so.1" is a link to "libz.so.1.2.13"; "libc.so.6" is none, and 6 no
 * version.  libgcrypt's file counts otherwise than libgcrypt itself. */
static char *version_of(const struct run_engine *record, const char *path)
{
    const char *name = text_base_name(path);
    if (strncmp(name, "libgcrypt.so", strlen("libgcrypt.so")) == 0 &&
        record->libgcrypt.version)
        return strdup(record->libgcrypt.version);
    char *target = realpath(path, NULL);
    const bool is_link = target && strcmp(text_base_name(target), name) != 0;
    const char *behind =
        is_link ? strstr(text_base_name(target), ".so.") : NULL;
    char *version = behind ? strdup(behind + strlen(".so.")) : NULL;
    free(target);
    return version;
}

static char *build_id_of(const struct ledger_library *library)
{
    const size_t length = library->build_id_length <= LEDGER_BUILD_ID_MAX
                              ? library->build_id_length
                              : LEDGER_BUILD_ID_MAX;
    char *hex = length > 0 ? malloc(2 * length + 1) : NULL;
    for (size_t i = 0; hex && i < length; i++)
        snprintf(hex + 2 * i, 3, "%02x", library->build_id[i]);
    return hex;
}

static gpg_error_t add(struct run_engine *record,
                       const struct ledger_library *library)
{
    struct library *added = run_add_library(record);
    if (!added)
        return gpg_error(GPG_ERR_ENOMEM);
    added->name = strdup(text_base_name(library->path));
    added->path = strdup(library->path);
    added->version = version_of(record, library->path);
    added->build_id = build_id_of(library);
    return added->name && added->path ? 0 : gpg_error(GPG_ERR_ENOMEM);
}

gpg_error_t loaded_record(struct run_engine *record,
                          const struct ledger_slot *slot)
{
    gpg_error_t err = 0;
    const uint32_t listed = slot ? atomic_load(&slot->library_count) : 0;
    for (uint32_t i = 0; !err && i < listed && i < LEDGER_LIBRARIES; i++) {
        struct ledger_library library = slot->libraries[i];
        library.path[sizeof library.path - 1] = '\0';
        if (is_wanted(&library) && !is_known(record, library.path))
            err = add(record, &library);
    }
    return err;
}
