/* SPDX-License-Identifier: GPL-3.0-or-later */

/* file_bytes: run files as strings, for the tests of run_file. */
#ifndef PGPBENCH_TESTS_FILE_BYTES_H
#define PGPBENCH_TESTS_FILE_BYTES_H

#include <gpg-error.h>
#include <stddef.h>

struct fault;
struct run;

/* RUN, or a full one, as a file.  To be freed. */
char *written(const struct run *run);
char *written_full(void);

/* BYTES with the first OLD, which must be there, replaced by NEW.  To be
 * freed. */
char *replaced(const char *bytes, const char *old, const char *new);

/* What run_file_read makes of LENGTH bytes of a file "r.json". */
gpg_error_t read_bytes(const char *bytes, size_t length, struct run *run,
                       struct fault *fault);

#endif
