/* SPDX-License-Identifier: GPL-3.0-or-later */

/* apart: measure in a process that has no children yet.
 *
 * A program that a shell has exec'ed inherits the shell's children.  Their
 * CPU time would be taken for gpg's, and they would be ended with it.  They
 * stay with the process that has them, while a fork of it measures. */
#ifndef PGPBENCH_BENCH_APART_H
#define PGPBENCH_BENCH_APART_H

#include <gpg-error.h>

/* To be called before signals are caught and before anything is made.  If
 * there are children, this returns in a fork that has none; the process that
 * was called passes signals on to it and ends as it ends.  Fails with the
 * system's error where that fork cannot be made. */
gpg_error_t apart_from_children(void);

#endif
