/* SPDX-License-Identifier: GPL-3.0-or-later */

/* preload: the words of LD_PRELOAD.  What the libraries do is theirs. */
#ifndef PGPBENCH_BENCH_PRELOAD_H
#define PGPBENCH_BENCH_PRELOAD_H

#include <gpg-error.h>

#define PRELOAD_VARIABLE "LD_PRELOAD"

/* LIBRARY as LD_PRELOAD can say it, whose words are parted by blanks and
 * colons: its path, or a link LINK to it, made in DIRECTORY and to be removed
 * with it.  *R_NAMED is to be freed.  Fails with GPG_ERR_INV_NAME where
 * DIRECTORY is no better, or with the system's error. */
gpg_error_t preload_name(const char *library, const char *directory,
                         const char *link, char **r_named);

/* FIRST before what OTHERS (NULL or "": nothing) has, to be freed; NULL if
 * memory has run out. */
char *preload_join(const char *first, const char *others);

#endif
