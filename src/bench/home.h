/* SPDX-License-Identifier: GPL-3.0-or-later */

/* home: a throw-away GNUPGHOME with its own gpg-agent. */
#ifndef PGPBENCH_BENCH_HOME_H
#define PGPBENCH_BENCH_HOME_H

#include "bench/agent.h"
#include "bench/engine.h"
#include "model/fault.h"
#include "model/plan.h"
#include "model/settings.h"

#include <gpg-error.h>
#include <stdbool.h>
#include <stddef.h>

/* The longest path of a home: "/S.gpg-agent.browser" must fit behind it into
 * the 108 bytes of a socket's address. */
#define HOME_PATH_MAX 80

/* Room for what a home is called. */
#define HOME_NAME_BYTES 16

/* How many names there are: a plain one and a probed one for each engine. */
#define HOME_NAMES ((size_t)2 * PLAN_ENGINES_MAX)

/* What the home of engine ENGINE is called, the PROBED one or the plain one:
 * "home", "probed", "home1", … */
void home_name(size_t engine, bool probed, char r_name[HOME_NAME_BYTES]);

struct home {
    char *path;        /* absolute, mode 0700 */
    char *elsewhere;   /* the directory to remove, if not the work directory */
    char *socket_path; /* of the agent; NULL: it uses none */
    struct agent agent;
    struct agent_split lived; /* of the agents that were restarted */
};

/* Make the home NAME in PARENT, and write its pinned settings.  Where that path
 * is too long or the medium has no sockets or file modes, the home goes to
 * /tmp; *R_NOTICE then says why and is to be freed. */
gpg_error_t home_init(struct home *home, const char *parent, const char *name,
                      const struct settings *settings, char **r_notice,
                      struct fault *fault);

/* Find the agent that gpg has started (importing a secret key makes it do
 * so), now or again.  Nothing for an engine without one. */
gpg_error_t home_find_agent(struct home *home, const struct engine *engine,
                            double timeout_s, struct guard *guard,
                            struct children *children, struct fault *fault);

/* Take the generator's pool away: remove the seed file, and let ENGINE's gpg
 * start a new agent.  Fails with FAULT filled. */
gpg_error_t home_chill(struct home *home, const struct engine *engine,
                       double timeout_s, struct guard *guard,
                       struct children *children, struct fault *fault);

/* How the time of all agents of this home so far was split.  False: it
 * cannot be told. */
bool home_read_split(const struct home *home, struct agent_split *r_split);

/* End the agent and remove its socket directory and the home.  True, and
 * *R_SPLIT filled, if the agent's whole life could be told. */
bool home_remove(struct home *home, struct children *children,
                 struct agent_split *r_split);

void home_release(struct home *home);

#endif
