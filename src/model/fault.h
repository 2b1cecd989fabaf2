/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fault: what failed, which thing, why, and what to do about it.
 *
 * Filled where the fault is known, said once by cli/, kept in the run file.
 * It prints nothing. */
#ifndef PGPBENCH_MODEL_FAULT_H
#define PGPBENCH_MODEL_FAULT_H

#include <gpg-error.h>
#include <stdbool.h>

struct text;

enum fault_what {
    FAULT_NONE,
    FAULT_DISK_FULL,
    FAULT_TIMEOUT,
    FAULT_KILLED,
    FAULT_BAD_SIGNATURE,
    FAULT_WRONG_SIGNER,
    FAULT_WRONG_RECIPIENT,
    FAULT_BYTES_DIFFER,
    FAULT_NO_OUTPUT,
    FAULT_NO_SECRET_KEY,
    FAULT_NO_PUBLIC_KEY,
    FAULT_NO_SIGNING_KEY,
    FAULT_NO_ENCRYPTION_KEY,
    FAULT_KEY_EXPIRED,
    FAULT_KEY_REVOKED,
    FAULT_OTHER_KEY_MADE,
    FAULT_REFUSED,
    FAULT_PASSPHRASE,
    FAULT_NO_AGENT,
    FAULT_NO_ENGINE,
    FAULT_GPG_FAILED,
    FAULT_UNREADABLE,
    FAULT_UNWRITABLE,
    FAULT_NOT_A_FILE,
    FAULT_BAD_FILE,
    FAULT_USAGE,
    FAULT_NO_MEMORY,
    FAULT_SYSTEM,
    FAULT_INTERRUPTED,
    FAULT_COUNT
};

/* All strings are owned by the fault and may be NULL.  The zeroed fault is
 * "nothing failed". */
struct fault {
    enum fault_what what;
    gpg_error_t err; /* 0 if no error code belongs to it */
    char *words;     /* "disk full": the words of WHAT, or a file's own */
    char *error;     /* "No space left on device" */
    char *source;    /* "GPGME", "gpg", "system": who reported it */
    char *thing;     /* the file, key or program concerned */
    char *advice;    /* what a person can do */
    unsigned round;  /* of the loop; 0 if before it */
};

/* Fill FAULT unless it is filled: the first fault is the one that counts.
 * ERR may be 0; THING may be NULL; ADVICE is a printf format or NULL, and
 * gives way to what is always to be done about a limit of the shell's
 * (ulimit), where WHAT is fault_of_error of ERR and ERR is such a limit.
 * Returns ERR, or GPG_ERR_GENERAL where ERR is 0, so that a function can
 * end with "return fault_set (…)". */
gpg_error_t fault_set(struct fault *fault, enum fault_what what,
                      gpg_error_t err, const char *thing, const char *advice,
                      ...) __attribute__((format(printf, 5, 6)));

/* Fill FAULT likewise: memory has run out.  Returns GPG_ERR_ENOMEM. */
gpg_error_t fault_no_memory(struct fault *fault);

bool fault_is_set(const struct fault *fault);

/* Whether WHAT is a lack, not a failure: the operation does not exist for
 * this key.  A cell shows "-" before its words. */
bool fault_is_lack(enum fault_what what);

/* The words of WHAT as they stand in a cell: "disk full". */
const char *fault_words(enum fault_what what);

/* The words of FAULT, its own where it has any; it is set. */
const char *fault_told(const struct fault *fault);

/* The fault whose words are WORDS; FAULT_COUNT if there is none. */
enum fault_what fault_find(const char *words);

/* The one that an error code stands for when nothing better is known. */
enum fault_what fault_of_error(gpg_error_t err);

/* Append the whole as one line, without newline:
 * "THING: words (error); advice".  THING is in quotes where it would not be
 * seen (text_quote). */
void fault_describe(const struct fault *fault, struct text *text);

/* Copy SOURCE into the zeroed TARGET.  Fails with GPG_ERR_ENOMEM. */
gpg_error_t fault_copy(struct fault *target, const struct fault *source);

void fault_release(struct fault *fault);

#endif
