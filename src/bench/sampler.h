/* SPDX-License-Identifier: GPL-3.0-or-later */

/* sampler: one sample of one cell: prepare, measure, check. */
#ifndef PGPBENCH_BENCH_SAMPLER_H
#define PGPBENCH_BENCH_SAMPLER_H

#include "bench/scene.h"
#include "model/series.h"

#include <gpg-error.h>

/* Take a sample of CELL, in the probed workplace if it says that it is to be
 * probed.  Where the medium is full, what other cells keep
 * there is dropped and the sample is tried once more, so that a cell fails
 * only if its own files do not fit.  Fails with FAULT filled. */
gpg_error_t sampler_take(struct scene *scene, const struct cell *cell,
                         struct sample *sample, struct fault *fault);

#endif
