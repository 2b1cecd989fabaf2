/* SPDX-License-Identifier: GPL-3.0-or-later */

/* engine: one gpg build: where it is, its versions, what it says of itself.
 */
#ifndef PGPBENCH_BENCH_ENGINE_H
#define PGPBENCH_BENCH_ENGINE_H

#include "bench/guard.h"
#include "model/fault.h"
#include "model/run.h"

#include <gpg-error.h>
#include <stdbool.h>

/* gpg --version must answer within this, or the time-out if that is less. */
#define ENGINE_ANSWER_S 30.0

struct engine {
    char *path;              /* of gpg, absolute, symbolic links not followed */
    char *gpgconf;           /* beside it, else in PATH; NULL: none */
    char *agent_program;     /* as gpgconf tells; NULL: not known */
    char *public_algorithms; /* "RSA, ELG, DSA", its own list; NULL: none */
    int major;               /* of its version */
    bool has_agent;          /* private keys live in gpg-agent: GnuPG 2 */
};

/* Find the gpg that ASKED means (NULL: "gpg" in PATH; a name without slash is
 * looked for there) and ask it what it is.  Fills ENGINE (zeroed) and the
 * identity in RECORD.  The home must be set (environment_set_home).  Fails
 * with FAULT filled. */
gpg_error_t engine_init(struct engine *engine, const char *asked,
                        double timeout_s, struct guard *guard,
                        struct run_engine *record, struct fault *fault);

/* The place of the agent's socket for HOME, as gpgconf tells it; HOME's own
 * S.gpg-agent where there is no gpgconf.  To be freed; NULL if that fails. */
char *engine_agent_socket(const struct engine *engine, const char *home,
                          double timeout_s, struct guard *guard);

/* Whether ALGORITHM ("EDDSA") is in the list that --version prints; true
 * where it prints none. */
bool engine_knows(const struct engine *engine, const char *algorithm);

void engine_release(struct engine *engine);

#endif
