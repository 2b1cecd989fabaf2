/* SPDX-License-Identifier: GPL-3.0-or-later */

/* real: asks the dynamic linker. */
#include "probe/real.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

/* A library that was loaded by dlopen with RTLD_LOCAL is not in the order
 * that RTLD_NEXT goes by, though its own calls reach our hooks. */
static const char *const libraries[] = {
    "libgcrypt.so.20",
    "libz.so.1",
    "libbz2.so.1.0",
    "libgpg-error.so.0",
};

static void *search_apart(const char *symbol)
{
    void *address = NULL;
    for (size_t i = 0; !address && i < sizeof libraries / sizeof *libraries;
         i++) {
        void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_NOLOAD);
        if (library)
            address = dlsym(library, symbol);
    }
    return address;
}

static void *search(const char *symbol)
{
    const int saved = errno;
    void *address = dlsym(RTLD_NEXT, symbol);
    if (!address)
        address = search_apart(symbol);
    errno = saved;
    return address;
}

void *real_search(struct real *real)
{
    void *address = search(real->symbol);
    if (!address)
        abort();
    atomic_store_explicit(&real->address, address, memory_order_relaxed);
    return address;
}

bool real_is_there(const char *symbol)
{
    const int saved = errno;
    const bool is_there = dlsym(RTLD_NEXT, symbol) != NULL;
    errno = saved;
    return is_there;
}
