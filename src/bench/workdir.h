/* SPDX-License-Identifier: GPL-3.0-or-later */

/* workdir: a throw-away directory, made without races and removed whole. */
#ifndef PGPBENCH_BENCH_WORKDIR_H
#define PGPBENCH_BENCH_WORKDIR_H

#include <gpg-error.h>
#include <stdint.h>

/* Make PARENT/pgpbench.XXXXXX, mode 0700, PARENT absolute afterwards, with
 * our owner_mark in it where that can be made.
 * *R_PATH is to be freed.  Fails with the system's error. */
gpg_error_t workdir_make(const char *parent, char **r_path);

/* Remove PATH and all below it, no link followed; what is not there is no
 * error.  Fails with the system's error of what could not be removed. */
gpg_error_t workdir_remove(const char *path);

/* What an ordinary user may still write to the medium of PATH; -1 if that
 * cannot be told. */
int64_t workdir_free_bytes(const char *path);

/* The name of the file system PATH is on: "ext4", or its magic number in hex
 * where the table does not know it.  To be freed; NULL if it cannot be
 * told. */
char *workdir_filesystem(const char *path);

#endif
