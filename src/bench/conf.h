/* SPDX-License-Identifier: GPL-3.0-or-later */

/* conf: the pinned settings of a home: gpg.conf and gpg-agent.conf. */
#ifndef PGPBENCH_BENCH_CONF_H
#define PGPBENCH_BENCH_CONF_H

#include "bench/engine.h"
#include "bench/guard.h"
#include "model/fault.h"
#include "model/settings.h"

#include <gpg-error.h>

/* Write them into the directory HOME, which has none yet.  Fails with the
 * system's error. */
gpg_error_t conf_write(const char *home, const struct settings *settings);

/* Let ENGINE read them: wrong settings are found here, by name, and not in
 * the first cell.  Fails with FAULT filled. */
gpg_error_t conf_check(const struct engine *engine, double timeout_s,
                       struct guard *guard, struct fault *fault);

#endif
