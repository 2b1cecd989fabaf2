/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hwf: one call, before the program makes its first to libgcrypt.  It knows
 * no ledger and measures nothing. */
#include "probe/hwf.h"

#include <stdlib.h>
#include <string.h>

/* GCRYCTL_DISABLE_HWF of gcrypt.h, which is not there where we are built. */
#define DISABLE_HWF 63

/* Libgcrypt's, if the program has loaded it. */
extern unsigned gcry_control(int command, ...) __attribute__((weak));

/* Libgcrypt reads the list when it is initialized, and main does that. */
__attribute__((constructor)) static void turn_off(void)
{
    const char *asked = getenv(HWF_VARIABLE);
    if (gcry_control && asked && strcmp(asked, HWF_NONE) == 0)
        gcry_control(DISABLE_HWF, "all", (void *)NULL);
}
