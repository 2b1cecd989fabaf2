/* SPDX-License-Identifier: GPL-3.0-or-later */

/* run_file_library: which jansson this is. */
#include "model/run_file.h"

#include <jansson.h>

const char *run_file_library(void)
{
#if JANSSON_VERSION_HEX >= 0x020d00
    return jansson_version_str();
#else
    return JANSSON_VERSION; /* of the headers: it does not tell its own */
#endif
}
