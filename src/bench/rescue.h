/* SPDX-License-Identifier: GPL-3.0-or-later */

/* rescue: frees GPGME from the pipe of a gpg that has died.
 *
 * GPGME 1.18 waits with poll until a pipe can be written and ignores the
 * POLLERR that the kernel reports once the reader is gone with the pipe
 * full: it spins for ever (posix-io.c).  So the broken pipe is replaced by
 * /dev/null, which can be written.  May be called from a signal handler. */
#ifndef PGPBENCH_BENCH_RESCUE_H
#define PGPBENCH_BENCH_RESCUE_H

#include <stdbool.h>

/* GPGME itself handles no higher ones (FD_SETSIZE). */
#define RESCUE_FD_COUNT 1024

struct rescue {
    bool is_foreign[RESCUE_FD_COUNT]; /* open before: not GPGME's */
};

/* Note what is open now, which is not to be touched. */
void rescue_init(struct rescue *rescue);

/* Replace every other pipe whose reader is gone. */
void rescue_broken_pipes(const struct rescue *rescue);

#endif
