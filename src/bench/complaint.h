/* SPDX-License-Identifier: GPL-3.0-or-later */

/* complaint: what gpg said while it failed.
 *
 * GPGME's codes often say no more than "General error"; gpg's own words tell
 * a full disk from a missing key. */
#ifndef PGPBENCH_BENCH_COMPLAINT_H
#define PGPBENCH_BENCH_COMPLAINT_H

#include "model/fault.h"

#include <gpg-error.h>
#include <gpgme.h>

/* Fill FAULT for the gpg at GPG_PATH whose last operation in CONTEXT failed
 * with ERR (0: GPGME noticed nothing) and which ended with STATUS, as wait4
 * gives it.  Returns ERR, or the code of what gpg's words tell. */
gpg_error_t complaint_explain(gpgme_ctx_t context, const char *gpg_path,
                              gpg_error_t err, int status, struct fault *fault);

/* Where FAULT says no more than that gpg failed, and no more processes can be
 * started, or files may not grow, or the medium of DIRECTORY has next to no
 * room left, say that instead: the agent does not tell gpg why it could not
 * write, nor GPGME us why no gpg came. */
void complaint_suspect_full(const char *directory, struct fault *fault);

/* The line of LOG that tells most: one that the table of known words
 * matches, else the last.  *R_WHAT and *R_ERR are then what it means, or
 * untouched.  To be freed; NULL if there is no line. */
char *complaint_find(const char *log, enum fault_what *r_what,
                     gpg_error_t *r_err);

#endif
