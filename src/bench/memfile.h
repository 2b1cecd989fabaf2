/* SPDX-License-Identifier: GPL-3.0-or-later */

/* memfile: a file that lies in memory and has no name.
 *
 * memfd_create(2) came with Linux 3.17; before it, /dev/shm gives the same, if
 * it is mounted. */
#ifndef PGPBENCH_BENCH_MEMFILE_H
#define PGPBENCH_BENCH_MEMFILE_H

enum memfile_method { MEMFILE_MEMFD, MEMFILE_SHM, MEMFILE_NONE };

/* A new one, for reading and writing, closed at exec; NAME is for a person who
 * looks at /proc.  *R_METHOD (may be NULL) is how it was made.  -1 with errno
 * if there can be none. */
int memfile_open(const char *name, enum memfile_method *r_method);

#endif
